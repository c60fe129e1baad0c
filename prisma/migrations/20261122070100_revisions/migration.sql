-- CreateTable
CREATE TABLE "Revision" (
    "id" SERIAL NOT NULL,
    "noteId" TEXT,
    "postId" TEXT,
    "authorId" TEXT NOT NULL,
    "authorName" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "fields" JSONB NOT NULL,
    "stamp" TEXT NOT NULL,
    "words" INTEGER NOT NULL,
    "pictures" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Revision_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Revision_of_one_row" CHECK (num_nonnulls("noteId", "postId") = 1)
);

-- CreateIndex
CREATE INDEX "Revision_noteId_id_idx" ON "Revision"("noteId", "id");

-- CreateIndex
CREATE INDEX "Revision_postId_id_idx" ON "Revision"("postId", "id");

-- AddForeignKey
ALTER TABLE "Revision" ADD CONSTRAINT "Revision_noteId_fkey" FOREIGN KEY ("noteId") REFERENCES "Note"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Revision" ADD CONSTRAINT "Revision_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;
