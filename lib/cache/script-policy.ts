import { createHash, randomBytes } from 'node:crypto'
import { HEAD_SCRIPT, SESSION_LINK_SCRIPT } from '@/lib/platform/page-scripts'

/** To find what the policy does not allow, for the log; a browser may see a script where this does not, and not run it. */
const SCRIPT = /<script\b([^>]*)>(.*?)<\/script\s*>/gis
const HAS_ADDRESS = /\ssrc\s*=/i
/** Browsers never run it, and no policy asks about it. */
const IS_DATA = /^\stype="application\/(ld\+)?json"$/

/** 128 random bits: stored text was written before the page that shows it got its nonce, and cannot hold it. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url')
}

/** What script-src has to name for a page rendered with this nonce; the layout's own two scripts get none from Next. */
export function renderedPageScriptSources(nonce: string): string[] {
  return [`'nonce-${nonce}'`, ...OWN_SOURCES]
}

const OWN_SOURCES = [HEAD_SCRIPT, SESSION_LINK_SCRIPT].map(sourceOf)

/**
 * What script-src has to name for the inline scripts of this HTML: `'sha256-…'`, each once. Only for HTML that the
 * build wrote: it allows whatever stands there.
 */
export function scriptHashes(html: string): string[] {
  return [...new Set(inlineScripts(html).map(({ script }) => sourceOf(script)))]
}

/** The hashes of inline scripts that the policy of a page rendered with this nonce does not allow, each once. */
export function unknownScripts(html: string, nonce: string): string[] {
  const unknown = inlineScripts(html)
    .filter(({ attributes }) => !attributes.includes(` nonce="${nonce}"`))
    .map(({ script }) => sourceOf(script))
    .filter((source) => !OWN_SOURCES.includes(source))
  return [...new Set(unknown)]
}

function inlineScripts(html: string): Array<{ attributes: string; script: string }> {
  return [...html.matchAll(SCRIPT)]
    .map(([, attributes = '', script = '']) => ({ attributes, script }))
    .filter(({ attributes }) => !HAS_ADDRESS.test(attributes) && !IS_DATA.test(attributes))
}

function sourceOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
