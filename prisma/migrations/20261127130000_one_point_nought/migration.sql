-- What came between 0.1.0 and 1.0.0. The data is changed while no trigger is there: no page shows anything new by it.

DROP TRIGGER raise_page_revision ON "Post";
DROP TRIGGER raise_page_revision ON "Note";
DROP TRIGGER raise_page_revision ON "SiteSettings";
DROP TRIGGER raise_page_revision ON "User";
DROP FUNCTION raise_page_revision();

-- DropIndex
DROP INDEX "Media_postId_createdAt_idx";

-- DropIndex
DROP INDEX "Note_createdAt_id_idx";

-- DropIndex
DROP INDEX "PageView_path_createdAt_idx";

-- DropIndex
DROP INDEX "Post_createdAt_id_idx";

-- AlterTable
ALTER TABLE "AuditEvent" ADD COLUMN     "via" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "Media" ADD COLUMN     "caption" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "deletedAt" TIMESTAMPTZ(3),
ADD COLUMN     "position" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "sourceHash" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "Note" ADD COLUMN     "isSample" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "keptDate" TIMESTAMPTZ(3),
ADD COLUMN     "publishedAt" TIMESTAMPTZ(3) DEFAULT date_trunc('milliseconds'::text, CURRENT_TIMESTAMP),
ADD COLUMN     "related" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "revisedAt" TIMESTAMPTZ(3),
ADD COLUMN     "series" CITEXT NOT NULL DEFAULT '',
ADD COLUMN     "slug" TEXT,
ADD COLUMN     "tech" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "Post" ADD COLUMN     "ended" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "forWhom" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "isPinned" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "isSample" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "keptDate" TIMESTAMPTZ(3),
ADD COLUMN     "licence" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "links" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "listedAt" TIMESTAMPTZ(3),
ADD COLUMN     "period" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "pinPosition" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "publishedAt" TIMESTAMPTZ(3) DEFAULT date_trunc('milliseconds'::text, CURRENT_TIMESTAMP),
ADD COLUMN     "rendered" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "role" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "slug" TEXT,
ADD COLUMN     "started" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "state" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "story" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "storyStamp" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "toc" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "usedBy" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "wordCount" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "SiteSettings" ADD COLUMN     "accentDark" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "addresses" TEXT NOT NULL DEFAULT 'id',
ADD COLUMN     "blogSubtitle" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "colophon" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "contactEmail" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "cvUrl" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "fediverse" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "fonts" TEXT NOT NULL DEFAULT 'book',
ADD COLUMN     "freeFrom" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "hero" TEXT NOT NULL DEFAULT 'portrait',
ADD COLUMN     "homeSections" JSONB NOT NULL DEFAULT '["projects", "competencies", "contact"]',
ADD COLUMN     "hubUrl" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "icon" TEXT NOT NULL DEFAULT 'initials',
ADD COLUMN     "place" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "profileLinks" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "scheme" TEXT NOT NULL DEFAULT 'system',
ADD COLUMN     "sharePortrait" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "timeZone" TEXT NOT NULL DEFAULT 'UTC',
ADD COLUMN     "untouched" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "ApiToken" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "lastFour" TEXT NOT NULL,
    "scopes" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RepoFact" (
    "postId" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "report" TEXT NOT NULL DEFAULT '',
    "checkedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RepoFact_pkey" PRIMARY KEY ("postId")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "Redirect" (
    "id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "noteId" TEXT,
    "postId" TEXT,
    "pageId" TEXT,
    "target" TEXT,
    "origin" TEXT NOT NULL,
    "hits" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Redirect_pkey" PRIMARY KEY ("id")
);

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

