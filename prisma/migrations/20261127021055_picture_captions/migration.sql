-- AlterTable
ALTER TABLE "Media" ADD COLUMN     "caption" TEXT NOT NULL DEFAULT '';
