-- AlterTable
ALTER TABLE "SiteSettings" ADD COLUMN     "addresses" TEXT NOT NULL DEFAULT 'id';
