-- AlterTable
ALTER TABLE "Note" ADD COLUMN     "tech" TEXT NOT NULL DEFAULT '';

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

-- CreateIndex
CREATE UNIQUE INDEX "Technology_slug_key" ON "Technology"("slug");

-- CreateIndex
CREATE INDEX "TechnologyAlias_technologyId_idx" ON "TechnologyAlias"("technologyId");

-- CreateIndex
CREATE INDEX "SearchEntry_techs_idx" ON "SearchEntry" USING GIN ("techs");

-- AddForeignKey
ALTER TABLE "TechnologyAlias" ADD CONSTRAINT "TechnologyAlias_technologyId_fkey" FOREIGN KEY ("technologyId") REFERENCES "Technology"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The keys of public pages (decision 026): "technologies" what is made with which, and "all" once a technology has another
-- name, address or text. A row that is there for the first time concerns only what names it.
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
