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
/** After these a joiner chooses a form also where nothing follows: Persian "ه‍", half letters of Hindi. */
const TAKES_JOINER = /[\p{M}\p{Script_Extensions=Arabic}]/u

/** Whether a reader sees anything of a text. */
export function hasVisibleCharacter(text: string): boolean {
  return VISIBLE.test(text)
}

/**
 * A text as one line: line breaks and tabs as a space, without other control characters (NUL stays, for it is refused)
 * and without those that reorder the text around it; blank characters at its ends are cut off. Joiners, direction marks
 * and variation selectors inside stay, for Persian, Hindi and emoji are made of them.
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
  return characters.slice(first, last + 1).join('') + attached
}
