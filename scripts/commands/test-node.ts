// Runs `npm test` on another Node.js: `npm run test:node -- 26 [arguments of npm test]`. It is downloaded from the npm
// registry and cached in .build/nodes.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { npm, run } from '@/scripts/bootstrap/programs.mjs'
import { COMMAND_RUNNER, WORK_FOLDER } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'

const USAGE = 'Name a major version of Node.js: npm run test:node -- 26'

const [version = '', ...args] = process.argv.slice(2)
if (!/^\d+$/.test(version)) throw new UserError(USAGE)
const bin = await installNode(version)
// Child processes started as "node" must use it too.
const env = { PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, npm_node_execpath: undefined }
const node = join(bin, process.platform === 'win32' ? 'node.exe' : 'node')
await run(node, ['--version'])
process.exitCode = await run(node, [COMMAND_RUNNER, 'test', ...args], { env })

/** The folder with the newest Node.js of a major version in the registry, or the cached one. */
async function installNode(major: string): Promise<string> {
  const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = join(WORK_FOLDER, 'nodes', `${major}-${system}`)
  const inside = join(folder, 'node_modules', `node-${system}`, 'bin')
  if (existsSync(inside)) return inside
  console.log(`Getting Node.js ${major} …`)
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  const wanted = `node-${system}@${major}`
  const status = await npm(['install', '--prefix', unfinished, '--no-save', '--ignore-scripts', '--no-audit', wanted])
  if (status !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new UserError(`Node.js ${major} could not be got: npm says above why.\n${USAGE}`)
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
  return inside
}
