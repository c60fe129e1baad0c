-- AlterTable
ALTER TABLE "SiteSettings" ADD COLUMN     "colophon" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "contactEmail" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "profileLinks" JSONB NOT NULL DEFAULT '[]';
