-- AlterTable
ALTER TABLE "Note" ADD COLUMN     "series" CITEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "Note_series_idx" ON "Note"("series");

-- The page of each part names its series; another spelling of it is told too.
CREATE OR REPLACE FUNCTION note_changes_pages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  raised BIGINT;
  keys TEXT[] := ARRAY['note:' || OLD."id", 'note:' || NEW."id", 'note:' || OLD."slug", 'note:' || NEW."slug", 'notes'];
BEGIN
  IF (OLD."publishedAt" IS NULL OR OLD."deletedAt" IS NOT NULL)
    AND (NEW."publishedAt" IS NULL OR NEW."deletedAt" IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  raised := raise_page_revision();
  IF raised IS NULL THEN
    RETURN NULL;
  END IF;
  IF (OLD."id", OLD."slug", OLD."title", OLD."about", OLD."publishedAt", OLD."deletedAt", OLD."series"::text)
    IS DISTINCT FROM (NEW."id", NEW."slug", NEW."title", NEW."about", NEW."publishedAt", NEW."deletedAt", NEW."series"::text) THEN
    keys := keys || ARRAY['note-titles'];
  END IF;
  PERFORM change_pages(raised, array_remove(keys, NULL));
  RETURN NULL;
END
$$;
