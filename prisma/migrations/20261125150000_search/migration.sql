-- CreateTable
CREATE TABLE "SearchEntry" (
    "id" TEXT NOT NULL,
    "noteId" TEXT,
    "postId" TEXT,
    "head" tsvector NOT NULL,
    "words" tsvector NOT NULL,
    "text" TEXT NOT NULL,
    "techs" TEXT[],
    "rowVersion" INTEGER NOT NULL,
    "indexVersion" INTEGER NOT NULL,

    CONSTRAINT "SearchEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SearchWord" (
    "word" TEXT NOT NULL,
    "forward" BYTEA NOT NULL,
    "backward" BYTEA NOT NULL,

    CONSTRAINT "SearchWord_pkey" PRIMARY KEY ("word")
);

-- CreateIndex
CREATE UNIQUE INDEX "SearchEntry_noteId_key" ON "SearchEntry"("noteId");

-- CreateIndex
CREATE UNIQUE INDEX "SearchEntry_postId_key" ON "SearchEntry"("postId");

-- CreateIndex
CREATE INDEX "SearchEntry_head_idx" ON "SearchEntry" USING GIN ("head");

-- CreateIndex
CREATE INDEX "SearchEntry_words_idx" ON "SearchEntry" USING GIN ("words");

-- CreateIndex
CREATE INDEX "SearchWord_forward_idx" ON "SearchWord"("forward");

-- CreateIndex
CREATE INDEX "SearchWord_backward_idx" ON "SearchWord"("backward");

-- AddForeignKey
ALTER TABLE "SearchEntry" ADD CONSTRAINT "SearchEntry_noteId_fkey" FOREIGN KEY ("noteId") REFERENCES "Note"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SearchEntry" ADD CONSTRAINT "SearchEntry_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;
