import { z } from 'zod'

const flag = z
  .enum(['0', '1', 'true', 'false'], { error: 'must be 1 or 0' })
  .transform((value) => value === '1' || value === 'true')

/** A blank setting counts as unset. */
const blankIsUnset = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(blankIsUnset, schema.optional())

const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must be a PostgreSQL address such as postgresql://user:password@host:5432/name')

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const
/** Longer timers overflow in Node.js and fire at once. */
const LONGEST_MS = 21 * UNIT_MS.d

const duration = z
  .string()
  .regex(/^[1-9]\d{0,4}[mhd]$/, 'must be a time such as 30m, 24h or 7d')
  .transform((text) => Number(text.slice(0, -1)) * UNIT_MS[text.slice(-1) as keyof typeof UNIT_MS])
  .refine((milliseconds) => milliseconds <= LONGEST_MS, 'must be at most 21d')

/**
 * Every setting the product reads, all optional. `npm start` fills in DATABASE_URL, AUTH_SECRET and SITE_URL
 * before the server is loaded; a serverless host brings its own.
 */
export const envSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.preprocess(
    blankIsUnset,
    z.coerce
      .number({ error: 'must be a port number from 1 to 65535' })
      .int()
      .min(1, 'must be a port number from 1 to 65535')
      .max(65535, 'must be a port number from 1 to 65535')
      .default(3000),
  ),
  HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')),
  /** May point at a pooler in transaction mode. */
  DATABASE_URL: optional(databaseAddress),
  /** A direct connection, for migrations and notifications; DATABASE_URL when unset. */
  DIRECT_DATABASE_URL: optional(databaseAddress),
  DATABASE_POOL_SIZE: optional(
    z.coerce
      .number({ error: 'must be a number from 1 to 100' })
      .int('must be a number from 1 to 100')
      .min(1, 'must be a number from 1 to 100')
      .max(100, 'must be a number from 1 to 100'),
  ),
  DATA_DIR: z.preprocess(blankIsUnset, z.string().default('.data')),
  SITE_URL: optional(
    z
      .url({ protocol: /^https?$/, error: 'must be the public address of the site, such as https://example.org' })
      .transform((value) => new URL(value).origin),
  ),
  AUTH_SECRET: optional(z.string().min(32, 'must be at least 32 characters; leave it out to have one generated')),
  ADMIN_EMAIL: optional(z.email('must be an email address')),
  ADMIN_PASSWORD: optional(z.string().min(8, 'must be 8 to 128 characters').max(128, 'must be 8 to 128 characters')),
  ADMIN_NAME: optional(z.string().trim().min(1).max(100, 'must be at most 100 characters')),
  ADMIN_USERNAME: optional(
    z.string().regex(/^[A-Za-z0-9._-]{3,40}$/, "must be 3 to 40 letters, digits, '.', '_' or '-'"),
  ),
  SEED_DEMO: optional(flag),
  UPLOADTHING_TOKEN: optional(z.string()),
  /** The bearer token for calling the daily maintenance from outside; unset, that route is closed. */
  CRON_SECRET: optional(z.string().min(16, 'must be at least 16 characters')),
  /** Milliseconds between scheduled backups; unset, there are none. */
  BACKUP_EVERY: optional(duration),
  BACKUP_KEEP: z.preprocess(
    blankIsUnset,
    z.coerce.number({ error: 'must be a number from 1 to 1000' }).int().min(1).max(1000).default(7),
  ),
  BACKUP_DIR: optional(z.string()),
  /** Set by Vercel only. */
  VERCEL: z.preprocess(blankIsUnset, flag.default(false)),
  /** The host name of the production deployment, in previews too. */
  VERCEL_PROJECT_PRODUCTION_URL: optional(z.string()),
  TRUST_PROXY: z.preprocess(blankIsUnset, flag.default(false)),
})

export type Env = z.output<typeof envSchema>

/** An invalid environment; `message` has one plain line per setting. */
export class SettingsError extends Error {
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
