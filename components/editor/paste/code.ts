import { CODE_LANGUAGES, languageId } from '@/lib/rich-text/code-languages'
import { codeText } from '@/lib/rich-text/code-lines'
import { isGutter as isNumbered, languageNames } from '@/packages/convert/html/marks'
import { addLines, keepsSpaces, Lines, whiteSpace } from './code-lines'
import { declarationsOf, styleRules } from './elements'

/** The lines of the editors and highlighters that show each in an element of its own, with nothing in between. */
const EDITOR_LINE = '.cm-line, .view-line, .ace_line, .crayon-line, .react-code-line-contents, .CodeMirror-line'
/** Cells that hold code whatever is beside them, and those that do beside a number. */
const CODE_CELL = /(?:^|[\s_-])(?:blob-code|hljs-ln-code|rouge-code|crayon-code|line-content)(?:[\s_-]|$)/i
const CELL_BESIDE_NUMBERS = /(?:^|[\s_-])(?:code|lntd|diff-line|content)(?:[\s_-]|$)/i
/** What no line of code holds. */
const NO_CODE =
  'h1, h2, h3, h4, h5, h6, ul, ol, dl, table, blockquote, figure, img, video, audio, iframe, hr, math, pre, aside'

const CODE_FONT =
  /mono(?!type)|courier|consol|menlo|monaco|inconsolata|source code|fira code|cascadia|andale|lucida (?:console|sans typewriter)|\bhack\b|iosevka|fixed|terminal|typewriter/i
const KNOWN = new Set<string>(CODE_LANGUAGES.map(({ id }) => id))

/** Rewrites each block of code as `<pre><code>`, whatever it was shown with: one line of text for each line seen. */
export function joinCode(body: HTMLElement): void {
  foldStyles(body)
  const inCode = (element: Element) => element.closest('pre, [data-joined-code]') !== null
  for (const table of body.querySelectorAll('table')) {
    if (body.contains(table) && !inCode(table) && isCodeTable(table)) replaceWithCode([table], body)
  }
  for (const run of runsOf(body, isEditorLine)) {
    if (!inCode(run[0].parentElement ?? body)) replaceWithCode(run, body)
  }
  for (const pre of body.querySelectorAll('pre')) {
    if (body.contains(pre) && !pre.matches('[data-joined-code]') && !pre.parentElement?.closest('pre')) {
      replaceWithCode([pre], body)
    }
  }
  for (const block of body.querySelectorAll<HTMLElement>('[style]')) {
    if (body.contains(block) && !inCode(block) && isPreformatted(block, body)) replaceWithCode([block], body)
  }
  for (const run of runsOf(body, (element) => isFixedWidthBlock(element, body))) {
    if (!inCode(run[0]) && isCodeRun(run)) replaceWithCode(run, body)
  }
  for (const code of body.querySelectorAll('code, samp, tt, kbd')) {
    if (inCode(code)) continue
    const block = code.parentElement
    const isAlone = block?.textContent?.trim() === code.textContent?.trim() && !block?.querySelector('img')
    if (isAlone && code.querySelector('br, div, p')) replaceWithCode([code], body)
    else for (const text of textsIn(code)) text.data = codeText(text.data)
  }
  for (const pre of body.querySelectorAll('[data-joined-code]')) pre.removeAttribute('data-joined-code')
}

/** Writes fonts and white space from the clipboard's own style sheet to where they apply: Xcode has them there alone. */
function foldStyles(body: HTMLElement): void {
  for (const { selector, declarations } of styleRules(body.ownerDocument)) {
    const retained = ['font', 'font-family', 'white-space', 'user-select', '-webkit-user-select'].flatMap((name) => {
      const value = declarations.get(name)
      return value ? [`${name}: ${value}`] : []
    })
    if (retained.length === 0) continue
    for (const element of body.querySelectorAll(selector)) {
      element.setAttribute('style', `${retained.join('; ')}; ${element.getAttribute('style') ?? ''}`)
    }
  }
}

/** A line of an editor, or what holds it, often beside its number. */
function isEditorLine(element: Element): boolean {
  if (element.matches(EDITOR_LINE)) return true
  if (!element.matches('div, tr')) return false
  const inside = [...element.children].flatMap((child) => (child.tagName === 'TD' ? [...child.children] : [child]))
  return inside.filter((child) => child.matches(EDITOR_LINE)).length === 1
}

type Run = [Element, ...Element[]]

/** Neighbours that are lines of code, with what is empty between them. */
function runsOf(body: HTMLElement, isLine: (element: Element) => boolean): Run[] {
  const runs: Run[] = []
  const done = new Set<Element>()
  for (const first of body.querySelectorAll('p, div, pre, tr, code, span')) {
    if (done.has(first)) continue
    if (first.parentElement && done.has(first.parentElement)) {
      done.add(first)
      continue
    }
    if (!isLine(first)) continue
    const run: Run = [first]
    for (let next = nextSibling(first); next && (isBlank(next) || isLine(next)); next = nextSibling(next))
      run.push(next)
    while (isBlank(run.at(-1))) run.pop()
    for (const element of run) done.add(element)
    if (run.length > 0) runs.push(run)
  }
  return runs
}

