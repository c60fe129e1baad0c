-- AlterTable
ALTER TABLE "Media" ADD COLUMN     "variants" JSONB NOT NULL DEFAULT '[]';
