-- CreateTable
CREATE TABLE "WorkingCopy" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "isNew" BOOLEAN NOT NULL,
    "baseVersion" INTEGER NOT NULL,
    "base" JSONB NOT NULL,
    "fields" JSONB NOT NULL,
    "bytes" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "writer" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WorkingCopy_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "WorkingCopy_updatedAt_idx" ON "WorkingCopy"("updatedAt");

-- CreateIndex
CREATE UNIQUE INDEX "WorkingCopy_ownerId_key_key" ON "WorkingCopy"("ownerId", "key");

-- AddForeignKey
ALTER TABLE "WorkingCopy" ADD CONSTRAINT "WorkingCopy_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
