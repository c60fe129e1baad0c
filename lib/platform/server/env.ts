import * as z from 'zod/mini'
import { DatabaseAddressError, readDatabaseAddress } from '@/lib/platform/server/database-address'

const flag = z.pipe(
  z.enum(['0', '1', 'true', 'false'], { error: 'must be 1 or 0' }),
  z.transform((value) => value === '1' || value === 'true'),
)

/** A blank setting counts as unset. */
const blankIsUnset = z.transform((value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value,
)
const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.pipe(blankIsUnset, z.optional(schema))
const withDefault = <Schema extends z.ZodMiniType>(schema: Schema, value: Parameters<typeof z._default<Schema>>[1]) =>
  z.pipe(blankIsUnset, z._default(schema, value))

function wholeNumber(min: number, max: number, error: string) {
  return z.coerce.number({ error }).check(z.int(error), z.gte(min, error), z.lte(max, error))
}

/** As it was written: `readDatabaseAddress` is the one way to read it. */
const databaseAddress = z.string().check((context) => {
  try {
    readDatabaseAddress(context.value)
  } catch (error) {
    if (!(error instanceof DatabaseAddressError)) throw error
    // The value has a password in it.
    context.issues.push({ code: 'custom', message: error.message, input: undefined })
  }
})

const DAY_MS = 86_400_000
const UNIT_MS = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', DAY_MS],
])
/** Longer timers overflow in Node.js and fire at once. */
const LONGEST_MS = 21 * DAY_MS

const duration = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,4}[mhd]$/, 'must be a time such as 30m, 24h or 7d')),
  z
    .transform((text: string) => Number(text.slice(0, -1)) * (UNIT_MS.get(text.slice(-1)) ?? 0))
    .check(z.refine((milliseconds) => milliseconds <= LONGEST_MS, 'must be at most 21d')),
)

/**
 * Every setting the product reads, all optional. `npm start` fills in DATABASE_URL, AUTH_SECRET and SITE_URL
 * before the server is loaded; a serverless host brings its own.
 */
export const envSchema = z.object({
  NODE_ENV: z._default(z.enum(['development', 'production', 'test']), 'production'),
  PORT: withDefault(wholeNumber(1, 65535, 'must be a port number from 1 to 65535'), 3000),
  HOST: withDefault(z.string(), '127.0.0.1'),
  /** May point at a pooler in transaction mode. */
  DATABASE_URL: optional(databaseAddress),
  /** A direct connection, for migrations and notifications; DATABASE_URL when unset. */
  DIRECT_DATABASE_URL: optional(databaseAddress),
  DATABASE_POOL_SIZE: optional(wholeNumber(1, 100, 'must be a number from 1 to 100')),
  DATA_DIR: withDefault(z.string(), '.data'),
  SITE_URL: optional(
    z.pipe(
      z.url({ protocol: /^https?$/, error: 'must be the public address of the site, such as https://example.org' }),
      z.transform((value) => new URL(value).origin),
    ),
  ),
  AUTH_SECRET: optional(
    z.string().check(z.minLength(32, 'must be at least 32 characters; leave it out to have one generated')),
  ),
  ADMIN_EMAIL: optional(z.email('must be an email address')),
  ADMIN_PASSWORD: optional(
    z.string().check(z.minLength(8, 'must be 8 to 128 characters'), z.maxLength(128, 'must be 8 to 128 characters')),
  ),
  ADMIN_NAME: optional(z.string().check(z.normalize(), z.trim(), z.maxLength(100, 'must be at most 100 characters'))),
  ADMIN_USERNAME: optional(
    z.string().check(z.regex(/^[A-Za-z0-9._-]{3,40}$/, "must be 3 to 40 letters, digits, '.', '_' or '-'")),
  ),
  SEED_DEMO: optional(flag),
  UPLOADTHING_TOKEN: optional(z.string()),
  /** The bearer token for calling the daily maintenance from outside; unset, that route is closed. */
  CRON_SECRET: optional(z.string().check(z.minLength(16, 'must be at least 16 characters'))),
  /** Milliseconds between scheduled backups; unset, there are none. */
  BACKUP_EVERY: optional(duration),
  BACKUP_KEEP: withDefault(wholeNumber(1, 1000, 'must be a number from 1 to 1000'), 7),
  BACKUP_DIR: optional(z.string()),
  /** Set by Vercel only. */
  VERCEL: withDefault(flag, false),
  /** The host name of the production deployment, in previews too. */
  VERCEL_PROJECT_PRODUCTION_URL: optional(z.string()),
  /** Of this deployment alone, and of its branch. */
  VERCEL_URL: optional(z.string()),
  VERCEL_BRANCH_URL: optional(z.string()),
  TRUST_PROXY: withDefault(flag, false),
  /** Nothing is sent to the hosts of repositories. */
  OFFLINE: withDefault(flag, false),
  /** Read-only: with it GitHub takes 5,000 requests an hour instead of 60 of one address. */
  GITHUB_TOKEN: optional(z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/, 'must be a token as GitHub shows it'))),
})

export type Env = z.output<typeof envSchema>

/** An invalid environment; `message` has one plain line per setting. */
class SettingsError extends Error {
  override name = 'SettingsError'
}

/** @throws SettingsError listing every invalid setting */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const result = envSchema.safeParse(source)
  if (result.success) return { ...result.data, SITE_URL: result.data.SITE_URL ?? hostedUrl(result.data) }
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new SettingsError(`These settings cannot be used (see .env.example):\n${lines.join('\n')}`)
}

function hostedUrl({ VERCEL, VERCEL_PROJECT_PRODUCTION_URL: host }: Env): string | undefined {
  return VERCEL && host ? `https://${host}` : undefined
}

let parsed: Env | undefined

/** The settings of this process, parsed once at first use. */
export function env(): Env {
  parsed ??= parseEnv(process.env)
  return parsed
}
