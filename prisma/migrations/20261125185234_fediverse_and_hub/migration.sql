-- AlterTable
ALTER TABLE "SiteSettings" ADD COLUMN     "fediverse" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "hubUrl" TEXT NOT NULL DEFAULT '';
