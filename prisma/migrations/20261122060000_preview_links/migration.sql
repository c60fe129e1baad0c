-- CreateTable
CREATE TABLE "PreviewLink" (
    "id" TEXT NOT NULL,
    "noteId" TEXT,
    "postId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PreviewLink_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "PreviewLink_of_one_row" CHECK (num_nonnulls("noteId", "postId") = 1)
);

-- CreateIndex
CREATE INDEX "PreviewLink_noteId_idx" ON "PreviewLink"("noteId");

-- CreateIndex
CREATE INDEX "PreviewLink_postId_idx" ON "PreviewLink"("postId");

-- AddForeignKey
ALTER TABLE "PreviewLink" ADD CONSTRAINT "PreviewLink_noteId_fkey" FOREIGN KEY ("noteId") REFERENCES "Note"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PreviewLink" ADD CONSTRAINT "PreviewLink_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;
