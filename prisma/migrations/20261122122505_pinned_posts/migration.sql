-- AlterTable
ALTER TABLE "Post" ADD COLUMN     "isPinned" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "Post_isPinned_publishedAt_id_idx" ON "Post"("isPinned", "publishedAt", "id");
