// Scripts that put no space between words: there each character counts as a word, as word processors do.
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+(?:['’.,_-][\p{L}\p{N}\p{M}]+)*/gu

export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0
}
