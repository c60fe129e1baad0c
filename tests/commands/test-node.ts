// Runs `npm test` on another Node.js: `npm run test:node -- 26 [arguments of npm test]`. It is downloaded from the npm
// registry and cached in .build/nodes.
import { delimiter } from 'node:path'
import { run } from '@/scripts/bootstrap/programs.mjs'
import { COMMAND_RUNNER } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { installNode, nodeIn } from '@/tests/runner/on-demand'

const [version = '', ...args] = process.argv.slice(2)
if (!/^\d+$/.test(version)) throw new UserError('Name a major version of Node.js: npm run test:node -- 26')
const bin = await installNode(version)
// Child processes started as "node" must use it too.
const env = { PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, npm_node_execpath: undefined }
const node = nodeIn(bin)
await run(node, ['--version'])
process.exitCode = await run(node, [COMMAND_RUNNER, 'test', ...args], { env })
