import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Loads code as the functions do; its cache names what is loaded. */
export const requireIn = (folder: string) => createRequire(join(folder, 'package.json'))

/**
 * What the launcher of a serverless host's builder does, in the process of a function: creates Next's server in minimal
 * mode, which loads a route's code on request.
 */
export function launch(folder: string): RequestListener {
  process.chdir(folder)
  process.env.__NEXT_PRIVATE_PREBUNDLED_REACT = 'next'
  const { config } = JSON.parse(readFileSync('.next/required-server-files.json', 'utf8'))
  const { default: NextServer } = requireIn(folder)('next/dist/compiled/next-server/server.runtime.prod.js')
  const next = new NextServer({
    conf: { ...config, compress: false },
    dir: '.',
    minimalMode: true,
    customServer: false,
  })
  return next.getRequestHandler()
}
