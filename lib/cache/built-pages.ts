import { createHash } from 'node:crypto'
import { scriptHashes } from '@/lib/cache/script-policy'
import { builtPages } from '@/lib/platform/server/next-internals'

/** The script-src sources of pages that are sent as the build wrote them, by the hash of their bytes. */
export type BuiltPages = ReadonlyMap<string, string[]>

/** Prerendered pages (404, 500) show nothing stored and have no nonce: their scripts are allowed by hash. */
export function readBuiltPages(dir: string): BuiltPages {
  return new Map(builtPages(dir).map((body) => [hashOf(body), scriptHashes(body.toString())]))
}

export function builtPageSources(pages: BuiltPages, body: Buffer): string[] | undefined {
  return pages.get(hashOf(body))
}

function hashOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url')
}
