-- A creation names its row's id, and needs no key beside it. Nothing has read "PageChange" since "PageKey" is there.
DROP TABLE "IdempotencyKey";
DROP TABLE "PageChange";
