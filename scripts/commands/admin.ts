// Manages accounts from the shell, whether or not the site is running: `npm run admin`.
import { createInterface } from 'node:readline'
import { createInterface as createDialogue } from 'node:readline/promises'
import type { AdminCommand } from '@/lib/ops/admin-commands'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { readArguments } from '@/scripts/site/command-line'
import { migrateDatabase } from '@/scripts/site/migrate-database'
import { withDatabase } from '@/scripts/site/with-database'

const USAGE = `npm run admin -- create [--email you@example.org] [--username you] [--name "Your Name"] [--member]
npm run admin -- promote        you@example.org
npm run admin -- demote         you@example.org
npm run admin -- reset-password you@example.org
npm run admin -- second-factor-off you@example.org

A person is named by email address or username. create asks for what is not given, and makes
an admin unless --member is. Passwords are generated and shown once; with --password-stdin the
first line of the input is taken instead.`

const adminCommand = await readCommand()
await withDatabase(async (directUrl, { backup }) => {
  await migrateDatabase(directUrl, { backup, print: console.error })
  const { runAdminCommand } = await import('@/lib/ops/admin-commands')
  console.log(await runAdminCommand(adminCommand))
})

async function readCommand(): Promise<AdminCommand> {
  const { values, positionals } = readArguments(USAGE, {
    email: { type: 'string' },
    username: { type: 'string' },
    name: { type: 'string' },
    member: { type: 'boolean' },
    'password-stdin': { type: 'boolean' },
  })
  const [command, who, ...rest] = positionals
  if (rest.length > 0) throw new UserError(USAGE)
  const password = values['password-stdin'] ? await firstLine() : null
  if (command === 'create' && !who) {
    const email = values.email ?? (await ask('Email address'))
    const username = values.username ?? (await ask('Username'))
    const name = values.name ?? (await ask('Full name'))
    return { command, email, username, name, isAdmin: !values.member, password }
  }
  if ((command === 'promote' || command === 'demote' || command === 'second-factor-off') && who) return { command, who }
  if (command === 'reset-password' && who) return { command, who, password }
  throw new UserError(USAGE)
}

async function ask(what: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UserError(USAGE)
  const terminal = createDialogue({ input: process.stdin, output: process.stdout })
  try {
    return await terminal.question(`${what}: `)
  } finally {
    terminal.close()
  }
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}