function isBlank(element: Element | undefined): boolean {
  if (!element?.matches('br, p, div')) return false
  return element.textContent?.trim() === '' && element.querySelector('img, hr, table, video, iframe, input') === null
}

/** The next element, where no text is in between. */
function nextSibling(element: Element): Element | null {
  let node = element.nextSibling
  while (node instanceof Text && node.data.trim() === '') node = node.nextSibling
  return node instanceof Element ? node : null
}

/** Whether each row of a table is one cell of code, and perhaps its number. */
function isCodeTable(table: Element): boolean {
  if (table.querySelector('img, ul, ol, h1, h2, h3, h4')) return false
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table)
  const isNumbered = rows.every((row) => row.children.length > 1 && isNumber(row.firstElementChild))
  const isCode = (row: Element) => {
    const cells = [...row.children].filter((cell) => !isGutter(cell) && !(isNumbered && cell === row.firstElementChild))
    const [cell] = cells
    if (!cell || cells.length > 1) return false
    if (CODE_CELL.test(cell.className)) return true
    const hasLineNumbers = row.children.length > 1
    return hasLineNumbers && (CELL_BESIDE_NUMBERS.test(cell.className) || holdsOnly(cell, 'pre') || isFixedWidth(cell))
  }
  return rows.length > 0 && rows.every(isCode)
}

function isNumber(cell: Element | null): boolean {
  return /^[\s\d]*$/.test(cell?.textContent ?? '')
}

function holdsOnly(cell: Element, tag: string): boolean {
  const inner = cell.querySelector(tag)
  return inner !== null && inner.textContent?.trim() === cell.textContent?.trim()
}

function isFixedWidth(cell: Element): boolean {
  const inner = cell.children.length === 1 && cell.textContent === cell.firstElementChild?.textContent
  return [cell, inner ? cell.firstElementChild : null].some((styled) => {
    if (!styled) return false
    return styled.tagName === 'CODE' || (keepsSpaces(whiteSpace(styled)) && isCodeFont(fontFamily(styled)))
  })
}

/** A block that keeps its spaces, and is of one kind: code, unless its font or its words say it is not. */
function isPreformatted(block: Element, body: HTMLElement): boolean {
  const space = whiteSpace(block)
  if (!keepsSpaces(space) || block.querySelector(NO_CODE)) return false
  if (block.matches('span, a, b, strong, em, i, u, font, s') || block.matches('td, th, li')) return false
  const fonts = new Set(textsIn(block).map((text) => (text.data.trim() === '' ? null : fontOf(text, body))))
  fonts.delete(null)
  if (fonts.has(false)) return false
  const lines = linesOf([block])
  const isFixed = fonts.has(true)
  const isWhole = body.textContent?.trim() === block.textContent?.trim()
  if (lines.length < 2 && (isWhole || !isFixed)) return false
  if (isFixed) return !readsAsProse(lines)
  return space.startsWith('pre ') || space === 'pre' ? !readsAsProse(lines) : looksLikeCode(lines)
}

/** Whether all text of a block is of one width. */
function isFixedWidthBlock(element: Element, body: HTMLElement): boolean {
  if (!element.matches('p, div') || element.querySelector(`${NO_CODE}, p, div`)) return false
  if (element.closest('li, td, th')) return false
  const texts = textsIn(element).filter((text) => text.data.trim() !== '')
  return texts.length > 0 && texts.every((text) => fontOf(text, body) === true)
}

/** The mark that Google Docs puts before a code block: a sign of a font of its own. */
const DOCS_MARK = /[\uec02\uec03]/

function isCodeRun(run: Run): boolean {
  const isMarked = run.some((element) => DOCS_MARK.test(element.textContent ?? ''))
  const lines = linesOf(run)
  return isMarked || (lines.length > 1 && !readsAsProse(lines))
}

