CREATE TABLE "ViewSum" (
    "kind" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "start" TIMESTAMP(0) NOT NULL,
    "path" TEXT NOT NULL DEFAULT '',
    "value" TEXT NOT NULL DEFAULT '',
    "views" INTEGER NOT NULL,
    "visitors" INTEGER NOT NULL,

    CONSTRAINT "ViewSum_pkey" PRIMARY KEY ("kind", "unit", "start", "path", "value")
);

-- Finds whether a visitor was here before on this day; no query reads views by path any more.
DROP INDEX "PageView_path_createdAt_idx";
CREATE INDEX "PageView_visitor_createdAt_idx" ON "PageView"("visitor", "createdAt");

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

CREATE TABLE "JobRun" (
    "name" TEXT NOT NULL,
    "succeededAt" TIMESTAMPTZ(3),
    "failedAt" TIMESTAMPTZ(3),

    CONSTRAINT "JobRun_pkey" PRIMARY KEY ("name")
);
