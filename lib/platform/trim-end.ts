/**
 * A text without the characters at its end that a check takes. The time is linear: an expression for it starts again at
 * each of them, wherever they are.
 */
export function trimEnd(text: string, isTaken: (character: string) => boolean): string {
  let end = text.length
  while (end > 0 && isTaken(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}
