import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { envSchema } from '@/lib/platform/server/env'
import { COMMAND_RUNNER, ROOT } from '@/scripts/bootstrap/root.mjs'
import { freePort } from '@/scripts/database/free-port'
import { startTemporaryDatabase } from '@/scripts/database/temporary-database'
import { START_MS } from '@/tests/runner/time-limits'
import { startPgBouncer } from './pgbouncer'
import { type RoundRobin, startRoundRobin } from './round-robin'
import { ADMIN } from './site'
import { startUploadThingStandIn, type UploadThingStandIn } from './uploadthing-stand-in'

/** Mounts a folder read-only for one program; works for root, and for others where allowed. */
const UNSHARE = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--user', '--map-root-user']
const READ_ONLY =
  'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$0" && ! (: >.written) 2>/dev/null && exec "$@"'

/** Whether this system supports that. */
export function canMountReadOnly(): boolean {
  return spawnSync('unshare', [...UNSHARE, 'sh', '-c', READ_ONLY, ROOT, 'true']).status === 0
}

export type Instance = { url: string; output: () => string; stop: () => Promise<void> }

/** All settings blank except these. */
export function settings(own: Record<string, string>): NodeJS.ProcessEnv {
  const blank = Object.fromEntries(Object.keys(envSchema.shape).map((name) => [name, '']))
  return { ...process.env, ...blank, NODE_ENV: 'production', ...own }
}

/** Runs `npm run serve` in a read-only working directory. */
export async function startInstance(own: Record<string, string>): Promise<Instance> {
  const port = await freePort()
  const serve = [process.execPath, COMMAND_RUNNER, 'serve']
  const child = spawn('unshare', [...UNSHARE, 'sh', '-c', READ_ONLY, ROOT, ...serve], {
    env: settings({ ...own, PORT: String(port) }),
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const output = () => Buffer.concat(chunks).toString('utf8')
  const url = `http://localhost:${port}`
  const stop = () => end(child)
  const until = Date.now() + START_MS
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > until) {
      await stop()
      throw new Error(`An instance did not come up. It said:\n${output()}`)
    }
    await delay(20)
  }
  return { url, output, stop }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/api/health/ready`).then(
    (response) => response.ok,
    () => false,
  )
}

/**
 * Two production instances on one PostgreSQL behind PgBouncer in transaction mode and a load balancer. Neither has a
 * data folder; images go to a stand-in of UploadThing. The first listens on a direct connection, the second has only
 * the pooler.
 */
export class Instances {
  private constructor(
    readonly database: Awaited<ReturnType<typeof startTemporaryDatabase>>,
    readonly pictures: UploadThingStandIn,
    readonly balancer: RoundRobin,
    readonly all: [Instance, Instance],
    /** Stops everything in reverse order. */
    readonly stop: () => Promise<void>,
  ) {}

  /** @throws Error with the output of an instance that failed to start; everything is stopped then */
  static async start(pgBouncer: string, own: Record<string, string> = {}): Promise<Instances> {
    const undo: Array<() => Promise<unknown>> = []
    const stop = async () => {
      for (const step of undo.splice(0).reverse()) await step()
    }
    try {
      const database = await startTemporaryDatabase()
      undo.push(database.remove)
      const bouncer = await startPgBouncer(pgBouncer, database.url)
      undo.push(bouncer.stop)
      const pictures = await startUploadThingStandIn()
      undo.push(pictures.close)
      const urls: string[] = []
      const balancer = await startRoundRobin(() => urls)
      undo.push(() => balancer.close())
      const shared = {
        ...pictures.env,
        DATABASE_URL: bouncer.url,
        DATABASE_POOL_SIZE: '2',
        SITE_URL: balancer.url,
        AUTH_SECRET: 'the same for all instances of one site',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        SEED_DEMO: '1',
        OFFLINE: '1',
        ...own,
      }
      // Concurrently on an empty database: both try to create the tables and the owner.
      const started = await Promise.allSettled([
        startInstance({ ...shared, DIRECT_DATABASE_URL: database.url }),
        startInstance(shared),
      ])
      const up = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      undo.push(() => Promise.all(up.map((instance) => instance.stop())))
      const [one, other] = up
      if (!one || !other) throw started.find((result) => result.status === 'rejected')?.reason
      urls.push(one.url, other.url)
      return new Instances(database, pictures, balancer, [one, other], stop)
    } catch (error) {
      await stop()
      throw error
    }
  }
}
