import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { compileProgram } from './compiled'

/** Heavy packages, which only routes that need them may load, by display name. */
const HEAVY = {
  jsdom: ['jsdom'],
  sharp: ['sharp'],
  argon2: ['@node-rs/argon2'],
  editor: ['@tiptap/core'],
  UploadThing: ['uploadthing', 'effect'],
  Prisma: ['@prisma/client'],
}

/** A request as a serverless host passes it to a function: `path` is the route's own, `route` its name. */
export type ColdRequest = {
  route: string
  path: string
  method?: string
  headers?: Record<string, string>
  body?: Buffer
}
type Answer = { status: number; headers: IncomingHttpHeaders; body: string }
type Cold = { modules: string[] }

/**
 * Starts a process that responds to requests from a build, one after the other, and ends it.
 * @param place `folder` contains `.next`
 * @returns the last response, and in `modules` the files loaded until then
 */
export async function coldStart(
  { folder, env }: { folder: string; env: NodeJS.ProcessEnv },
  ...requests: [ColdRequest, ...ColdRequest[]]
): Promise<Cold & Answer> {
  const program = await compileProgram(readFileSync(join(ROOT, 'tests', 'support', 'cold-process.ts'), 'utf8'))
  const child = fork(program.file, [folder], { env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const ended = once(child, 'exit')
  let message = ''
  child.stderr?.on('data', (chunk) => {
    message += chunk
  })
  const failed = async (): Promise<never> => {
    await ended
    throw new Error(`The process ended instead of answering. It said:\n${message}`)
  }
  try {
    const [{ port }] = await Promise.race([once(child, 'message'), failed()])
    let last: (Cold & Answer) | undefined
    for (const request of requests) {
      const cold = once(child, 'message')
      const answer = await Promise.race([ask(port, request), failed()])
      last = { ...(await cold)[0], ...answer }
    }
    return last as Cold & Answer
  } finally {
    child.kill('SIGKILL')
    await ended
    program.remove()
  }
}

function ask(port: number, { route, path, method = 'GET', headers = {}, body }: ColdRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, headers: { ...headers, 'x-matched-path': route } }
    httpRequest(options, async (response) => {
      const chunks = []
      for await (const chunk of response) chunks.push(chunk)
      const { statusCode: status = 0, headers } = response
      resolve({ status, headers, body: Buffer.concat(chunks).toString('utf8') })
    })
      .once('error', reject)
      .end(body)
  })
}

/** The heavy packages among loaded files, as themselves or bundled into one, according to its source map. */
export function heavyAmong(modules: string[]) {
  const packages = new Set(modules.flatMap((file) => [file, ...sourcesOf(file)]).map(packageOf))
  return Object.entries(HEAVY).flatMap(([name, members]) =>
    members.some((member) => packages.has(member)) ? [name] : [],
  )
}

type SourceMap = { sources?: string[]; sections?: Array<{ map: { sources: string[] } }> }

function sourcesOf(file: string): string[] {
  if (!file.includes('/.next/') || !existsSync(`${file}.map`)) return []
  const map: SourceMap = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
  const { sources = [], sections = [] } = map
  return [...sources, ...sections.flatMap(({ map }) => map.sources)].map(decodeURIComponent)
}

function packageOf(file: string) {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]
}

/**
 * A request for a dynamic route as the host's router makes it: parameters are in the query.
 * @param route such as `/note/[id]`
 * @param name of the parameter
 */
export function routed(route: string, name: string, value: string): ColdRequest {
  return { route, path: `${route.replace(`[${name}]`, value)}?nxtP${name}=${value}` }
}

export function signIn(email: string, password: string): ColdRequest {
  const body = Buffer.from(JSON.stringify({ email, password }))
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  return { route: '/api/user/signin', path: '/api/user/signin', method: 'POST', headers, body }
}

/**
 * An image upload of a signed-in user.
 * @param cookies as set by the sign-in
 */
export async function upload(cookies: string[]): Promise<ColdRequest> {
  const picture = readFileSync(join(ROOT, 'docs', 'home.png'))
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'home.png')
  const encoded = new Response(form)
  const contentType = encoded.headers.get('content-type') ?? ''
  const body = Buffer.from(await encoded.arrayBuffer())
  const headers = {
    cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
    'content-type': contentType,
    'content-length': String(body.length),
  }
  return { route: '/api/media/new', path: '/api/media/new', method: 'POST', headers, body }
}
