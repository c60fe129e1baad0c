-- AlterTable
ALTER TABLE "Note" ADD COLUMN     "revisedAt" TIMESTAMPTZ(3);

-- Pages go on saying what they said: no page shows anything new.
ALTER TABLE "Note" DISABLE TRIGGER USER;
UPDATE "Note" SET "revisedAt" = "updatedAt" WHERE "publishedAt" < "updatedAt";
ALTER TABLE "Note" ENABLE TRIGGER USER;
