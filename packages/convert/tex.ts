/**
 * TeX as stored in `data-tex`: without line breaks, and with spaces in sequences that DOMPurify takes for the end of a
 * comment or a tag. Both mean the same in TeX.
 */
export function normaliseTex(tex: string): string {
  return tex
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/(--!?|\])>/g, '$1 >')
    .replace(/<\//g, '< /')
    .trim()
}
