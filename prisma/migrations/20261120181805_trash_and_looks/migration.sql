-- AlterTable
ALTER TABLE "Note" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Post" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "SiteSettings" ADD COLUMN     "accent" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "avatarId" TEXT;

-- CreateIndex
CREATE INDEX "Note_title_id_idx" ON "Note"("title", "id");

-- CreateIndex
CREATE INDEX "Note_deletedAt_idx" ON "Note"("deletedAt");

-- CreateIndex
CREATE INDEX "Note_title_trgm_idx" ON "Note" USING GIN ("title" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "Post_title_id_idx" ON "Post"("title", "id");

-- CreateIndex
CREATE INDEX "Post_deletedAt_idx" ON "Post"("deletedAt");

-- CreateIndex
CREATE INDEX "Post_title_trgm_idx" ON "Post" USING GIN ("title" gin_trgm_ops);

-- AddForeignKey
ALTER TABLE "SiteSettings" ADD CONSTRAINT "SiteSettings_avatarId_fkey" FOREIGN KEY ("avatarId") REFERENCES "Media"("id") ON DELETE SET NULL ON UPDATE CASCADE;
