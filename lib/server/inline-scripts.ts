import { createHash } from 'node:crypto'

/** A script without an address. What it holds cannot contain the closing tag, so the first one ends it. */
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>(.*?)<\/script>/gs
/** Next's data of a page: dozens of scripts that follow each other and belong to no element React knows. */
const DATA_SCRIPTS = /(?:<script>\(?self\.__next_f(?:(?!<\/script>).)*<\/script>){2,}/gs
/** Data in a script's clothes: browsers never run it, and no policy asks about it. */
const IS_DATA = /\stype="application\/(ld\+)?json"/

/** The same page with the scripts that carry its data made one: each would need a hash of its own. */
export function joinDataScripts(html: string): string {
  return html.replace(DATA_SCRIPTS, (run) => run.replaceAll('</script><script>', '\n;'))
}

/** What a policy's script-src has to name for the page's own inline scripts to run: `'sha256-…'`, each once. */
export function scriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', script = ''] of html.matchAll(INLINE_SCRIPT)) {
    if (IS_DATA.test(attributes)) continue
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  return [...hashes]
}
