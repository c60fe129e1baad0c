-- AlterTable
ALTER TABLE "SiteSettings" ADD COLUMN     "accentDark" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "blogSubtitle" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "fonts" TEXT NOT NULL DEFAULT 'book',
ADD COLUMN     "hero" TEXT NOT NULL DEFAULT 'portrait',
ADD COLUMN     "homeSections" JSONB NOT NULL DEFAULT '["projects", "competencies", "contact"]',
ADD COLUMN     "icon" TEXT NOT NULL DEFAULT 'initials',
ADD COLUMN     "scheme" TEXT NOT NULL DEFAULT 'system',
ADD COLUMN     "sharePortrait" BOOLEAN NOT NULL DEFAULT false;