-- CreateTable
CREATE TABLE "PreviewLink" (
    "id" TEXT NOT NULL,
    "noteId" TEXT,
    "postId" TEXT,
    "pageId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PreviewLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Revision" (
    "id" SERIAL NOT NULL,
    "noteId" TEXT,
    "postId" TEXT,
    "pageId" TEXT,
    "authorId" TEXT NOT NULL,
    "authorName" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "fields" JSONB NOT NULL,
    "stamp" TEXT NOT NULL,
    "words" INTEGER NOT NULL,
    "pictures" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Job" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "actorId" TEXT NOT NULL DEFAULT '',
    "claim" TEXT NOT NULL DEFAULT '',
    "claimedUntil" TIMESTAMPTZ(3),
    "cursor" INTEGER NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "options" JSONB,
    "look" JSONB,
    "outcome" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "JobPart" (
    "jobId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "JobPart_pkey" PRIMARY KEY ("jobId","number")
);

-- CreateTable
CREATE TABLE "ImportedItem" (
    "id" TEXT NOT NULL,
    "jobId" TEXT,
    "source" TEXT NOT NULL,
    "identity" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "rowId" TEXT NOT NULL,
    "noteId" TEXT,
    "postId" TEXT,
    "pageId" TEXT,
    "hash" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "copyVersion" INTEGER NOT NULL DEFAULT 0,
    "before" JSONB,

    CONSTRAINT "ImportedItem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WorkingCopy" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "isNew" BOOLEAN NOT NULL,
    "baseVersion" INTEGER NOT NULL,
    "base" JSONB NOT NULL,
    "fields" JSONB NOT NULL,
    "bytes" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "writer" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WorkingCopy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "EndedForm" (
    "writer" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "endedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "EndedForm_pkey" PRIMARY KEY ("writer")
);

-- CreateTable
CREATE TABLE "ViewSum" (
    "kind" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "start" TIMESTAMP(0) NOT NULL,
    "path" TEXT NOT NULL DEFAULT '',
    "value" TEXT NOT NULL DEFAULT '',
    "views" INTEGER NOT NULL,
    "visitors" INTEGER NOT NULL,

    CONSTRAINT "ViewSum_pkey" PRIMARY KEY ("kind","unit","start","path","value")
);

-- CreateTable
CREATE TABLE "JobRun" (
    "name" TEXT NOT NULL,
    "succeededAt" TIMESTAMPTZ(3),
    "failedAt" TIMESTAMPTZ(3),

    CONSTRAINT "JobRun_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "Cv" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "document" TEXT NOT NULL DEFAULT '',
    "showPhoto" BOOLEAN NOT NULL DEFAULT false,
    "showPhone" BOOLEAN NOT NULL DEFAULT false,
    "showEmail" BOOLEAN NOT NULL DEFAULT false,
    "showAddress" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Cv_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PageKey" (
    "revision" BIGINT NOT NULL,
    "key" TEXT NOT NULL,

    CONSTRAINT "PageKey_pkey" PRIMARY KEY ("revision","key")
);

-- CreateTable
CREATE TABLE "SearchEntry" (
    "id" TEXT NOT NULL,
    "noteId" TEXT,
    "postId" TEXT,
    "pageId" TEXT,
    "head" tsvector NOT NULL,
    "words" tsvector NOT NULL,
    "text" TEXT NOT NULL,
    "techs" TEXT[],
    "links" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "rowVersion" INTEGER NOT NULL,
    "indexVersion" INTEGER NOT NULL,

    CONSTRAINT "SearchEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LinkCheck" (
    "address" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "checkedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LinkCheck_pkey" PRIMARY KEY ("address")
);

-- CreateTable
CREATE TABLE "Technology" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "Technology_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TechnologyAlias" (
    "key" TEXT NOT NULL,
    "technologyId" TEXT NOT NULL,

    CONSTRAINT "TechnologyAlias_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "SearchWord" (
    "word" TEXT NOT NULL,
    "forward" BYTEA NOT NULL,
    "backward" BYTEA NOT NULL,

    CONSTRAINT "SearchWord_pkey" PRIMARY KEY ("word")
);

-- CreateIndex
CREATE UNIQUE INDEX "ApiToken_hash_key" ON "ApiToken"("hash");

-- CreateIndex
CREATE INDEX "ApiToken_userId_idx" ON "ApiToken"("userId");

-- CreateIndex
CREATE INDEX "RepoFact_checkedAt_idx" ON "RepoFact"("checkedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Page_slug_key" ON "Page"("slug");

-- CreateIndex
CREATE INDEX "Page_publishedAt_id_idx" ON "Page"("publishedAt", "id");

-- CreateIndex
CREATE INDEX "Page_deletedAt_idx" ON "Page"("deletedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Redirect_source_key" ON "Redirect"("source");

-- CreateIndex
CREATE INDEX "Redirect_noteId_idx" ON "Redirect"("noteId");

-- CreateIndex
CREATE INDEX "Redirect_postId_idx" ON "Redirect"("postId");

-- CreateIndex
CREATE INDEX "Redirect_pageId_idx" ON "Redirect"("pageId");

-- CreateIndex
CREATE INDEX "PreviewLink_noteId_idx" ON "PreviewLink"("noteId");

-- CreateIndex
CREATE INDEX "PreviewLink_postId_idx" ON "PreviewLink"("postId");

-- CreateIndex
CREATE INDEX "PreviewLink_pageId_idx" ON "PreviewLink"("pageId");

-- CreateIndex
CREATE INDEX "Revision_noteId_id_idx" ON "Revision"("noteId", "id");

-- CreateIndex
CREATE INDEX "Revision_postId_id_idx" ON "Revision"("postId", "id");

-- CreateIndex
CREATE INDEX "Revision_pageId_id_idx" ON "Revision"("pageId", "id");

-- CreateIndex
CREATE INDEX "Job_kind_createdAt_idx" ON "Job"("kind", "createdAt");

-- CreateIndex
CREATE INDEX "ImportedItem_jobId_idx" ON "ImportedItem"("jobId");

-- CreateIndex
CREATE INDEX "ImportedItem_noteId_idx" ON "ImportedItem"("noteId");

-- CreateIndex
CREATE INDEX "ImportedItem_postId_idx" ON "ImportedItem"("postId");

-- CreateIndex
CREATE INDEX "ImportedItem_pageId_idx" ON "ImportedItem"("pageId");

-- CreateIndex
CREATE UNIQUE INDEX "ImportedItem_source_identity_key" ON "ImportedItem"("source", "identity");

-- CreateIndex
CREATE INDEX "WorkingCopy_updatedAt_idx" ON "WorkingCopy"("updatedAt");

-- CreateIndex
CREATE UNIQUE INDEX "WorkingCopy_ownerId_key_key" ON "WorkingCopy"("ownerId", "key");

-- CreateIndex
CREATE INDEX "EndedForm_endedAt_idx" ON "EndedForm"("endedAt");

-- CreateIndex
CREATE UNIQUE INDEX "SearchEntry_noteId_key" ON "SearchEntry"("noteId");

-- CreateIndex
CREATE UNIQUE INDEX "SearchEntry_postId_key" ON "SearchEntry"("postId");

-- CreateIndex
CREATE UNIQUE INDEX "SearchEntry_pageId_key" ON "SearchEntry"("pageId");

-- CreateIndex
CREATE INDEX "SearchEntry_head_idx" ON "SearchEntry" USING GIN ("head");

-- CreateIndex
CREATE INDEX "SearchEntry_words_idx" ON "SearchEntry" USING GIN ("words");

-- CreateIndex
CREATE INDEX "SearchEntry_techs_idx" ON "SearchEntry" USING GIN ("techs");

-- CreateIndex
CREATE UNIQUE INDEX "Technology_slug_key" ON "Technology"("slug");

-- CreateIndex
CREATE INDEX "TechnologyAlias_technologyId_idx" ON "TechnologyAlias"("technologyId");

-- CreateIndex
CREATE INDEX "SearchWord_forward_idx" ON "SearchWord"("forward");

-- CreateIndex
CREATE INDEX "SearchWord_backward_idx" ON "SearchWord"("backward");

-- CreateIndex
CREATE INDEX "Media_postId_position_idx" ON "Media"("postId", "position");

-- CreateIndex
CREATE INDEX "Media_sourceHash_idx" ON "Media"("sourceHash");

-- CreateIndex
CREATE INDEX "Media_url_idx" ON "Media"("url");

-- CreateIndex
CREATE UNIQUE INDEX "Note_slug_key" ON "Note"("slug");

-- CreateIndex
CREATE INDEX "Note_publishedAt_id_idx" ON "Note"("publishedAt", "id");

-- CreateIndex
CREATE INDEX "Note_series_idx" ON "Note"("series");

-- CreateIndex
CREATE INDEX "PageView_visitor_createdAt_idx" ON "PageView"("visitor", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Post_slug_key" ON "Post"("slug");

-- CreateIndex
CREATE INDEX "Post_publishedAt_id_idx" ON "Post"("publishedAt", "id");

-- CreateIndex
CREATE INDEX "Post_isPinned_pinPosition_listedAt_id_idx" ON "Post"("isPinned" DESC, "pinPosition", "listedAt" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RepoFact" ADD CONSTRAINT "RepoFact_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Redirect" ADD CONSTRAINT "Redirect_noteId_fkey" FOREIGN KEY ("noteId") REFERENCES "Note"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Redirect" ADD CONSTRAINT "Redirect_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Redirect" ADD CONSTRAINT "Redirect_pageId_fkey" FOREIGN KEY ("pageId") REFERENCES "Page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PreviewLink" ADD CONSTRAINT "PreviewLink_noteId_fkey" FOREIGN KEY ("noteId") REFERENCES "Note"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PreviewLink" ADD CONSTRAINT "PreviewLink_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PreviewLink" ADD CONSTRAINT "PreviewLink_pageId_fkey" FOREIGN KEY ("pageId") REFERENCES "Page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Revision" ADD CONSTRAINT "Revision_noteId_fkey" FOREIGN KEY ("noteId") REFERENCES "Note"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Revision" ADD CONSTRAINT "Revision_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Revision" ADD CONSTRAINT "Revision_pageId_fkey" FOREIGN KEY ("pageId") REFERENCES "Page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JobPart" ADD CONSTRAINT "JobPart_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportedItem" ADD CONSTRAINT "ImportedItem_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportedItem" ADD CONSTRAINT "ImportedItem_noteId_fkey" FOREIGN KEY ("noteId") REFERENCES "Note"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportedItem" ADD CONSTRAINT "ImportedItem_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportedItem" ADD CONSTRAINT "ImportedItem_pageId_fkey" FOREIGN KEY ("pageId") REFERENCES "Page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WorkingCopy" ADD CONSTRAINT "WorkingCopy_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SearchEntry" ADD CONSTRAINT "SearchEntry_noteId_fkey" FOREIGN KEY ("noteId") REFERENCES "Note"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SearchEntry" ADD CONSTRAINT "SearchEntry_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SearchEntry" ADD CONSTRAINT "SearchEntry_pageId_fkey" FOREIGN KEY ("pageId") REFERENCES "Page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TechnologyAlias" ADD CONSTRAINT "TechnologyAlias_technologyId_fkey" FOREIGN KEY ("technologyId") REFERENCES "Technology"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- When a text is public: never (null, a draft), from a time in the future on (scheduled), or since one in the past, which
-- is the date everybody sees. What is there already is public since it was made.
UPDATE "Note" SET "publishedAt" = "createdAt", "revisedAt" = CASE WHEN "createdAt" < "updatedAt" THEN "updatedAt" END;
UPDATE "Post" SET "publishedAt" = "createdAt", "listedAt" = "createdAt";

-- Under a transparent picture its placeholder would show. Such a placeholder is a WebP file with an alpha channel, whose
-- first chunk after the header of 12 bytes is "VP8X".
UPDATE "Media" SET "placeholder" = '' WHERE "placeholder" LIKE 'data:image/webp;base64,________________VlA4W%';

-- Texts are composed (NFC) when they are written, so that the same letters are the same text, however they were typed.
-- Here what was stored before. Rich text is not: composed as a whole, a tag's ">" and U+0338 after it would become one
-- letter. The sanitiser composes the texts inside, when the maintenance cleans stored texts anew.
DO $$
BEGIN
  -- normalize() knows no other encoding.
  IF getdatabaseencoding() <> 'UTF8' THEN
    RETURN;
  END IF;
  UPDATE "Note" SET "title" = normalize("title"), "about" = normalize("about")
    WHERE ("title" || ' ' || "about") IS NOT NFC NORMALIZED;
  UPDATE "Post" SET "title" = normalize("title"), "description" = normalize("description"), "tech" = normalize("tech")
    WHERE ("title" || ' ' || "description" || ' ' || "tech") IS NOT NFC NORMALIZED;
  UPDATE "User" SET "name" = normalize("name") WHERE "name" IS NOT NFC NORMALIZED;
  UPDATE "Media" SET "alt" = normalize("alt") WHERE "alt" IS NOT NFC NORMALIZED;
  UPDATE "SiteSettings" SET
    "ownerName" = normalize("ownerName"), "titleLine" = normalize("titleLine"), "bio" = normalize("bio"),
    "contactNote" = normalize("contactNote"), "competencies" = normalize("competencies"::text)::jsonb;
  -- The log is searched by these names.
  UPDATE "AuditEvent" SET "subjectName" = normalize("subjectName"), "actorName" = normalize("actorName")
    WHERE ("subjectName" || ' ' || "actorName") IS NOT NFC NORMALIZED;
END
$$;

-- What was counted before, with days in UTC: nobody knows in which zone they were meant. A visitor counts where their
-- first view of that day is, as countSums() counts them.
CREATE TEMPORARY TABLE "Counted" AS
SELECT "path", "referrerHost", "device",
       date_trunc('hour', "createdAt" AT TIME ZONE 'UTC') AS "hour",
       row_number() OVER (PARTITION BY "visitor", date_trunc('day', "createdAt" AT TIME ZONE 'UTC') ORDER BY "createdAt", "id") = 1 AS "day_first",
       row_number() OVER (PARTITION BY "visitor", "path", date_trunc('day', "createdAt" AT TIME ZONE 'UTC') ORDER BY "createdAt", "id") = 1 AS "day_path_first",
       row_number() OVER (PARTITION BY "visitor", date_trunc('hour', "createdAt" AT TIME ZONE 'UTC') ORDER BY "createdAt", "id") = 1 AS "hour_first",
       row_number() OVER (PARTITION BY "visitor", "path", date_trunc('hour', "createdAt" AT TIME ZONE 'UTC') ORDER BY "createdAt", "id") = 1 AS "hour_path_first"
FROM "PageView";

INSERT INTO "ViewSum" ("kind", "unit", "start", "path", "value", "views", "visitors")
SELECT s."kind", s."unit", s."start", s."path", s."value", count(*), count(*) FILTER (WHERE s."first")
FROM "Counted" c
CROSS JOIN LATERAL (
  SELECT k."kind", u."unit", date_trunc(u."unit", c."hour") AS "start", p."path", k."value",
         CASE WHEN u."unit" = 'hour' THEN CASE WHEN p."path" = '' THEN c."hour_first" ELSE c."hour_path_first" END
              ELSE CASE WHEN p."path" = '' THEN c."day_first" ELSE c."day_path_first" END END AS "first"
  FROM (VALUES ('views', ''), ('referrer', c."referrerHost"), ('device', c."device")) k("kind", "value"),
       (VALUES ('hour'), ('day'), ('month')) u("unit"),
       (VALUES (''), (c."path")) p("path")
  WHERE (u."unit" <> 'hour' OR k."kind" = 'views') AND (k."kind" = 'views' OR k."value" <> '')
) s
GROUP BY 1, 2, 3, 4, 5;

DROP TABLE "Counted";

-- Expressions, of which prisma/schema.prisma knows nothing.
-- For the filter of the tables: with the title beside its lower case, counting reads the index alone.
CREATE INDEX "Note_title_lower_idx" ON "Note" (lower("title")) INCLUDE ("title") WHERE "deletedAt" IS NULL;
CREATE INDEX "Post_title_lower_idx" ON "Post" (lower("title")) INCLUDE ("title") WHERE "deletedAt" IS NULL;
-- One text for each note, project and page; the copies of other forms are each their owner's.
CREATE UNIQUE INDEX "WorkingCopy_text_key" ON "WorkingCopy" ((CASE WHEN "kind" IN ('note', 'post', 'page') THEN "key" END));
ALTER TABLE "PreviewLink" ADD CONSTRAINT "PreviewLink_of_one_row" CHECK (num_nonnulls("noteId", "postId", "pageId") = 1);
ALTER TABLE "Revision" ADD CONSTRAINT "Revision_of_one_row" CHECK (num_nonnulls("noteId", "postId", "pageId") = 1);

-- What the addresses in a text end with that may be those of stored pictures: their names have more than 20 characters,
-- and an index takes no end of any length.
CREATE FUNCTION pictures_in(html text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT DISTINCT left(found[1], 200) FROM regexp_matches(html, '/([A-Za-z0-9_.-]{20,})', 'g') AS found)
$$;
CREATE FUNCTION pictures_in(ends text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT DISTINCT left(found, 200) FROM unnest(ends) AS found WHERE length(found) >= 20)
$$;

-- Who shows a picture is looked up here, not read out of the texts: each save writes its part. Not of profiles: such an
-- index never shrinks, and members would fill it with names they invent.
CREATE INDEX "Note_pictures_idx" ON "Note" USING GIN (pictures_in("description"));
CREATE INDEX "Post_pictures_idx" ON "Post" USING GIN (pictures_in("story"));
CREATE INDEX "Page_pictures_idx" ON "Page" USING GIN (pictures_in("description"));
CREATE INDEX "WorkingCopy_pictures_idx" ON "WorkingCopy" USING GIN (pictures_in("fields"::text));
CREATE INDEX "Revision_pictures_idx" ON "Revision" USING GIN (pictures_in("pictures"));

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

-- A revision says what it changed by keys (decision 026), which lib/routes/public-pages.ts maps to addresses: "note:ID" and
-- "note:SLUG" a note, "notes" any note, "note-titles" what others show of one, "post:…", "posts", "page:…", "pages",
-- "user:ID", "technologies" what is made with which, "all".

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
    DELETE FROM "PageKey" WHERE "revision" <= raised::bigint - 1000;
  END IF;
  RETURN raised::bigint;
END
$$;

CREATE FUNCTION change_all_pages(raised BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "PageKey" WHERE "revision" = raised;
  INSERT INTO "PageKey" ("revision", "key") VALUES (raised, 'all');
  PERFORM set_config('colophon.pages_changed', 'all', true);
END
$$;

CREATE FUNCTION change_pages(raised BIGINT, keys TEXT[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "PageKey" ("revision", "key") SELECT raised, unnest(keys) ON CONFLICT DO NOTHING;
  -- An import: a list as long as the cache is no shorter way to say it.
  IF (SELECT count(*) FROM "PageKey" WHERE "revision" = raised) > 200 THEN
    PERFORM change_all_pages(raised);
  END IF;
END
$$;

-- What is scheduled counts as shown: pages that will show it have to end by then. Another spelling of a series is shown too.
CREATE FUNCTION note_changes_pages() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION post_changes_pages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  raised BIGINT;
  keys TEXT[] := ARRAY['post:' || OLD."id", 'post:' || NEW."id", 'post:' || OLD."slug", 'post:' || NEW."slug", 'posts'];
BEGIN
  IF (OLD."publishedAt" IS NULL OR OLD."deletedAt" IS NOT NULL)
    AND (NEW."publishedAt" IS NULL OR NEW."deletedAt" IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  raised := raise_page_revision();
  IF raised IS NOT NULL THEN
    PERFORM change_pages(raised, array_remove(keys, NULL));
  END IF;
  RETURN NULL;
END
$$;

-- "all" where the footer, which every page has, is another one.
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
    PERFORM change_pages(raised, ARRAY['user:' || OLD."id"]);
  END IF;
  RETURN NULL;
END
$$;

-- "all" once a technology has another name, address or text. A row that is there for the first time concerns only what
-- names it.
CREATE FUNCTION technology_changes_pages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  raised BIGINT := raise_page_revision();
BEGIN
  IF raised IS NULL THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' OR TG_TABLE_NAME = 'SearchEntry' THEN
    PERFORM change_pages(raised, ARRAY['technologies']);
  ELSE
    PERFORM change_all_pages(raised);
  END IF;
  RETURN NULL;
END
$$;

-- Whether there is a CV, home and others say, too.
CREATE FUNCTION cv_changes_pages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  raised BIGINT := raise_page_revision();
BEGIN
  IF raised IS NOT NULL THEN
    PERFORM change_all_pages(raised);
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
CREATE CONSTRAINT TRIGGER change_pages AFTER INSERT OR UPDATE OR DELETE ON "Page"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION page_changes_pages();
CREATE CONSTRAINT TRIGGER change_pages AFTER INSERT OR UPDATE OR DELETE ON "Cv"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cv_changes_pages();
CREATE CONSTRAINT TRIGGER change_pages AFTER INSERT OR UPDATE OR DELETE ON "Technology"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION technology_changes_pages();
CREATE CONSTRAINT TRIGGER change_pages AFTER INSERT OR UPDATE OR DELETE ON "TechnologyAlias"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION technology_changes_pages();
-- Titles and dates have keys of their own: only what a row is made with.
CREATE CONSTRAINT TRIGGER change_pages_of_insert AFTER INSERT ON "SearchEntry"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW."techs" <> '{}') EXECUTE FUNCTION technology_changes_pages();
CREATE CONSTRAINT TRIGGER change_pages_of_update AFTER UPDATE ON "SearchEntry"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD."techs" IS DISTINCT FROM NEW."techs")
  EXECUTE FUNCTION technology_changes_pages();
CREATE CONSTRAINT TRIGGER change_pages_of_delete AFTER DELETE ON "SearchEntry"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD."techs" <> '{}') EXECUTE FUNCTION technology_changes_pages();
