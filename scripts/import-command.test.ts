import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { COMMAND_RUNNER, ROOT } from '@/scripts/bootstrap/root.mjs'

const folder = mkdtempSync(join(tmpdir(), 'colophon-command-'))
afterAll(() => rmSync(folder, { recursive: true }))
const text = join(folder, 'one.md')
writeFileSync(text, '---\ntitle: One\ndate: 2020-01-02\n---\nWords\n')

/** What programs read of the command: its standard output alone. */
async function printed(...args: string[]) {
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL: '' }
  const child = spawn(process.execPath, [COMMAND_RUNNER, 'import', '--json', ...args], { cwd: ROOT, env })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.resume()
  const [code] = await once(child, 'close')
  return { code, message: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown }
}

const refuses = (source: string, reason: string) => ({
  code: 1,
  message: { kind: null, items: [], refused: [{ source, reason: expect.stringContaining(reason) }] },
})

it.each([
  ['no path', [], refuses('', 'npm run import -- PATH')],
  ['two paths', ['a', 'b'], refuses('a', 'npm run import -- PATH')],
  ['a kind that there is not', [text, '--as', 'nothing'], refuses(text, 'KIND is one of')],
  ['an address that is none', [text, '--base', 'ftp://a'], refuses(text, 'starts with http:// or https://')],
  ['a file that is not there', ['/none', '--look'], refuses('/none', 'There is nothing at /none.')],
  [
    'a text',
    [text, '--look'],
    {
      code: 0,
      message: expect.objectContaining({ kind: 'markdown', items: [expect.objectContaining({ title: 'One' })] }),
    },
  ],
])(
  'import --json prints one object: %s',
  async (_, args, expected) => {
    expect(await printed(...args)).toEqual(expected)
  },
  60_000,
)
