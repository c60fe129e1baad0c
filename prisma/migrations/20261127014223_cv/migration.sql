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

-- The keys of public pages (decision 026): whether there is a CV, home and others say, too.
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

CREATE CONSTRAINT TRIGGER change_pages AFTER INSERT OR UPDATE OR DELETE ON "Cv"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cv_changes_pages();
