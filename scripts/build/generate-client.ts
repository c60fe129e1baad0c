// Generates prisma/generated from prisma/schema.prisma with the parts of Prisma that do it: its command brings 130 MB of
// other tools, some of which want a newer Node.js. A process of its own, which a server need not keep in memory.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import internals from '@prisma/internals'
import { ROOT } from '../bootstrap/root.mjs'

/** Not by import: a module for that names files without their extension. */
const { PrismaClientTsGenerator }: typeof import('@prisma/client-generator-ts') = createRequire(import.meta.url)(
  '@prisma/client-generator-ts',
)

const schemaContext = await internals.loadSchemaContext({
  schemaPath: { cliProvidedPath: join(ROOT, 'prisma', 'schema.prisma') },
  printLoadMessage: false,
})
const generators = await internals.getGenerators({
  schemaContext,
  registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
  // An engine, which nothing here needs.
  skipDownload: true,
  cliCommand: 'generate',
})
for (const generator of generators) await generator.generate()
