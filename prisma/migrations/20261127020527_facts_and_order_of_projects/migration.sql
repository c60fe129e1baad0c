-- DropIndex
DROP INDEX "Post_isPinned_publishedAt_id_idx";

-- AlterTable
ALTER TABLE "Post" ADD COLUMN     "ended" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "licence" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "links" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "listedAt" TIMESTAMPTZ(3),
ADD COLUMN     "pinPosition" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "started" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "usedBy" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "Post_isPinned_pinPosition_listedAt_id_idx" ON "Post"("isPinned" DESC, "pinPosition", "listedAt" DESC, "id" DESC);

-- Where lists show a project: a partial date counts as its first day.
CREATE FUNCTION order_post() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  day TEXT := CASE WHEN NEW."ended" IN ('', 'ongoing') THEN NEW."started" ELSE NEW."ended" END;
  at TIMESTAMPTZ := NEW."publishedAt";
BEGIN
  IF day <> '' THEN
    at := (day || substr('0000-01-01', length(day) + 1))::timestamp AT TIME ZONE 'UTC';
  END IF;
  NEW."listedAt" := at + CASE WHEN NEW."ended" = 'ongoing' THEN INTERVAL '5000 years' ELSE INTERVAL '0' END;
  IF NOT NEW."isPinned" THEN
    NEW."pinPosition" := 0;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER "Post_order" BEFORE INSERT OR UPDATE ON "Post" FOR EACH ROW EXECUTE FUNCTION order_post();

-- No page shows anything new.
ALTER TABLE "Post" DISABLE TRIGGER USER;
UPDATE "Post" SET "listedAt" = "publishedAt";
ALTER TABLE "Post" ENABLE TRIGGER USER;
