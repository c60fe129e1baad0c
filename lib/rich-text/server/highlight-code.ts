import { createContext, Script } from 'node:vm'
import { createCodeColours } from '@/lib/rich-text/code-colours'
import { type ChildNode, element, textNode } from '@/packages/convert/tree'

let colours = createCodeColours()
type Coloured = ReturnType<typeof colours.highlight>['children'][number]

const timed = createContext({ work: null as (() => void) | null })
const runWork = new Script('work()')
/** How much longer something may take on a machine that is busy with others. */
const BUSY_FACTOR = 4

/**
 * Highlights code as spans with the classes of highlight.js; null when the language is unknown or `limitMs` is
 * exceeded. The limit is needed: some grammars take minutes for 200 KB of hostile code, and only the engine can
 * interrupt a pattern. It goes by the clock: where a busy machine let others run meanwhile, it is tried once more.
 */
export function highlightCode(language: string, source: string, limitMs: number): ChildNode[] | null {
  if (!colours.registered(language)) return null
  const begun = process.cpuUsage()
  const nodes = highlightWithin(language, source, limitMs)
  if (nodes || processorMs(begun) > limitMs / 2) return nodes
  return highlightWithin(language, source, limitMs * BUSY_FACTOR)
}

/** What this process has computed since, in milliseconds. */
export function processorMs(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1_000
}

function highlightWithin(language: string, source: string, limitMs: number): ChildNode[] | null {
  // A grammar is compiled on first use, which must not be interrupted.
  colours.highlight(language, '')
  let nodes: ChildNode[] | null = null
  timed.work = () => {
    nodes = colours.highlight(language, source).children.flatMap(colouredNode)
  }
  try {
    runWork.runInContext(timed, { timeout: Math.max(1, Math.ceil(limitMs)) })
    return nodes
  } catch (error) {
    if (!isTimeout(error)) throw error
    // After an interruption its state is undefined.
    colours = createCodeColours()
    return null
  } finally {
    timed.work = null
  }
}

function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}

function colouredNode(node: Coloured): ChildNode[] {
  if (node.type === 'text') return [textNode(node.value)]
  if (node.type !== 'element') return []
  const names = node.properties.className
  const children = node.children.flatMap(colouredNode)
  return [element('span', { class: Array.isArray(names) ? names.join(' ') : '' }, children)]
}
