/** The declarations in an element's `style` attribute as written: the browser's parser drops those only Word knows. */
export function declarationsOf(element: Element): Map<string, string> {
  const declarations = (element.getAttribute('style') ?? '').split(';').map((one) => {
    const colon = one.indexOf(':')
    return [
      one.slice(0, Math.max(colon, 0)).trim().toLowerCase(),
      one
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

export function wrap(element: Element, tag: string): HTMLElement {
  const made = element.ownerDocument.createElement(tag)
  element.replaceWith(made)
  made.append(element)
  return made
}

/** Wraps the content of `element` in a new element. */
export function wrapInside(element: Element, tag: string): HTMLElement {
  const made = element.ownerDocument.createElement(tag)
  made.append(...element.childNodes)
  element.append(made)
  return made
}

export type ListLine = { level: number; ordered: boolean; item: Element }

/** Builds nested lists from flat lines with a depth. */
export function nestedList(lines: ListLine[], document: Document): Element[] {
  const roots: Element[] = []
  const open: { level: number; list: Element }[] = []
  for (const { level, ordered, item } of lines) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop()
    const tag = ordered ? 'OL' : 'UL'
    let current = open.at(-1)
    if (current?.level === level && current.list.tagName !== tag) {
      open.pop()
      current = open.at(-1)
    }
    if (!current || current.level < level) {
      const list = document.createElement(tag)
      const parent = current?.list.lastElementChild
      if (parent) parent.append(list)
      else roots.push(list)
      current = { level, list }
      open.push(current)
    }
    current.list.append(item)
  }
  return roots
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
