-- CreateTable
CREATE TABLE "PageChange" (
    "revision" BIGINT NOT NULL,
    "path" TEXT NOT NULL,

    CONSTRAINT "PageChange_pkey" PRIMARY KEY ("revision","path")
);

-- Says with each revision which pages it concerns: those it has rows for in "PageChange", or all when it has none.
-- A transaction may say itself that what pages show stays the same: set_config('colophon.pages_changed', 'none', true).
CREATE OR REPLACE FUNCTION raise_page_revision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  raised TEXT := current_setting('colophon.page_revision', true);
  isShownElsewhere BOOLEAN := true;
BEGIN
  IF current_setting('colophon.pages_changed', true) IN ('all', 'none') THEN
    RETURN NULL;
  END IF;
  IF coalesce(raised, '') = '' THEN
    INSERT INTO "PageRevision" AS page ("id", "revision") VALUES (1, 1)
      ON CONFLICT ("id") DO UPDATE SET "revision" = page."revision" + 1
      RETURNING "revision"::text INTO raised;
    PERFORM set_config('colophon.page_revision', raised, true);
    PERFORM pg_notify('colophon_pages', raised);
    DELETE FROM "PageChange" WHERE "revision" <= raised::bigint - 1000;
  END IF;
  IF TG_TABLE_NAME = 'User' THEN
    -- With the revision's lock held: who has made this profile the site's own has either committed, or raises later.
    SELECT count(*) > 0 INTO isShownElsewhere FROM "SiteSettings" WHERE OLD."id" IN ("ownerId", "aboutProfileId");
  END IF;
  IF isShownElsewhere THEN
    DELETE FROM "PageChange" WHERE "revision" = raised::bigint;
    PERFORM set_config('colophon.pages_changed', 'all', true);
  ELSE
    INSERT INTO "PageChange" VALUES (raised::bigint, '/profile/' || OLD."id") ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

-- Only what is shown of an account. As text: the types of two of the columns do not tell upper from lower case.
DROP TRIGGER raise_page_revision ON "User";
CREATE CONSTRAINT TRIGGER raise_page_revision_of_update AFTER UPDATE ON "User"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD."name", OLD."username"::text, OLD."email"::text, OLD."about", OLD."isAdmin")
    IS DISTINCT FROM (NEW."name", NEW."username"::text, NEW."email"::text, NEW."about", NEW."isAdmin"))
  EXECUTE FUNCTION raise_page_revision();
CREATE CONSTRAINT TRIGGER raise_page_revision_of_delete AFTER DELETE ON "User"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_page_revision();
