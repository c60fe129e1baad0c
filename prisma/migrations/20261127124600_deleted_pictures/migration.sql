-- AlterTable
ALTER TABLE "Media" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3);
