// Makes prisma/generated from the schema: `npm run generate`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const prisma = join(root, 'node_modules', 'prisma', 'build', 'index.js')

if (!existsSync(prisma)) {
  console.error('Prisma is not installed yet: run npm ci --ignore-scripts first (npm start does it by itself).')
  process.exit(1)
}

const isQuiet = process.argv.includes('--quiet')
const { status, stderr } = spawnSync(process.execPath, [prisma, 'generate', '--no-hints'], {
  cwd: root,
  stdio: isQuiet ? ['ignore', 'ignore', 'pipe'] : 'inherit',
  env: {
    ...process.env,
    // Generating needs no schema engine. Naming any executable keeps Prisma from downloading one.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  },
})
// It writes its progress there too: quiet shows it only when it is the reason of a failure.
if (status !== 0 && stderr) process.stderr.write(stderr)
process.exit(status ?? 1)
