/** Characters that start a formula in a cell, also in their full-width forms. */
const FORMULA = '[=+\\-@\uff1d\uff0b\uff0d\uff20]'
const BEGINS_FORMULA = new RegExp(`^(?:[\\t\\r]|${FORMULA})`)
/** The separator depends on the spreadsheet's locale: `;` in a name would start a cell in half of Europe. */
const FORMULA_INSIDE = new RegExp(`(?<!^)([;,|\\t\\r\\n] *)(?=${FORMULA})`, 'g')
/** A terminal that prints the file would interpret them. */
const CONTROLS = /[^\P{Cc}\t\r\n]/gu

/** A line of RFC 4180. */
export function csvLine(cells: string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * A CSV cell no spreadsheet treats as a formula, whatever its separator: names and titles are user input, and one that
 * begins with `=` would be evaluated on the owner's machine.
 */
export function csvCell(text: string): string {
  const plain = text.replace(CONTROLS, '')
  const inert = plain.replace(FORMULA_INSIDE, "$1'")
  return `"${BEGINS_FORMULA.test(inert) ? "'" : ''}${inert.replaceAll('"', '""')}"`
}

const CELL = /(?:^|[,;])(?:"((?:[^"]|"")*)"|([^,;]*))/g

const INERT = new RegExp(`(^|[;,|\\t] *)'(?=${FORMULA})`, 'g')

/** The cells of each line of a CSV file, none of which has a line break, as they were before `csvCell`. */
export const parseCsv = (text: string): string[][] =>
  text.split(/\r?\n/).map((line) =>
    [...line.matchAll(CELL)].map(([, quoted, plain]) => {
      return (quoted?.replaceAll('""', '"') ?? plain ?? '').replace(INERT, '$1')
    }),
  )
