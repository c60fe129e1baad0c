-- AlterTable
ALTER TABLE "Redirect" ADD COLUMN     "hits" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "target" TEXT;

-- CreateTable
CREATE TABLE "NotFound" (
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "hits" INTEGER NOT NULL,
    "weekHits" INTEGER NOT NULL,
    "week" DATE NOT NULL,
    "lastAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "NotFound_pkey" PRIMARY KEY ("kind","text")
);
