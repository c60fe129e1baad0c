import { writeMarkedLines } from '@/lib/rich-text/code-lines'
import { declarationsOf } from './elements'

const BLOCK_TAGS = new Set(
  `address article aside blockquote dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header li main nav ol p
   pre section table tbody tfoot thead tr ul`.split(/\s+/),
)
/** Elements that highlighters show as a line each by a style sheet that does not come along. */
const LINE =
  '.line, .token-line, .code-line, .view-line, .cm-line, .CodeMirror-line, .ace_line, .crayon-line, .ec-line, [data-line]'
const BLOCK_DISPLAY = /^(?:block|grid|flex|list-item|table|table-row|flow-root)$/

const KEEPS_SPACES = /^(?:pre|pre-wrap|pre-line|break-spaces)\b/

/** Lines of text, as they are seen one below the other. */
export class Lines {
  readonly #done: string[] = []
  readonly #marked: number[] = []
  #open: string | null = null
  /** An element that was a line has just ended: a line feed behind it is no line of its own. */
  #hasEnded = false

  text(text: string, preservesSpace: boolean): void {
    if (!preservesSpace) {
      const joined = text.replace(/[ \t\r\n\f]+/g, ' ')
      if (joined !== ' ' || this.#open !== null) this.#add(this.#open === null ? joined.replace(/^ /, '') : joined)
      return
    }
    text.split(/\r\n?|\n/).forEach((part, index) => {
      if (index > 0) this.#feed()
      if (part !== '') this.#add(part)
    })
  }

  break(): void {
    this.#done.push(this.#open ?? '')
    this.#open = null
    this.#hasEnded = false
  }

  startLine(): void {
    if (this.#open !== null) this.break()
    this.#hasEnded = false
  }

  endLine(): void {
    if (this.#open !== null) this.break()
    this.#hasEnded = true
  }

  get count(): number {
    return this.#done.length + (this.#open === null ? 0 : 1)
  }

  mark(write: () => void): void {
    const first = this.#done.length + 1
    write()
    for (let line = first; line <= this.count; line += 1) this.#marked.push(line)
  }

  /** The marked lines as they are stored; null for none. */
  marked(): string | null {
    return writeMarkedLines(new Set(this.#marked))
  }

  end(): string[] {
    if (this.#open !== null) this.break()
    return this.#done
  }

  #add(text: string): void {
    this.#open = (this.#open ?? '') + text
    this.#hasEnded = false
  }

  #feed(): void {
    if (this.#hasEnded && this.#open === null) this.#hasEnded = false
    else this.break()
  }
}

/** The declared `white-space` of an element, which Chromium copies in two parts; "" for none. */
export function whiteSpace(element: Element): string {
  const style = declarationsOf(element)
  const preservesSpace = /^(?:preserve|break-spaces)$/.test(style.get('white-space-collapse') ?? '')
  const isWrapped = (style.get('text-wrap-mode') ?? style.get('text-wrap')) !== 'nowrap'
  return style.get('white-space') ?? (preservesSpace ? (isWrapped ? 'pre-wrap' : 'pre') : '')
}

export function keepsSpaces(whiteSpace: string): boolean {
  return KEEPS_SPACES.test(whiteSpace)
}

/** Adds what is seen of an element: line feeds, line breaks, blocks and table rows are lines. */
export function addLines(lines: Lines, root: Element): void {
  let preservesSpace = false
  for (let element: Element | null = root; element; element = element.parentElement) {
    const space = whiteSpace(element)
    preservesSpace = element.tagName === 'PRE' || keepsSpaces(space)
    if (preservesSpace || space !== '') break
  }
  addElement(lines, root, preservesSpace)
}

function addElement(lines: Lines, element: Element, preservesSpace: boolean): void {
  if (element.tagName === 'BR') lines.break()
  else if (element.tagName === 'MARK') lines.mark(() => addChildren(lines, element, preservesSpace))
  else if (isLine(element)) {
    lines.startLine()
    if (isEmptyLine(element)) lines.break()
    else addChildren(lines, element, preservesSpace)
    lines.endLine()
  } else addChildren(lines, element, preservesSpace)
}

function addChildren(lines: Lines, parent: Element, preservesSpace: boolean): void {
  const space = whiteSpace(parent)
  const preservesInside = parent.tagName === 'PRE' || (space === '' ? preservesSpace : keepsSpaces(space))
  for (const child of parent.childNodes) {
    if (child instanceof Text) lines.text(child.data, preservesInside)
    else if (child instanceof Element) addElement(lines, child, preservesInside)
  }
}

function isLine(element: Element): boolean {
  const display = declarationsOf(element).get('display') ?? ''
  return BLOCK_TAGS.has(element.localName) || BLOCK_DISPLAY.test(display) || element.matches(LINE)
}

/** Whether an element without text is an empty line: one of a kind whose others have text. */
function isEmptyLine(element: Element): boolean {
  if (element.textContent !== '' || element.querySelector('br')) return false
  const isAlike = (sibling: Element) => sibling.tagName === element.tagName && kindOf(sibling) === kindOf(element)
  return [...(element.parentElement?.children ?? [])].some((sibling) => isAlike(sibling) && sibling.textContent !== '')
}

/** The first class, without the number that some count their lines in. */
function kindOf(element: Element): string {
  return (element.classList[0] ?? '').replace(/\d/g, '')
}
