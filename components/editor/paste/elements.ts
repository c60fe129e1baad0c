/** The declarations in an element's `style` attribute as written: the browser's parser drops those only Word knows. */
export function declarationsOf(element: Element): Map<string, string> {
  const declarations = (element.getAttribute('style') ?? '').split(';').map((declaration) => {
    const colon = declaration.indexOf(':')
    return [
      declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase(),
      declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase(),
    ] as const
  })
  return new Map(declarations.filter(([name]) => name !== ''))
}

export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

export function rename(element: Element, tag: string): HTMLElement {
  const made = element.ownerDocument.createElement(tag)
  for (const { name, value } of element.attributes) made.setAttribute(name, value)
  made.append(...element.childNodes)
  element.replaceWith(made)
  return made
}

/** Wraps the content of `element` in a new element. */
export function wrapInside(element: Element, tag: string): HTMLElement {
  const made = element.ownerDocument.createElement(tag)
  made.append(...element.childNodes)
  element.append(made)
  return made
}

/** `mark` is what stands before an item of an ordered list: "3.", "c)", "1.2.", "" where that is not known. */
export type ListLine = { level: number; ordered: boolean; mark: string; item: Element }

/**
 * Builds nested lists from flat lines with a depth. Where an item has another number than the one after its neighbour's,
 * a list begins.
 */
export function nestedList(lines: ListLine[], document: Document): Element[] {
  const roots: Element[] = []
  const open: { level: number; list: Element; next: number }[] = []
  for (const { level, ordered, mark, item } of lines) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop()
    const tag = ordered ? 'OL' : 'UL'
    let current = open.at(-1)
    const next = current?.level === level ? current.next : 1
    const number = ordered ? (markNumber(mark, next) ?? next) : next
    if (current?.level === level && (current.list.tagName !== tag || number !== next)) {
      open.pop()
      current = open.at(-1)
    }
    if (!current || current.level < level) {
      const list = document.createElement(tag)
      const parent = current?.list.lastElementChild
      if (parent) parent.append(list)
      else roots.push(list)
      if (ordered && number !== 1) list.setAttribute('start', String(number))
      current = { level, list, next: number }
      open.push(current)
    }
    current.next = number + 1
    current.list.append(item)
  }
  return roots
}

const LAST_NUMBER = /(\d{1,6}|[a-z]{1,5})[.)]*$/i
const ROMAN = new Map(Object.entries({ i: 1, v: 5, x: 10 }))

/** The number that a mark says, in figures, letters or Roman; of two readings `next` or the smaller one. Null for none. */
function markNumber(mark: string, next: number): number | null {
  const sign = LAST_NUMBER.exec(mark.trim())?.[1]?.toLowerCase()
  if (!sign) return null
  if (/^\d/.test(sign)) return Number(sign)
  const readings = [
    ...(sign.length === 1 ? [sign.charCodeAt(0) - 'a'.charCodeAt(0) + 1] : []),
    ...(/^[ivx]+$/.test(sign) ? [romanNumber(sign)] : []),
  ]
  if (readings.length === 0) return null
  return readings.includes(next) ? next : Math.min(...readings)
}

function romanNumber(sign: string): number {
  const values = [...sign].map((letter) => ROMAN.get(letter) ?? 0)
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0)
}

export type StyleRule = { selector: string; declarations: Map<string, string> }

/** One tag, one class, or both: all that programs write for the clipboard. */
const SELECTOR = /^(?:[a-z][a-z0-9]{0,20})?(?:\.[\w-]{1,60})?$/i
const RULES_MAX = 500

/** The rules of a document's own style sheets that are for one tag or class. */
export function styleRules(document: Document): StyleRule[] {
  const rules: StyleRule[] = []
  for (const sheet of document.querySelectorAll('style')) {
    for (const block of (sheet.textContent ?? '').split('}')) {
      const [before = '', body] = block.split('{')
      if (body === undefined || rules.length >= RULES_MAX) continue
      const holder = document.createElement('i')
      holder.setAttribute('style', body)
      const declarations = declarationsOf(holder)
      for (const name of before.split(',')) {
        const selector = name.slice(name.lastIndexOf('>') + 1).trim()
        if (selector !== '' && SELECTOR.test(selector)) rules.push({ selector, declarations })
      }
    }
  }
  return rules
}
