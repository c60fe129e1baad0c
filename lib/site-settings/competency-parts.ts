/** A part of a competency: a name that may be a technology, or what stands between two names. */
export type CompetencyPart = { text: string; isName: boolean }

/** Of the competencies and parts of them that projects are made with: where they lead, and how many projects there are. */
export type CompetencyHits = ReadonlyMap<string, { path: string; hits: number }>

/** "HTML/CSS/JS" in its parts, which together are its text again. */
export function competencyParts(item: string): CompetencyPart[] {
  return item
    .split(/([/,])/)
    .flatMap((text, index): CompetencyPart[] => {
      const name = text.trim()
      if (index % 2 === 1 || name === '') return [{ text, isName: false }]
      const at = text.indexOf(name)
      return [
        { text: text.slice(0, at), isName: false },
        { text: name, isName: true },
        { text: text.slice(at + name.length), isName: false },
      ]
    })
    .filter(({ text }) => text !== '')
}

/** What of competencies may be the name of a technology: each as a whole, and its parts. */
export function competencyNames(items: string[]): string[] {
  const parts = items.flatMap(competencyParts).filter(({ isName }) => isName)
  return [...new Set([...items, ...parts.map(({ text }) => text)])]
}
