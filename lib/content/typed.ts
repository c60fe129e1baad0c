/*
 * What people type where another form of the same signs can never be meant: input methods write digits and signs in full
 * width, and chats and web pages add signs that nobody sees.
 */

const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Beyond what NFKC makes one: the full stops of input methods for Chinese and Japanese. */
const FULL_STOPS = /[\u3002]/g

/** An e-mail address as it looks. */
export function typedEmail(text: string): string {
  return text.normalize('NFKC').replace(FULL_STOPS, '.').replace(UNSEEN, '').trim()
}

/** A code as it looks: without what sets its parts off, its digits from 0 to 9. */
export function typedCode(text: string): string {
  return text
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(/[\s\p{Pd}\p{Po}_]/gu, '')
    .replace(/\p{Nd}/gu, (digit) => String(valueOfDigit(digit)))
}

/** The digits of a script stand in a row from 0 to 9. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}
