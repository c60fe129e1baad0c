import { codeFileName, markedLines } from '@/lib/rich-text/code-lines'
import {
  attribute,
  type ChildNode,
  type Element,
  element,
  isElement,
  isText,
  removeAttribute,
  replaceNode,
  setChildren,
  textNode,
  textOf,
} from '@/packages/convert/tree'

/** More lines than these may be on two pages of paper. */
const WHOLE_ON_PAPER_LINES = 30

export function showMarkedLines(pre: Element): void {
  const lines = markedLines(attribute(pre, 'data-lines'))
  const [code] = pre.childNodes
  removeAttribute(pre, 'data-lines')
  if (lines.size > 0 && code && isElement(code)) setChildren(code, withMarks(code.childNodes, lines))
}

/** Puts a code block into a figure whose caption is the name of its file and `language`; none without either. */
export function frameCode(pre: Element, language: string | null): void {
  const file = codeFileName(attribute(pre, 'data-file'))
  if (file === null && language === null) return
  const isLong = textOf(pre).trimEnd().split('\n').length > WHOLE_ON_PAPER_LINES
  const caption = element('figcaption', {}, [
    ...(file === null ? [] : [element('span', { class: 'code-file' }, [textNode(file)])]),
    ...(language === null ? [] : [element('span', {}, [textNode(language)])]),
  ])
  const figure = element('figure', { class: isLong ? 'code code-long' : 'code' })
  replaceNode(pre, [figure])
  setChildren(figure, [caption, pre])
}

/** Wraps each run of marked lines, with its line breaks, in a mark; highlighting spans are split at its ends. */
function withMarks(nodes: ChildNode[], marked: Set<number>): ChildNode[] {
  const result: ChildNode[] = []
  let run: ChildNode[] = []
  const endRun = () => {
    if (run.length > 0) result.push(element('mark', {}, run))
    run = []
  }
  linesOf(nodes).forEach((line, index) => {
    if (marked.has(index + 1)) run.push(...line)
    else {
      endRun()
      result.push(...line)
    }
  })
  endRun()
  return result
}

/** The nodes of each line, including its line break. */
function linesOf(nodes: ChildNode[]): ChildNode[][] {
  const lines: ChildNode[][] = [[]]
  for (const node of nodes) {
    const parts = isText(node)
      ? node.value.split(/(?<=\n)/).map((text): ChildNode[] => [textNode(text)])
      : isElement(node)
        ? linesOf(node.childNodes).map((line): ChildNode[] => [
            element(node.tagName, Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])), line),
          ])
        : []
    parts.forEach((part, index) => {
      if (index > 0) lines.push([])
      lines.at(-1)?.push(...part)
    })
    if (endsLine(node)) lines.push([])
  }
  return lines
}

function endsLine(node: ChildNode | undefined): boolean {
  if (!node) return false
  return isText(node) ? node.value.endsWith('\n') : isElement(node) && endsLine(node.childNodes.at(-1))
}
