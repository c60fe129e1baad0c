/** What a reader misses most, first. */
const WEIGHTS: Array<[form: RegExp, weight: number]> = [
  [/^(?:The picture|A picture|The end of|Its formatting|A gallery|Its picture|Its content|The part for)/, 3],
  [/shown as it is|not run|would have filled in|is left as|^(?:Code|An embed|The file|An element|A block)/, 2],
  [/^(?:A script|A form|A style|A drawing|A canvas|A button|A formula|A link)/, 1],
]

/** How much a reader misses of what is lost; 0 for what only its owner notices. */
export function weightOf(loss: string): number {
  return WEIGHTS.find(([form]) => form.test(loss))?.[1] ?? 0
}

export function byWeight(losses: string[]): string[] {
  return losses.toSorted((a, b) => weightOf(b) - weightOf(a))
}
