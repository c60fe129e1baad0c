-- AlterTable
ALTER TABLE "SearchEntry" ADD COLUMN     "links" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "LinkCheck" (
    "address" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "checkedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LinkCheck_pkey" PRIMARY KEY ("address")
);
