import { splitTech, techItems } from '@/lib/platform/format'

/** Most that are offered at once. */
const SHOWN_MAX = 8

/** The name the caret is in, without the spaces around it: its place in the text, and the part before the caret. */
export function nameAt(text: string, caret: number): { from: number; to: number; typed: string } {
  const from = text.lastIndexOf(',', caret - 1) + 1
  const end = text.indexOf(',', caret)
  const name = text.slice(from, end === -1 ? undefined : end)
  const start = from + (name.length - name.trimStart().length)
  return {
    from: Math.min(start, caret),
    to: Math.max(from + name.trimEnd().length, caret),
    typed: text.slice(start, caret).trim(),
  }
}

/** The technologies in use that continue what is typed, or contain it; none that the text names already. */
export function suggestNames(inUse: string[], text: string, caret: number): string[] {
  const { from, to, typed } = nameAt(text, caret)
  const others = new Set(splitTech(`${text.slice(0, from)},${text.slice(to)}`).map(fold))
  const current = fold(text.slice(from, to).trim())
  const wanted = fold(typed)
  const found = inUse.filter((name) => {
    const folded = fold(name)
    return folded.includes(wanted) && folded !== current && !others.has(folded)
  })
  const rank = (name: string) => (fold(name).startsWith(wanted) ? 0 : 1)
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, SHOWN_MAX)
}

/** What is odd about the names, as sentences: named twice, or written in another way than in other projects. */
export function nameProblems(inUse: string[], text: string): string[] {
  const written = new Map<string, string[]>()
  for (const name of techItems(text)) written.set(fold(name), [...(written.get(fold(name)) ?? []), name])
  const usual = new Map(inUse.map((name) => [fold(name), name]))
  return [...written].flatMap(([folded, names]) => {
    const [first = ''] = names
    const other = usual.get(folded)
    if (names.length > 1) return [`The same technology is named ${names.length} times: ${names.join(', ')}.`]
    return other !== undefined && other !== first ? [`Elsewhere it is written ${other}, not ${first}.`] : []
  })
}

const fold = (name: string) => name.normalize().toLowerCase()
