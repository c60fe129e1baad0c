-- DropIndex
DROP INDEX "Media_postId_createdAt_idx";

-- AlterTable
ALTER TABLE "Media" ADD COLUMN     "position" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Note" ADD COLUMN     "keptDate" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Post" ADD COLUMN     "keptDate" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "Media_postId_position_idx" ON "Media"("postId", "position");

-- CreateIndex
CREATE INDEX "Media_url_idx" ON "Media"("url");
