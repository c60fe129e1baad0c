-- What the addresses in a text end with that may be those of stored pictures: their names have more than 20 characters,
-- and an index takes no end of any length.
CREATE FUNCTION pictures_in(html text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT DISTINCT left(found[1], 200) FROM regexp_matches(html, '/([A-Za-z0-9_.-]{20,})', 'g') AS found)
$$;
CREATE FUNCTION pictures_in(ends text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT DISTINCT left(found, 200) FROM unnest(ends) AS found WHERE length(found) >= 20)
$$;

-- Who shows a picture is looked up here, not read out of the texts: each save writes its part.
CREATE INDEX "Note_pictures_idx" ON "Note" USING GIN (pictures_in("description"));
CREATE INDEX "Post_pictures_idx" ON "Post" USING GIN (pictures_in("story"));
CREATE INDEX "Page_pictures_idx" ON "Page" USING GIN (pictures_in("description"));
CREATE INDEX "User_pictures_idx" ON "User" USING GIN (pictures_in("about"));
CREATE INDEX "WorkingCopy_pictures_idx" ON "WorkingCopy" USING GIN (pictures_in("fields"::text));
CREATE INDEX "Revision_pictures_idx" ON "Revision" USING GIN (pictures_in("pictures"));
