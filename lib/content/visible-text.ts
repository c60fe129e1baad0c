/** Nothing is seen of these: spaces, control characters, joiners, fillers, variation selectors, tags, blank signs. */
const BLANK = /[\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{1D159}]/u
/** A combining mark alone is nothing to read either. */
const VISIBLE = /[^\p{M}\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{1D159}]/u
const LINE_BREAKS_AND_TABS = /[\t\n\v\f\r\u0085]+/g
/** Also embeddings, overrides and isolates, which reorder the surrounding text; direction marks do not. */
const CONTROLS = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
const NUL = '\u0000'
/** Belongs to the sign before it: which variant of it is meant, the rest of a flag. */
const ATTACHED = /^(?:\p{Variation_Selector}|[\u{E0020}-\u{E007F}]+)/u
const JOINER = '\u200D'
/** Invisible; what does nothing where it stands makes of one name another that looks the same. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u
const NON_JOINER = '\u200C'
const SOFT_HYPHEN = '\u00AD'
const WORD_SPACE = '\u200B'
const KEYCAP = '\u20E3'
const BLACK_FLAG = '\u{1F3F4}'
const DIRECTION_MARK = /[\u200E\u200F\u061C]/
const RIGHT_TO_LEFT =
  /(?!\u061C)[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}\p{sc=Samaritan}\p{sc=Mandaic}]/u
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\uFE0F/u
/** Whose forms a variation selector chooses; of digits only as keys. */
const HAS_VARIANTS = /[\p{Extended_Pictographic}\p{S}\p{P}\p{sc=Han}\p{sc=Mongolian}\p{sc=Myanmar}\p{sc=Phags_Pa}]/u
const UNSPACED = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
/** After these a joiner chooses a form also where nothing follows: Persian "ه‍", half letters of Hindi. */
const TAKES_JOINER = /(?!\p{sc=Inherited})[\p{M}\p{scx=Arabic}\p{scx=Syriac}\p{scx=Nko}\p{sc=Mongolian}\p{scx=Adlam}]/u

/** Whether a reader sees anything of a text. */
export function hasVisibleCharacter(text: string): boolean {
  return VISIBLE.test(text)
}

/**
 * A text as one line: line breaks and tabs as a space, without other control characters (NUL stays, for it is refused)
 * and without those that reorder the text around it; blank characters at its ends are cut off. Joiners, direction marks
 * and variation selectors inside stay where they mean something, for Persian, Hindi and emoji are made of them.
 */
export function oneLine(text: string): string {
  const characters = [
    ...text.replace(LINE_BREAKS_AND_TABS, ' ').replace(CONTROLS, (control) => (control === NUL ? NUL : '')),
  ]
  const isSeen = (character: string) => character === NUL || !BLANK.test(character)
  const first = characters.findIndex(isSeen)
  if (first === -1) return ''
  const last = characters.findLastIndex(isSeen)
  const end = characters[last] ?? ''
  const rest = characters.slice(last + 1).join('')
  const attached = rest.startsWith(JOINER) && TAKES_JOINER.test(end) ? JOINER : (ATTACHED.exec(rest)?.[0] ?? '')
  return withoutMeaningless(characters.slice(first, last + 1).join('') + attached)
}

/** A name as it is compared: soft hyphens say where a title may break, and in a name say nothing. */
export function nameLine(text: string): string {
  return oneLine(text).replaceAll(SOFT_HYPHEN, '')
}

function withoutMeaningless(text: string): string {
  if (!INVISIBLE.test(text)) return text
  const isRightToLeft = RIGHT_TO_LEFT.test(text)
  const characters = [...text]
  const nextSeen = Array<string>(characters.length + 1).fill('')
  for (const [index, character] of [...characters.entries()].reverse())
    nextSeen[index] = INVISIBLE.test(character) ? (nextSeen[index + 1] ?? '') : character
  const retained: string[] = []
  for (const [index, character] of characters.entries()) {
    const isSeen = nextSeen[index] === character
    if (isSeen || means(character, retained.at(-1) ?? '', nextSeen[index] ?? '', isRightToLeft))
      retained.push(character)
  }
  // What stood apart may be one letter now.
  return retained.join('').normalize()
}

/** Whether an invisible character changes how what is before or after it looks. */
function means(character: string, before: string, after: string, isRightToLeft: boolean): boolean {
  if (character === JOINER && EMOJI.test(before)) return /\p{Extended_Pictographic}/u.test(after)
  if (character === JOINER || character === NON_JOINER) return TAKES_JOINER.test(before)
  if (character === SOFT_HYPHEN) return /\p{L}/u.test(before) && /\p{L}/u.test(after)
  if (character === WORD_SPACE) return UNSPACED.test(before) && UNSPACED.test(after)
  if (DIRECTION_MARK.test(character))
    return isRightToLeft && !(WORD_CHARACTER.test(before) && WORD_CHARACTER.test(after))
  if (/\p{Variation_Selector}/u.test(character))
    return HAS_VARIANTS.test(before) || (/\d/.test(before) && after === KEYCAP)
  if (/[\u{E0020}-\u{E007F}]/u.test(character)) return before === BLACK_FLAG || /[\u{E0020}-\u{E007E}]/u.test(before)
  if (/[\u115F\u1160]/.test(character)) return /\p{sc=Hangul}/u.test(before) || /\p{sc=Hangul}/u.test(after)
  return character === '\u180E' && /\p{sc=Mongolian}/u.test(before)
}
