-- For the filter of the tables: with the title beside its lower case, counting reads the index alone.
CREATE INDEX "Note_title_lower_idx" ON "Note" (lower("title")) INCLUDE ("title") WHERE "deletedAt" IS NULL;
CREATE INDEX "Post_title_lower_idx" ON "Post" (lower("title")) INCLUDE ("title") WHERE "deletedAt" IS NULL;
