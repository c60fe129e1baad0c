-- CreateTable
CREATE TABLE "PageRevision" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "revision" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "PageRevision_pkey" PRIMARY KEY ("id")
);

INSERT INTO "PageRevision" DEFAULT VALUES;

-- Once a transaction, however many rows it touched. Deferred to its end, so that the lock on the one row is the last it
-- takes: two writers wait for each other's commit and never for more.
CREATE FUNCTION raise_page_revision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  raised BIGINT;
BEGIN
  IF current_setting('colophon.page_revision_raised', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  PERFORM set_config('colophon.page_revision_raised', 'yes', true);
  INSERT INTO "PageRevision" AS page ("id", "revision") VALUES (1, 1)
    ON CONFLICT ("id") DO UPDATE SET "revision" = page."revision" + 1
    RETURNING "revision" INTO raised;
  PERFORM pg_notify('colophon_pages', raised::text);
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER raise_page_revision AFTER INSERT OR UPDATE OR DELETE ON "Post"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_page_revision();
CREATE CONSTRAINT TRIGGER raise_page_revision AFTER INSERT OR UPDATE OR DELETE ON "Note"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_page_revision();
CREATE CONSTRAINT TRIGGER raise_page_revision AFTER INSERT OR UPDATE OR DELETE ON "SiteSettings"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_page_revision();
-- Nothing shows a new account before it has written or changed something.
CREATE CONSTRAINT TRIGGER raise_page_revision AFTER UPDATE OR DELETE ON "User"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_page_revision();
