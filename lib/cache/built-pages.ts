import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { scriptHashes } from '@/lib/cache/script-policy'

/** The script-src sources of pages that are sent as the build wrote them, by the hash of their bytes. */
export type BuiltPages = ReadonlyMap<string, string[]>

/** Prerendered pages (404, 500) show nothing stored and have no nonce: their scripts are allowed by hash. */
export function readBuiltPages(dir: string): BuiltPages {
  const server = path.join(dir, '.next', 'server')
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
  return new Map(
    files.map((file) => {
      const body = readFileSync(path.join(server, file))
      return [hashOf(body), scriptHashes(body.toString())]
    }),
  )
}

export function builtPageSources(pages: BuiltPages, body: Buffer): string[] | undefined {
  return pages.get(hashOf(body))
}

function hashOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url')
}
