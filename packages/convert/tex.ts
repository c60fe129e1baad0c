/** TeX on one line, with spaces in sequences that end comments and tags of HTML: the same in TeX. */
export function normaliseTex(tex: string): string {
  return tex
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/(--!?|\])>/g, '$1 >')
    .replace(/<\//g, '< /')
    .trim()
}
