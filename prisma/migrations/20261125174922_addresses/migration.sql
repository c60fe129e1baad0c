-- AlterTable
ALTER TABLE "Note" ADD COLUMN     "slug" TEXT;

-- AlterTable
ALTER TABLE "Post" ADD COLUMN     "slug" TEXT;

-- CreateTable
CREATE TABLE "Redirect" (
    "id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "noteId" TEXT,
    "postId" TEXT,
    "origin" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Redirect_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Redirect_source_key" ON "Redirect"("source");

-- CreateIndex
CREATE INDEX "Redirect_noteId_idx" ON "Redirect"("noteId");

-- CreateIndex
CREATE INDEX "Redirect_postId_idx" ON "Redirect"("postId");

-- CreateIndex
CREATE UNIQUE INDEX "Note_slug_key" ON "Note"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "Post_slug_key" ON "Post"("slug");

-- AddForeignKey
ALTER TABLE "Redirect" ADD CONSTRAINT "Redirect_noteId_fkey" FOREIGN KEY ("noteId") REFERENCES "Note"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Redirect" ADD CONSTRAINT "Redirect_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A page is known by its id and by its slug, and dropped by either.
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
  IF (OLD."id", OLD."slug", OLD."title", OLD."about", OLD."publishedAt", OLD."deletedAt")
    IS DISTINCT FROM (NEW."id", NEW."slug", NEW."title", NEW."about", NEW."publishedAt", NEW."deletedAt") THEN
    keys := keys || ARRAY['note-titles'];
  END IF;
  PERFORM change_pages(raised, array_remove(keys, NULL));
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION post_changes_pages() RETURNS trigger LANGUAGE plpgsql AS $$
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
