-- AlterTable
ALTER TABLE "Media" ADD COLUMN     "sourceHash" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "Media_sourceHash_idx" ON "Media"("sourceHash");
