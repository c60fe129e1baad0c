-- Notes and projects too name the pages that show them: "PageChange" has paths, and for "/note/*" every note's page may
-- show something else of other rows (lib/cache/page-cache.ts). A revision without a path still concerns every page.

DROP TRIGGER raise_page_revision ON "Post";
DROP TRIGGER raise_page_revision ON "Note";
DROP TRIGGER raise_page_revision ON "SiteSettings";
DROP TRIGGER raise_page_revision_of_update ON "User";
DROP TRIGGER raise_page_revision_of_delete ON "User";
DROP FUNCTION raise_page_revision();

-- Raises the revision, once in a transaction, and returns it; null when there is nothing more to say of this
-- transaction, because it changed all pages or, as it says itself, none: set_config('colophon.pages_changed', 'none',
-- true).
CREATE FUNCTION raise_page_revision() RETURNS BIGINT LANGUAGE plpgsql AS $$
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
    DELETE FROM "PageChange" WHERE "revision" <= raised::bigint - 1000;
  END IF;
  RETURN raised::bigint;
END
$$;

CREATE FUNCTION change_all_pages(raised BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "PageChange" WHERE "revision" = raised;
  PERFORM set_config('colophon.pages_changed', 'all', true);
END
$$;

CREATE FUNCTION change_pages(raised BIGINT, paths TEXT[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "PageChange" ("revision", "path") SELECT raised, unnest(paths) ON CONFLICT DO NOTHING;
  -- An import: a list as long as the cache is no shorter way to say it.
  IF (SELECT count(*) FROM "PageChange" WHERE "revision" = raised) > 200 THEN
    PERFORM change_all_pages(raised);
  END IF;
END
$$;

-- What is scheduled counts as shown: pages that will show it have to end by then.
CREATE FUNCTION note_changes_pages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  raised BIGINT;
  paths TEXT[] := ARRAY[
    '/note/' || OLD."id", '/note/' || NEW."id",
    '/feed.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/sitemap',
    -- Projects show which notes link to them.
    '/post/*'
  ];
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
    paths := paths || ARRAY['/note/*', '/myblog', '/llms.txt'];
    IF EXISTS (SELECT FROM "SiteSettings" WHERE "homeSections" ? 'notes') THEN
      paths := paths || ARRAY['/'];
    END IF;
  END IF;
  PERFORM change_pages(raised, array_remove(paths, NULL));
  RETURN NULL;
END
$$;

CREATE FUNCTION post_changes_pages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  raised BIGINT;
BEGIN
  IF (OLD."publishedAt" IS NULL OR OLD."deletedAt" IS NOT NULL)
    AND (NEW."publishedAt" IS NULL OR NEW."deletedAt" IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  raised := raise_page_revision();
  IF raised IS NULL THEN
    RETURN NULL;
  END IF;
  -- Lists, searches and home show everything of a project. Its feeds are below "/projects".
  PERFORM change_pages(raised, array_remove(ARRAY[
    '/post/' || OLD."id", '/post/' || NEW."id", '/post/*',
    '/', '/projects', '/search', '/sitemap.xml', '/sitemap', '/llms.txt'
  ], NULL));
  RETURN NULL;
END
$$;

CREATE FUNCTION settings_change_pages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  raised BIGINT;
BEGIN
  -- No page shows which of them were saved.
  IF OLD."untouched" <> NEW."untouched"
    AND to_jsonb(OLD) - ARRAY['untouched', 'updatedAt'] = to_jsonb(NEW) - ARRAY['untouched', 'updatedAt'] THEN
    RETURN NULL;
  END IF;
  raised := raise_page_revision();
  IF raised IS NOT NULL THEN
    PERFORM change_all_pages(raised);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION user_changes_pages() RETURNS trigger LANGUAGE plpgsql AS $$
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
    PERFORM change_pages(raised, ARRAY['/profile/' || OLD."id"]);
  END IF;
  RETURN NULL;
END
$$;

-- Deferred to the end of the transaction, so that the revision's lock is the last one it takes: two writers wait for each
-- other's commit and never for more.
CREATE CONSTRAINT TRIGGER change_pages AFTER INSERT OR UPDATE OR DELETE ON "Note"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_changes_pages();
CREATE CONSTRAINT TRIGGER change_pages AFTER INSERT OR UPDATE OR DELETE ON "Post"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION post_changes_pages();
CREATE CONSTRAINT TRIGGER change_pages AFTER INSERT OR UPDATE OR DELETE ON "SiteSettings"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION settings_change_pages();
-- Nothing shows a new account before it has written or changed something. Only what is shown of an account; as text,
-- because the types of two of the columns do not tell upper from lower case.
CREATE CONSTRAINT TRIGGER change_pages_of_update AFTER UPDATE ON "User"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD."name", OLD."username"::text, OLD."email"::text, OLD."about", OLD."isAdmin")
    IS DISTINCT FROM (NEW."name", NEW."username"::text, NEW."email"::text, NEW."about", NEW."isAdmin"))
  EXECUTE FUNCTION user_changes_pages();
CREATE CONSTRAINT TRIGGER change_pages_of_delete AFTER DELETE ON "User"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION user_changes_pages();
