import { createHash, randomBytes } from 'node:crypto'
import { HEAD_SCRIPT, SESSION_LINK_SCRIPT } from '@/lib/platform/page-scripts'

/** Finds scripts for the log only; a browser may parse HTML differently, but runs nothing the policy does not allow. */
const SCRIPT = /<script\b/gi
const SCRIPT_END = /<\/script/gi
const HAS_ADDRESS = /\ssrc\s*=/i
/** A data block: browsers never run it, so no policy applies to it. */
const IS_DATA = /^\stype="application\/(ld\+)?json"$/

/** 128 random bits: stored text was written before the page that shows it got its nonce, and cannot contain it. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url')
}

/** The script-src sources of a page rendered with this nonce; the layout's own two scripts get no nonce from Next. */
export function renderedPageScriptSources(nonce: string): string[] {
  return [`'nonce-${nonce}'`, ...OWN_SOURCES]
}

const OWN_SOURCES = [HEAD_SCRIPT, SESSION_LINK_SCRIPT].map(sourceOf)

/**
 * The script-src sources of the inline scripts of this HTML: `'sha256-…'`, each once. Only for HTML that the build
 * wrote: it allows every script in it.
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
  const found: Array<{ attributes: string; script: string }> = []
  for (let at = startOf(SCRIPT, html, 0); at !== -1; ) {
    const start = html.indexOf('>', at)
    const end = start === -1 ? -1 : startOf(SCRIPT_END, html, start)
    if (end === -1) break
    found.push({ attributes: html.slice(at + '<script'.length, start), script: html.slice(start + 1, end) })
    at = startOf(SCRIPT, html, end)
  }
  return found.filter(({ attributes }) => !HAS_ADDRESS.test(attributes) && !IS_DATA.test(attributes))
}

/** Where a tag comes next; -1 for nowhere. */
function startOf(tag: RegExp, html: string, from: number): number {
  tag.lastIndex = from
  return tag.exec(html)?.index ?? -1
}

function sourceOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
