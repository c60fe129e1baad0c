import DOMPurify, { isSupported } from 'isomorphic-dompurify'
import { LRUCache } from 'lru-cache'
import { AppError } from '@/lib/http/errors'
import { isMathToken, MATH_ATTRIBUTES, MATH_TAGS, mathAttribute } from '@/lib/rich-text/formula'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { type Fragment, MarkupTooComplex, parseTree, writeNode, writeTree } from '@/packages/convert/tree'
import { allowedValue, applyPolicy, POLICY } from './policy'
import { DOMPURIFY_VERSION } from './sanitiser-version'

// This module loads jsdom (about 1 s, 110 MB): import it with `await import()`, only where text is written.

const PASSES_MAX = 8
const MATHML = 'http://www.w3.org/1998/Math/MathML'

const CONFIG = {
  // The body is the root that DOMPurify walks from, never a part of the text; not allowed, it would be replaced by a copy
  // of everything in it, which nothing reads.
  ALLOWED_TAGS: ['body', ...Object.keys(POLICY), ...MATH_TAGS],
  ALLOWED_ATTR: [...new Set([...Object.values(POLICY).flatMap((rules) => Object.keys(rules)), ...MATH_ATTRIBUTES])],
  // Plain text, which DOMPurify would otherwise check as a URL.
  ADD_URI_SAFE_ATTR: ['data-file', 'data-tex'],
  ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml', MATHML],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

let ready = false

/**
 * Sanitises HTML by the policy of `policy.ts`. Idempotent: sanitised HTML comes back unchanged, and parsing it again
 * does not change it. Call `assertRichTextLimits` first: time grows with the number of tags. Two layers share one policy
 * table: our walk over the parsed tree, then DOMPurify on jsdom.
 * @throws AppError "unprocessable" when eight passes find no stable form
 */
export function sanitise(html: string): SafeHtml {
  return sanitiseParsed(html).html
}

/**
 * As `sanitise`; what is clean already is parsed once for each layer.
 * @param parsed the tree that `html` parses to; it is used up
 * @returns the tree that the sanitised HTML parses to as well
 */
export function sanitiseParsed(html: string, parsed?: Fragment): { html: SafeHtml; tree: Fragment } {
  if (!ready) prepare()
  // PostgreSQL cannot store these; browsers show both as the replacement character.
  let current = html.replace(/\p{Surrogate}/gu, '\ufffd').replaceAll('\0', '\ufffd')
  let known = current === html ? parsed : undefined
  try {
    for (let pass = 0; pass < PASSES_MAX; pass += 1) {
      const tree = known ?? parseTree(current)
      known = undefined
      applyPolicy(tree)
      const blocks = tree.childNodes.map(writeNode)
      const allowed = blocks.join('')
      // Only what our policy leaves as it is goes to DOMPurify, which takes a hundred times as long.
      const next = allowed === current ? purified(allowed, blocks) : allowed
      if (next === current) return { html: next as SafeHtml, tree }
      current = next
    }
  } catch (error) {
    if (!(error instanceof MarkupTooComplex)) throw error
  }
  throw new AppError('unprocessable', 'The formatting of this text could not be made safe. Remove some of it.')
}

/**
 * Blocks that DOMPurify has left as they are, in this process: most of a text is as it was at its last save. Each is
 * closed before the next begins, so none changes how another is parsed.
 */
const CLEAN_BLOCKS = new LRUCache<string, true>({ maxSize: 4_000_000, sizeCalculation: (_, block) => block.length + 1 })

function purified(html: string, blocks: string[]): string {
  const unknown = blocks.filter((block) => !CLEAN_BLOCKS.has(block))
  const part = unknown.join('')
  if (part !== '' && rewritten(part) !== part) return rewritten(html)
  for (const block of unknown) CLEAN_BLOCKS.set(block, true)
  return html
}

function rewritten(html: string): string {
  const written = DOMPurify.sanitize(html, CONFIG)
  // jsdom escapes less than we do.
  return written === html ? html : writeTree(parseTree(written))
}

/** Hooks are global to the shared instance, so they are installed once, and self-tested before first use. */
function prepare(): void {
  if (!isSupported) throw new Error('DOMPurify has no working DOM here; it would return its input untouched')
  if (DOMPurify.version !== DOMPURIFY_VERSION) {
    throw new Error(
      `DOMPurify is ${DOMPurify.version}, but lib/rich-text/server/sanitiser-version.ts says ${DOMPURIFY_VERSION}`,
    )
  }
  DOMPurify.addHook('uponSanitizeAttribute', (node, data) => {
    const tag = node.nodeName.toLowerCase()
    const rule = node.namespaceURI === MATHML ? mathAttribute : allowedValue
    const value = rule(tag, data.attrName, data.attrValue)
    if (value === null) data.keepAttr = false
    else data.attrValue = value
  })
  DOMPurify.addHook('uponSanitizeElement', (node) => {
    if (!isSoundMath(node)) node.parentNode?.removeChild(node)
  })
  const proof = DOMPurify.sanitize(
    '<p onclick="a()" style="position:fixed" id="x">a<script>b()</script><img src="x" onerror="c()"></p><svg><a href="javascript:d()"></a></svg><math data-tex="x"><mi href="e">x</mi><mtext><b>f</b></mtext></math><math></math>',
    CONFIG,
  )
  if (proof !== '<p>a<img src="x"></p><math data-tex="x"><mi>x</mi><mtext></mtext></math>')
    throw new Error(`the sanitiser failed its self-test: ${proof}`)
  ready = true
}

/**
 * The second layer for formulas: `math` must have its TeX, MathML elements may only be inside it and contain only
 * MathML, and token elements contain only text. True for all other nodes.
 */
function isSoundMath(node: Node): boolean {
  const parent = node.parentNode
  const isInMath = parent !== null && 'namespaceURI' in parent && parent.namespaceURI === MATHML
  if (!('namespaceURI' in node)) return !isInMath || node.nodeType !== 3 || isMathToken(parent.nodeName)
  if (node.namespaceURI !== MATHML) return !isInMath
  if (node.nodeName === 'math') return !isInMath && 'hasAttribute' in node && (node as Element).hasAttribute('data-tex')
  return isInMath && MATH_TAGS.includes(node.nodeName) && !isMathToken(parent.nodeName)
}
