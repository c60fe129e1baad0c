-- No release has the old name.
ALTER TABLE "RepoFact" RENAME COLUMN "lookedAt" TO "checkedAt";

ALTER INDEX "RepoFact_lookedAt_idx" RENAME TO "RepoFact_checkedAt_idx";
