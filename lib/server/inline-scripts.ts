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

/** The styles that stand in the page, those of several files in one element. */
const STYLES = /<style[^>]*\sdata-href="([^"<>\\]+)"[^>]*>(.*?)<\/style>/s
const DATA_SCRIPT = /<script>\(?self\.__next_f.*?<\/script>/gs
/** How a row of text begins in the page's data, up to its length in bytes; shorter ones are not worth an address. */
const TEXT_ROW = /(?<=:T)([0-9a-f]{3,6}),/g
/** A page has a handful of such rows. What people write may look like one, and must not cost the time of a comparison. */
const TRIES_MAX = 40
const WORTH_BYTES = 1_024

/**
 * The same page with its styles written once. Next repeats each file's in the data, up to three times, for the browser
 * to build its tree from; there they are now read from the element, which stands before them.
 */
export function shareStyles(html: string): string {
  const [, href, styles] = STYLES.exec(html) ?? []
  if (href === undefined || styles === undefined) return html
  const element = `document.querySelector('style[data-href="${href}"]').textContent`
  const bytes = Buffer.from(styles)
  // Where a file's styles can begin in the element: at its start, or after those of another file.
  const starts = new Set([0])
  let tries = 0
  return html.replace(DATA_SCRIPT, (script) => {
    let shared = ''
    let copied = 0
    for (const { 0: length, index } of script.matchAll(TEXT_ROW)) {
      const at = index + length.length
      const size = Number.parseInt(length, 16)
      for (const start of starts) {
        if (size < WORTH_BYTES || start + size > bytes.length || tries === TRIES_MAX) continue
        tries += 1
        const text = bytes.subarray(start, start + size).toString()
        const written = inScript(text)
        if (!script.startsWith(written, at)) continue
        const before = bytes.subarray(0, start).toString().length
        shared += `${script.slice(copied, at)}"+${element}.slice(${before},${before + text.length})+"`
        copied = at + written.length
        starts.add(start + size)
        break
      }
    }
    return shared + script.slice(copied)
  })
}

/** As Next writes a text within a string of a script. */
function inScript(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
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
