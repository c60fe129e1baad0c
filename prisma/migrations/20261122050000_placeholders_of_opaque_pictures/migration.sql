-- Under a transparent picture its placeholder would show. Such a placeholder is a WebP file with an alpha channel, whose
-- first chunk after the header of 12 bytes is "VP8X".
UPDATE "Media" SET "placeholder" = '' WHERE "placeholder" LIKE 'data:image/webp;base64,________________VlA4W%';
