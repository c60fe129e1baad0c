import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'

/** Servers run on one core, clients on another; with a single core they share it. */
const SERVER_CORE = 0
const CLIENT_CORE = availableParallelism() > 1 ? 1 : 0
const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/**
 * @param programs required beside Node
 * @param packages Debian packages that contain them
 */
export function requirePrograms(programs: string[], packages: string) {
  const missing = [...new Set(programs)].filter((program) => spawnSync('which', [program]).status !== 0)
  if (missing.length > 0) {
    throw new UserError(`The benchmark needs ${missing.join(', ')}: apt-get install ${packages}`)
  }
}

/** Pins every thread of a process to the servers' core. */
export function pinServer(pid: number) {
  execFileSync('taskset', ['-acp', String(SERVER_CORE), String(pid)], { stdio: 'ignore' })
}

/** CPU time of a process and its children in microseconds. */
function processorTime(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const own = Number(fields[11]) + Number(fields[12])
  return (own / TICKS_PER_SECOND) * 1e6
}

/** The process and its descendants. */
function family(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(family)]
}

export type Load = { perSecond: number; cpuMicros: number; p50Millis: number; p99Millis: number; failed: number }

/**
 * Requests one address over 64 connections for some seconds.
 * @param what `pid` is the server's
 */
export async function load({
  url,
  pid,
  seconds,
  connections = 64,
  headers = {},
}: {
  url: string
  pid: number
  seconds: number
  connections?: number
  headers?: Record<string, string>
}): Promise<Load> {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = [
    '-c',
    String(CLIENT_CORE),
    'wrk',
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    ...lines,
    url,
  ]
  const members = family(pid)
  const used = () => members.reduce((sum, member) => sum + processorTime(member), 0)
  const before = used()
  const output = await text('taskset', args)
  const requests = Number(/(\d+) requests in/.exec(output)?.[1])
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
    cpuMicros: (used() - before) / requests,
    p50Millis: latency(output, '50%'),
    p99Millis: latency(output, '99%'),
    failed: Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0),
  }
}

function latency(output: string, share: string) {
  const [, value, unit] = new RegExp(`${share}\\s+([\\d.]+)(us|ms|s)`).exec(output) ?? []
  const factors = { us: 0.001, ms: 1, s: 1000 }
  return Number(value) * factors[unit as 'us' | 'ms' | 's']
}

function text(program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', (status) => (status === 0 ? resolve(output) : reject(new Error(`${program}: ${output}`))))
  })
}

export function median(values: number[]) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The spread of the values as a share of their median. */
export function spread(values: number[]) {
  return (Math.max(...values) - Math.min(...values)) / median(values)
}

/** The duration of each call in milliseconds, run one after the other. */
export async function timings(times: number, call: (index: number) => Promise<unknown>) {
  const taken = []
  for (let index = 0; index < times; index += 1) {
    const begun = performance.now()
    await call(index)
    taken.push(performance.now() - begun)
  }
  return taken
}
