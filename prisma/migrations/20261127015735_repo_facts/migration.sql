-- CreateTable
CREATE TABLE "RepoFact" (
    "postId" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "report" TEXT NOT NULL DEFAULT '',
    "lookedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RepoFact_pkey" PRIMARY KEY ("postId")
);

-- CreateIndex
CREATE INDEX "RepoFact_lookedAt_idx" ON "RepoFact"("lookedAt");

-- AddForeignKey
ALTER TABLE "RepoFact" ADD CONSTRAINT "RepoFact_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;
