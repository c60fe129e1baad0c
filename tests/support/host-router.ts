import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import { ROOT } from '@/scripts/bootstrap/root.mjs'

type Rewrite = { source: string; destination: string; regex: string }
type DynamicRoute = { page: string; namedRegex: string; routeKeys?: Record<string, string> }

const read = (name: string) => JSON.parse(readFileSync(path.join(ROOT, '.next', name), 'utf8'))
const { rewrites, dynamicRoutes } = read('routes-manifest.json') as {
  rewrites: { beforeFiles: Rewrite[]; afterFiles: Rewrite[]; fallback: Rewrite[] }
  dynamicRoutes: DynamicRoute[]
}
const routes = new Set<string>(Object.values(read('app-path-routes-manifest.json')))
const retained = new Set(Object.keys(read('prerender-manifest.json').dynamicRoutes))

/** How the data of a page is named. */
const SUFFIX = '(?<suffix>\\.rsc|\\.segments/.+\\.segment\\.rsc)'

/** The route that takes a request, the address it is given there, and whether the host may keep what it answers. */
export type Routed = { route: string; url: string; isCached: boolean }

/**
 * Routes a request in the order and with the rules that a serverless host's builder makes of Next's manifests
 * (`config.json` of `vercel build` 54.21.1): what stands before files, names of data, files, what stands after them,
 * dynamic routes, the rest.
 */
export function routeOnHost(target: string, headers: IncomingHttpHeaders): Routed {
  const { pathname, search } = new URL(target, 'http://host')
  const before = rewritten(rewrites.beforeFiles, pathname, false) ?? pathname
  const named = withSuffix(before, headers)
  const file = fileAt(named, search)
  if (file) return file
  // Taken away before anything else is looked for.
  const at = named.replace(/^\/index\.rsc$/, '/')
  const after = rewritten(rewrites.afterFiles, at, true) ?? at
  return (
    fileAt(after, search) ??
    dynamicAt(after.replace(/\.segments\/.+\.segment\.rsc$/, '.rsc'), search) ??
    dynamicAt(rewritten(rewrites.fallback, after, false) ?? '', search) ?? {
      route: '/_not-found',
      url: at,
      isCached: false,
    }
  )
}

function withSuffix(at: string, headers: IncomingHttpHeaders): string {
  if (headers.rsc !== '1') return at
  const name = at === '/' ? '/index' : at.replace(/\/$/, '')
  const segment = headers['next-router-segment-prefetch']
  if (headers['next-router-prefetch'] === '1' && segment) return `${name}.segments${segment}.segment.rsc`
  return `${name}.rsc`
}

function fileAt(at: string, search: string): Routed | null {
  const route = at.replace(/\.rsc$/, '').replace(/(.)\/$/, '$1')
  return routes.has(route) && !route.includes('[') ? { route, url: at + search, isCached: false } : null
}

function rewritten(rules: Rewrite[], at: string, keepsSuffix: boolean): string | null {
  for (const { source, destination, regex } of rules) {
    const pattern = keepsSuffix ? regex.replace('(?:/)?$', `(?:/)?${SUFFIX}?$`) : regex
    const found = new RegExp(pattern).exec(at)
    if (!found) continue
    const names = [...source.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const filled = names.reduce<string>(
      (text, name, index) => text.replace(`:${name}`, found[index + 1] ?? ''),
      destination,
    )
    return filled + (found.groups?.suffix ?? '')
  }
  return null
}

function dynamicAt(at: string, search: string): Routed | null {
  for (const { page, namedRegex, routeKeys = {} } of dynamicRoutes) {
    const found = new RegExp(namedRegex.replace('(?:/)?$', `${SUFFIX}?(?:/)?$`)).exec(at)
    if (!found) continue
    const query = new URLSearchParams(search)
    for (const [key, name] of Object.entries(routeKeys)) query.set(name, decodeURIComponent(found.groups?.[key] ?? ''))
    return { route: page + (found.groups?.suffix ?? ''), url: `${at}?${query}`, isCached: retained.has(page) }
  }
  return null
}