/** Whether most lines are sentences: some sites set all they have in a font of one width. */
function readsAsProse(lines: string[]): boolean {
  const full = lines.filter((line) => line.trim() !== '')
  const sentences = full.filter((line) => /[\p{L}\d)"'’”][.!?:…]["'’”)]?\s?$/u.test(line) && line.split(' ').length > 7)
  return sentences.length * 2 > full.length && !full.some((line) => /^(?:\t| {2,})\S/.test(line))
}

/** Whether lines without a font are code: indented ones, and the signs programs are written with. */
function looksLikeCode(lines: string[]): boolean {
  const full = lines.filter((line) => line.trim() !== '')
  const isIndented = full.some((line) => /^(?:\t| {2,})\S/.test(line))
  const signs = full.filter((line) => /[{}();=<>[\]]|^\s*(?:#|\/\/|\$ )/.test(line))
  return isIndented && signs.length * 3 > full.length
}

/** True for one width, false for any other, null where nothing says. */
function fontOf(text: Text, body: HTMLElement): boolean | null {
  for (let element = text.parentElement; element && element !== body.parentElement; element = element.parentElement) {
    const family = fontFamily(element)
    if (family !== null) return isCodeFont(family)
    if (element.matches('code, kbd, samp, tt, pre')) return true
  }
  return null
}

const families = new WeakMap<Element, string | null>()

function fontFamily(element: Element): string | null {
  const known = families.get(element)
  if (known !== undefined) return known
  const style = declarationsOf(element)
  const family = style.get('font-family') ?? style.get('font') ?? element.getAttribute('face')
  const named = family && !/^(?:inherit|initial|unset|var\()/.test(family) ? family : null
  families.set(element, named)
  return named
}

/** The first name counts, or a generic one at the end. */
function isCodeFont(family: string | null): boolean {
  const names = (family ?? '').split(',')
  return CODE_FONT.test(names[0] ?? '') || /^\s*"?(?:ui-)?monospace/.test(names.at(-1) ?? '')
}

function textsIn(element: Element): Text[] {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

function linesOf(roots: readonly Element[]): string[] {
  return writeLines(roots).end().map(codeText)
}

function writeLines(roots: readonly Element[]): Lines {
  const lines = new Lines()
  for (const root of roots) {
    const before = lines.count
    addLines(lines, root)
    if (roots.length > 1 && lines.count === before) lines.break()
  }
  return lines
}

function replaceWithCode(roots: Run, body: HTMLElement): void {
  const [first] = roots
  // The lines of Monaco are in the order they were drawn.
  const topOf = (root: Element) => Number.parseFloat(declarationsOf(root).get('top') ?? '') || 0
  const ordered = [...roots].sort((a, b) => topOf(a) - topOf(b))
  const language = languageOf(first, body)
  for (const root of roots) removeGutters(root)
  first.closest('figure.code')?.querySelector('figcaption')?.remove()
  const lines = writeLines(ordered)
  const pre = body.ownerDocument.createElement('pre')
  const code = body.ownerDocument.createElement('code')
  const text = codeText(lines.end().join('\n'))
  const marked = lines.marked() ?? first.getAttribute('data-lines')
  const file = first.getAttribute('data-file')
  if (file) pre.dataset.file = file
  if (marked) pre.dataset.lines = marked
  pre.dataset.joinedCode = ''
  if (language) code.className = `language-${language}`
  code.textContent = text
  pre.append(code)
  // A row cannot be replaced by a block: its table goes.
  const position = first.matches('table') ? first : (first.closest('table') ?? first)
  for (const root of roots) if (root !== first) root.remove()
  position.replaceWith(pre)
  removeLabels(pre, body)
}

function removeGutters(root: Element): void {
  for (const element of [...root.querySelectorAll('*')]) {
    if (!root.contains(element)) continue
    const style = declarationsOf(element)
    const isUnselectable = [style.get('user-select'), style.get('-webkit-user-select')].includes('none')
    const isHidden = element.getAttribute('aria-hidden') === 'true' && element.textContent !== root.textContent
    if (isUnselectable || isHidden || isGutter(element)) element.remove()
  }
  removeNumberColumn(root)
}

/** What stands around a code block and is no text: its numbers, and labels for screen readers or of the language. */
function removeLabels(pre: Element, body: HTMLElement): void {
  const parent = pre.parentElement
  for (const label of parent?.querySelectorAll(':scope > span.lang, :scope > figcaption .sr-only') ?? []) label.remove()
  for (const around of [parent, parent === body ? null : parent?.parentElement]) {
    for (const element of [...(around?.children ?? [])]) if (isGutter(element)) element.remove()
  }
}

function isGutter(element: Element): boolean {
  return isNumbered((name) => element.getAttribute(name), element.textContent ?? '')
}

/** The first of two columns, where it counts the lines. */
function removeNumberColumn(root: Element): void {
  for (const table of [...(root.tagName === 'TABLE' ? [root] : []), ...root.querySelectorAll('table')]) {
    const firsts = [...table.querySelectorAll('tr')].map((row) =>
      row.children.length > 1 ? row.firstElementChild : null,
    )
    if (firsts.every((cell) => cell !== null && isNumber(cell))) {
      for (const cell of firsts) cell?.remove()
    }
  }
}

/** The language of a block: said by itself, by what is in it, or by what it is in. */
function languageOf(root: Element, body: HTMLElement): string | null {
  const around: Element[] = []
  for (let next = root.parentElement; next && next !== body && around.length < 4; next = next.parentElement) {
    around.push(next)
  }
  const inside = [...root.querySelectorAll('code, pre, [data-language], [data-lang]')].slice(0, 5)
  for (const element of [root, ...inside, ...around]) {
    const found = namedLanguage(element)
    if (found) return found
  }
  return null
}

function namedLanguage(element: Element): string | null {
  const isCode = element.matches('pre, code, .syntaxhighlighter, .sourceCode, .highlight, .hljs')
  for (const { name, isSure } of languageNames((attribute) => element.getAttribute(attribute), isCode)) {
    const id = languageId(name)
    if (id && (isSure || KNOWN.has(id))) return id
  }
  return null
}
