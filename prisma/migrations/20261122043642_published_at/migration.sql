-- When a text is public: never (null, a draft), from a time in the future on (scheduled), or since one in the past, which
-- is the date everybody sees. What is there already is public since it was made.
-- The date is filled by a change of type, not by UPDATE: that rewrites the table without firing its triggers, and no
-- page shows anything new.
ALTER TABLE "Note" ADD COLUMN "publishedAt" TIMESTAMPTZ(3);
ALTER TABLE "Note" ALTER COLUMN "publishedAt" TYPE TIMESTAMPTZ(3) USING "createdAt";
ALTER TABLE "Post" ADD COLUMN "publishedAt" TIMESTAMPTZ(3);
ALTER TABLE "Post" ALTER COLUMN "publishedAt" TYPE TIMESTAMPTZ(3) USING "createdAt";

-- An insert that says nothing publishes at once, as before. Cut to milliseconds, because the column rounds: half of all
-- rows would be public up to half a millisecond after they were made.
ALTER TABLE "Note" ALTER COLUMN "publishedAt" SET DEFAULT date_trunc('milliseconds'::text, CURRENT_TIMESTAMP);
ALTER TABLE "Post" ALTER COLUMN "publishedAt" SET DEFAULT date_trunc('milliseconds'::text, CURRENT_TIMESTAMP);

-- One index is the order of every list, feed and neighbour, the range of what is public, the next time something becomes
-- public, and the drafts (which stand together at its end). Nothing is ordered by the row's own age any more.
DROP INDEX "Note_createdAt_id_idx";
DROP INDEX "Post_createdAt_id_idx";
CREATE INDEX "Note_publishedAt_id_idx" ON "Note"("publishedAt", "id");
CREATE INDEX "Post_publishedAt_id_idx" ON "Post"("publishedAt", "id");
