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
    "contactNote" = normalize("contactNote"), "colophon" = normalize("colophon"),
    "blogSubtitle" = normalize("blogSubtitle"), "competencies" = normalize("competencies"::text)::jsonb,
    "profileLinks" = (
      SELECT coalesce(jsonb_agg(link || jsonb_build_object('label', normalize(link->>'label')) ORDER BY place), '[]')
      FROM jsonb_array_elements("profileLinks") WITH ORDINALITY AS links(link, place)
    );
  -- The log is searched by these names.
  UPDATE "AuditEvent" SET "subjectName" = normalize("subjectName"), "actorName" = normalize("actorName")
    WHERE ("subjectName" || ' ' || "actorName") IS NOT NFC NORMALIZED;
END
$$;
