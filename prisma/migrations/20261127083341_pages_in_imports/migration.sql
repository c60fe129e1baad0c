-- AlterTable
ALTER TABLE "ImportedItem" ADD COLUMN     "pageId" TEXT;

-- CreateIndex
CREATE INDEX "ImportedItem_pageId_idx" ON "ImportedItem"("pageId");

-- AddForeignKey
ALTER TABLE "ImportedItem" ADD CONSTRAINT "ImportedItem_pageId_fkey" FOREIGN KEY ("pageId") REFERENCES "Page"("id") ON DELETE CASCADE ON UPDATE CASCADE;
