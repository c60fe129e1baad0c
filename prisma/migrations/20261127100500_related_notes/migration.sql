-- AlterTable
ALTER TABLE "Note" ADD COLUMN     "related" TEXT NOT NULL DEFAULT '';
