-- What somebody has typed and not published was one copy for each admin and text. A draft is written itself from now on,
-- and beside what is public there is one text for each row.

-- CreateTable
CREATE TABLE "EndedForm" (
    "writer" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "endedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "EndedForm_pkey" PRIMARY KEY ("writer")
);

-- CreateIndex
CREATE INDEX "EndedForm_endedAt_idx" ON "EndedForm"("endedAt");

-- What has no row becomes a draft: the copy written last, under its key. Its HTML is cleaned when it is read, because it
-- has the stamp of no sanitiser.
INSERT INTO "Note" ("id", "title", "about", "description", "publishedAt", "createdAt", "updatedAt")
SELECT DISTINCT ON ("key") "key", left(trim(coalesce("fields"->>'title', '')), 200),
  left(trim(coalesce("fields"->>'about', '')), 500), coalesce("fields"->>'description', ''), NULL, "createdAt", "updatedAt"
FROM "WorkingCopy" AS copy
WHERE "kind" = 'note' AND NOT EXISTS (SELECT FROM "Note" WHERE "id" = copy."key")
ORDER BY "key", "updatedAt" DESC, "id" DESC;

INSERT INTO "Post" ("id", "title", "description", "repo", "link", "tech", "role", "forWhom", "period", "state", "publishedAt", "createdAt", "updatedAt")
SELECT DISTINCT ON ("key") "key", left(trim(coalesce("fields"->>'title', '')), 200),
  left(trim(coalesce("fields"->>'description', '')), 20000),
  CASE WHEN "fields"->>'repo' ~* '^https?://\S+$' AND length("fields"->>'repo') <= 2000 THEN "fields"->>'repo' ELSE '' END,
  CASE WHEN "fields"->>'link' ~* '^https?://\S+$' AND length("fields"->>'link') <= 2000 THEN "fields"->>'link' ELSE '' END,
  left(trim(coalesce("fields"->>'tech', '')), 500),
  left(trim(coalesce("fields"->>'role', '')), 120), left(trim(coalesce("fields"->>'forWhom', '')), 120),
  left(trim(coalesce("fields"->>'period', '')), 120), left(trim(coalesce("fields"->>'state', '')), 120),
  NULL, "createdAt", "updatedAt"
FROM "WorkingCopy" AS copy
WHERE "kind" = 'post' AND NOT EXISTS (SELECT FROM "Post" WHERE "id" = copy."key")
ORDER BY "key", "updatedAt" DESC, "id" DESC;

-- Their pictures, which were chosen and belong to no project yet.
UPDATE "Media" SET "postId" = copy."key", "position" = 0, "alt" = left(trim(coalesce(copy."fields"->>'alt', '')), 300)
FROM (
  SELECT DISTINCT ON ("key") "key", "fields" FROM "WorkingCopy"
  WHERE "kind" = 'post' ORDER BY "key", "updatedAt" DESC, "id" DESC
) AS copy
JOIN "Post" ON "Post"."id" = copy."key" AND "Post"."publishedAt" IS NULL
WHERE "Media"."postId" IS NULL AND "Media"."id" = substring(copy."fields"->>'image' FROM '"_id":"([0-9a-f-]{36})"')
  AND NOT EXISTS (SELECT FROM "Media" AS other WHERE other."postId" = copy."key")
  AND NOT EXISTS (SELECT FROM "SiteSettings" WHERE "avatarId" = "Media"."id");

-- Of several admins' copies of one row the one written last is its text; the others are revisions, their writers' alone.
WITH earlier AS (
  DELETE FROM "WorkingCopy" AS copy WHERE "kind" IN ('note', 'post') AND EXISTS (
    SELECT FROM "WorkingCopy" AS later WHERE later."key" = copy."key" AND later."kind" = copy."kind"
      AND (later."updatedAt", later."id") > (copy."updatedAt", copy."id"))
  RETURNING *
)
INSERT INTO "Revision" ("noteId", "postId", "authorId", "authorName", "status", "fields", "stamp", "words", "pictures", "createdAt", "updatedAt")
SELECT
  CASE WHEN "kind" = 'note' THEN "key" END, CASE WHEN "kind" = 'post' THEN "key" END,
  "ownerId", "User"."name", 'copy', revision.fields, '', 0,
  ARRAY(SELECT DISTINCT found[1] FROM regexp_matches(revision.fields::text, '/([A-Za-z0-9_.-]+)(?=["\\?#])', 'g') AS found),
  earlier."createdAt", earlier."updatedAt"
FROM earlier
JOIN "User" ON "User"."id" = "ownerId"
CROSS JOIN LATERAL (SELECT CASE "kind"
  WHEN 'note' THEN jsonb_build_object('title', coalesce("fields"->>'title', ''), 'about', coalesce("fields"->>'about', ''),
    'description', coalesce("fields"->>'description', ''))
  ELSE ("fields" - 'image' - 'alt')
    || jsonb_build_object('title', coalesce("fields"->>'title', ''), 'description', coalesce("fields"->>'description', ''),
      'repo', coalesce("fields"->>'repo', ''), 'link', coalesce("fields"->>'link', ''), 'tech', coalesce("fields"->>'tech', ''))
    || jsonb_build_object('image', coalesce((
      SELECT jsonb_agg(jsonb_build_object('url', "url", 'alt', "alt", 'width', "width", 'height', "height", 'placeholder', "placeholder") ORDER BY "position", "id")
      FROM "Media" WHERE "postId" = earlier."key"), '[]'))
  END AS fields) AS revision
ORDER BY earlier."updatedAt", earlier."id";

-- What is left beside a draft that was made above: what its row could not hold.
UPDATE "WorkingCopy" AS copy SET "isNew" = false, "baseVersion" = 1,
  "base" = "fields" || jsonb_build_object('title', "Note"."title", 'about', "Note"."about")
FROM "Note" WHERE "kind" = 'note' AND "Note"."id" = "key" AND "Note"."publishedAt" IS NULL AND "Note"."version" = 1
  AND "Note"."createdAt" = copy."createdAt" AND "Note"."updatedAt" = copy."updatedAt";

UPDATE "WorkingCopy" AS copy SET "isNew" = false, "baseVersion" = 1,
  "base" = "fields" || jsonb_build_object('title', "Post"."title", 'description', "Post"."description", 'repo', "repo", 'link', "link", 'tech', "tech",
    'role', "role", 'forWhom', "forWhom", 'period', "period", 'state', "state")
FROM "Post" WHERE "kind" = 'post' AND "Post"."id" = "key" AND "Post"."publishedAt" IS NULL AND "Post"."version" = 1
  AND "Post"."createdAt" = copy."createdAt" AND "Post"."updatedAt" = copy."updatedAt";

-- One text for each note and project; the copies of other forms are each their owner's.
CREATE UNIQUE INDEX "WorkingCopy_text_key" ON "WorkingCopy" ((CASE WHEN "kind" IN ('note', 'post') THEN "key" END));
