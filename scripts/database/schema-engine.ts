import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'
import { readDatabaseAddress } from '@/lib/platform/server/database-address'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'

const SCHEMA_FILE = join(ROOT, 'prisma', 'schema.prisma')

/**
 * The SQL that would change a database to match prisma/schema.prisma; empty when it does. Uses Prisma's engine as
 * WebAssembly from npm instead of a downloaded binary.
 */
export async function schemaDifference(databaseUrl: string): Promise<string> {
  const content = readFileSync(SCHEMA_FILE, 'utf8')
  const { SchemaEngine } = await loadEngine()
  const pool = new pg.Pool({ ...readDatabaseAddress(databaseUrl), max: 1 })
  const engine = await SchemaEngine.new(
    { datamodels: [['schema.prisma', content]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapterFor(pool)),
  )
  try {
    const { stdout } = await engine.diff({
      // The database the adapter is connected to; the engine reads no URL itself.
      from: { tag: 'schemaDatasource', files: [{ path: 'schema.prisma', content }], configDir: '' },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    })
    const script = stdout?.trim() ?? ''
    return script.startsWith('-- This is an empty migration') ? '' : script
  } finally {
    engine.free()
    await pool.end()
  }
}

/**
 * Verifies that a migrated database has every table, column and index of this version. Additions, such as an index or
 * the tables of a monitoring tool, are ignored.
 * @throws UserError when something is missing or different, with the first statement that would fix it
 */
export async function assertNoDrift(databaseUrl: string) {
  const script = await schemaDifference(databaseUrl)
  const statements = script
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((part) => part.replace(/\s+/g, ' ').trim())
  const drift = statements.find(
    (part) => part !== '' && !(/^(DROP|ALTER TABLE \S+ DROP) /.test(part) && !/ (ADD|ALTER) /.test(part.slice(5))),
  )
  if (!drift) return
  throw new UserError(
    `The tables of this database were changed by hand: the site would need "${drift}".\n` +
      'Undo the change, or restore a backup.',
  )
}

/**
 * Prisma's adapter extended by the catalogue's "char" type, which the engine reads: such columns are passed as text and
 * marked as characters afterwards.
 */
function adapterFor(pool: pg.Pool) {
  const CATALOGUE_CHAR = 18
  const TEXT = 25
  let characters: number[] = []
  const poolQuery = pool.query.bind(pool)
  Object.assign(pool, {
    query: async (config: pg.QueryConfig) => {
      const result = await poolQuery(config)
      characters = result.fields.flatMap((field, index) => (field.dataTypeID === CATALOGUE_CHAR ? [index] : []))
      for (const index of characters) Object.assign(result.fields[index] ?? {}, { dataTypeID: TEXT })
      return result
    },
  })
  const factory = new PrismaPg(pool)
  const connect = factory.connect.bind(factory)
  return Object.assign(factory, {
    connect: async () => {
      const adapter = await connect()
      const queryRaw = adapter.queryRaw.bind(adapter)
      return Object.assign(adapter, {
        queryRaw: async (query: Parameters<typeof queryRaw>[0]) => {
          const result = await queryRaw(query)
          for (const index of characters) result.columnTypes[index] = ColumnTypeEnum.Character
          return result
        },
      })
    },
  })
}

let loading: Promise<typeof engineModule> | undefined

function loadEngine() {
  loading ??= (async () => {
    const require = createRequire(import.meta.url)
    const bytes = readFileSync(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm'))
    const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': { ...engineModule } })
    const { __wbg_set_wasm } = engineModule as unknown as { __wbg_set_wasm(exports: object): void }
    __wbg_set_wasm(instance.exports)
    const { __wbindgen_start } = instance.exports as { __wbindgen_start(): void }
    __wbindgen_start()
    return engineModule
  })()
  return loading
}
