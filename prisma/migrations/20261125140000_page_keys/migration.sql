-- A revision says what it changed by keys, which lib/routes/public-pages.ts maps to addresses: "note:ID" a note, "notes" any
-- note, "note-titles" what others show of one, "post:ID", "posts", "user:ID", "all". "PageChange" had addresses; it stays
-- for one release without rows, by which the build before this one takes every revision to concern every page.

-- CreateTable
CREATE TABLE "PageKey" (
    "revision" BIGINT NOT NULL,
    "key" TEXT NOT NULL,

    CONSTRAINT "PageKey_pkey" PRIMARY KEY ("revision","key")
);

CREATE OR REPLACE FUNCTION raise_page_revision() RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
  raised TEXT := current_setting('colophon.page_revision', true);
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
    DELETE FROM "PageKey" WHERE "revision" <= raised::bigint - 1000;
  END IF;
  RETURN raised::bigint;
END
$$;

CREATE OR REPLACE FUNCTION change_all_pages(raised BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "PageKey" WHERE "revision" = raised;
  INSERT INTO "PageKey" ("revision", "key") VALUES (raised, 'all');
  PERFORM set_config('colophon.pages_changed', 'all', true);
END
$$;

DROP FUNCTION change_pages(BIGINT, TEXT[]);

CREATE FUNCTION change_pages(raised BIGINT, keys TEXT[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "PageKey" ("revision", "key") SELECT raised, unnest(keys) ON CONFLICT DO NOTHING;
  -- An import: a list as long as the cache is no shorter way to say it.
  IF (SELECT count(*) FROM "PageKey" WHERE "revision" = raised) > 200 THEN
    PERFORM change_all_pages(raised);
  END IF;
END
$$;

-- What is scheduled counts as shown: pages that will show it have to end by then.
CREATE OR REPLACE FUNCTION note_changes_pages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  raised BIGINT;
  keys TEXT[] := ARRAY['note:' || OLD."id", 'note:' || NEW."id", 'notes'];
BEGIN
  IF (OLD."publishedAt" IS NULL OR OLD."deletedAt" IS NOT NULL)
    AND (NEW."publishedAt" IS NULL OR NEW."deletedAt" IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  raised := raise_page_revision();
  IF raised IS NULL THEN
    RETURN NULL;
  END IF;
  IF (OLD."id", OLD."title", OLD."about", OLD."publishedAt", OLD."deletedAt")
    IS DISTINCT FROM (NEW."id", NEW."title", NEW."about", NEW."publishedAt", NEW."deletedAt") THEN
    keys := keys || ARRAY['note-titles'];
  END IF;
  PERFORM change_pages(raised, array_remove(keys, NULL));
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION post_changes_pages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  raised BIGINT;
BEGIN
  IF (OLD."publishedAt" IS NULL OR OLD."deletedAt" IS NOT NULL)
    AND (NEW."publishedAt" IS NULL OR NEW."deletedAt" IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  raised := raise_page_revision();
  IF raised IS NOT NULL THEN
    PERFORM change_pages(raised, array_remove(ARRAY['post:' || OLD."id", 'post:' || NEW."id", 'posts'], NULL));
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION user_changes_pages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  raised BIGINT := raise_page_revision();
BEGIN
  IF raised IS NULL THEN
    RETURN NULL;
  END IF;
  -- With the revision's lock held: who has made this profile the site's own has either committed, or raises later.
  IF EXISTS (SELECT FROM "SiteSettings" WHERE OLD."id" IN ("ownerId", "aboutProfileId")) THEN
    PERFORM change_all_pages(raised);
  ELSE
    PERFORM change_pages(raised, ARRAY['user:' || OLD."id"]);
  END IF;
  RETURN NULL;
END
$$;
