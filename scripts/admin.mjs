// Accounts from the shell, while the site runs and while it does not: `npm run admin`.
import { requireNodeVersion } from './node-version.mjs'

requireNodeVersion()
const { parseArgs } = await import('node:util')
const { PlainError, printFailure } = await import('./plain-error.mjs')

/** @typedef {import('../lib/server/admin.ts').AdminOrder} AdminOrder */

const USAGE = `npm run admin -- create [--email you@example.org] [--username you] [--name "Your Name"] [--member]
npm run admin -- promote        you@example.org
npm run admin -- demote         you@example.org
npm run admin -- reset-password you@example.org
npm run admin -- second-factor-off you@example.org

A person is named by e-mail address or username. create asks for what is not given, and makes
an admin unless --member is. Passwords are generated and shown once; with --password-stdin the
first line of the input is taken instead.`

try {
  const order = await readOrder()
  const { withDatabase } = await import('./with-database.mjs')
  const { importEntry, prepareCode } = await import('./prepare.mjs')
  const { installDependencies } = await import('./dependencies.mjs')
  await installDependencies(console.log)
  await prepareCode(console.log)
  await withDatabase(async (directUrl) => {
    const { applyMigrations } = await import('./database/migrations.mjs')
    await applyMigrations(directUrl)
    const { carryOut } = await importEntry('server/admin')
    console.log(await carryOut(order))
  })
} catch (error) {
  printFailure(error)
  process.exitCode = 1
}

/** @returns {Promise<AdminOrder>} */
async function readOrder() {
  const { values, positionals } = parse()
  const [command, who, ...rest] = positionals
  if (rest.length > 0) throw new PlainError(USAGE)
  const password = values['password-stdin'] ? await firstLine() : null
  if (command === 'create' && !who) {
    const email = values.email ?? (await ask('E-mail address'))
    const username = values.username ?? (await ask('Username'))
    const name = values.name ?? (await ask('Full name'))
    return { command, email, username, name, isAdmin: !values.member, password }
  }
  if ((command === 'promote' || command === 'demote' || command === 'second-factor-off') && who) return { command, who }
  if (command === 'reset-password' && who) return { command, who, password }
  throw new PlainError(USAGE)
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        username: { type: 'string' },
        name: { type: 'string' },
        member: { type: 'boolean' },
        'password-stdin': { type: 'boolean' },
      },
    })
  } catch {
    throw new PlainError(USAGE)
  }
}

/** @param {string} what */
async function ask(what) {
  if (!process.stdin.isTTY) throw new PlainError(USAGE)
  const { createInterface } = await import('node:readline/promises')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await terminal.question(`${what}: `)
  } finally {
    terminal.close()
  }
}

async function firstLine() {
  const { createInterface } = await import('node:readline')
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}
