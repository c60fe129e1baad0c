CREATE TABLE "Page" (
    "id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "slug" TEXT,
    "description" TEXT NOT NULL DEFAULT '',
    "descriptionStamp" TEXT NOT NULL DEFAULT '',
    "rendered" TEXT NOT NULL DEFAULT '',
    "toc" JSONB NOT NULL DEFAULT '[]',
    "wordCount" INTEGER NOT NULL DEFAULT 0,
    "footer" TEXT NOT NULL DEFAULT '',
    "robots" TEXT NOT NULL DEFAULT '',
    "isSample" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "publishedAt" TIMESTAMPTZ(3) DEFAULT date_trunc('milliseconds'::text, CURRENT_TIMESTAMP),
    "keptDate" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),
    CONSTRAINT "Page_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Page_slug_key" ON "Page"("slug");
CREATE INDEX "Page_publishedAt_id_idx" ON "Page"("publishedAt", "id");
CREATE INDEX "Page_deletedAt_idx" ON "Page"("deletedAt");

-- What belongs to a page, by its owner's column.
ALTER TABLE "Redirect" ADD COLUMN "pageId" TEXT,
  ADD CONSTRAINT "Redirect_pageId_fkey" FOREIGN KEY ("pageId") REFERENCES "Page"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "PreviewLink" ADD COLUMN "pageId" TEXT,
  ADD CONSTRAINT "PreviewLink_pageId_fkey" FOREIGN KEY ("pageId") REFERENCES "Page"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  DROP CONSTRAINT "PreviewLink_of_one_row",
  ADD CONSTRAINT "PreviewLink_of_one_row" CHECK (num_nonnulls("noteId", "postId", "pageId") = 1);
ALTER TABLE "Revision" ADD COLUMN "pageId" TEXT,
  ADD CONSTRAINT "Revision_pageId_fkey" FOREIGN KEY ("pageId") REFERENCES "Page"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  DROP CONSTRAINT "Revision_of_one_row",
  ADD CONSTRAINT "Revision_of_one_row" CHECK (num_nonnulls("noteId", "postId", "pageId") = 1);
ALTER TABLE "SearchEntry" ADD COLUMN "pageId" TEXT,
  ADD CONSTRAINT "SearchEntry_pageId_fkey" FOREIGN KEY ("pageId") REFERENCES "Page"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "PreviewLink_pageId_idx" ON "PreviewLink"("pageId");
CREATE INDEX "Redirect_pageId_idx" ON "Redirect"("pageId");
CREATE INDEX "Revision_pageId_id_idx" ON "Revision"("pageId", "id");
CREATE UNIQUE INDEX "SearchEntry_pageId_key" ON "SearchEntry"("pageId");
DROP INDEX "WorkingCopy_text_key";
CREATE UNIQUE INDEX "WorkingCopy_text_key" ON "WorkingCopy" ((CASE WHEN "kind" IN ('note', 'post', 'page') THEN "key" END));

-- The keys of public pages (decision 026): "page:ID" and "page:SLUG" one, "pages" any of them; "all" where the footer, which
-- every page has, is another one by it.
CREATE FUNCTION page_changes_pages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  raised BIGINT;
  keys TEXT[] := ARRAY['page:' || OLD."id", 'page:' || NEW."id", 'page:' || OLD."slug", 'page:' || NEW."slug", 'pages'];
BEGIN
  IF (OLD."publishedAt" IS NULL OR OLD."deletedAt" IS NOT NULL)
    AND (NEW."publishedAt" IS NULL OR NEW."deletedAt" IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  raised := raise_page_revision();
  IF raised IS NULL THEN
    RETURN NULL;
  END IF;
  IF (coalesce(OLD."footer", '') <> '' OR coalesce(NEW."footer", '') <> '')
    AND (OLD."id", OLD."slug", OLD."title", OLD."footer", OLD."publishedAt", OLD."deletedAt")
    IS DISTINCT FROM (NEW."id", NEW."slug", NEW."title", NEW."footer", NEW."publishedAt", NEW."deletedAt") THEN
    PERFORM change_all_pages(raised);
  ELSE
    PERFORM change_pages(raised, array_remove(keys, NULL));
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER change_pages AFTER INSERT OR UPDATE OR DELETE ON "Page"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION page_changes_pages();
