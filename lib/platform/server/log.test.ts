import { expect, test, vi } from 'vitest'
import { openDatabase } from '@/lib/platform/server/db'
import { currentRequestId, describeError, log, withRequestContext } from '@/lib/platform/server/log'

const REQUEST = { requestId: 'b7e0', method: 'POST', path: '/api/note/new' }

function written(stream: NodeJS.WriteStream) {
  const lines: string[] = []
  vi.spyOn(stream, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0)
  return lines
}

test('an event is one line of JSON, whatever is in it', () => {
  const lines = written(process.stdout)
  log('info', 'saved', { title: 'two\nlines\u2028and more' })
  expect(lines).toHaveLength(1)
  expect(lines[0]?.slice(0, -1)).not.toContain('\n')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', event: 'saved', title: 'two\nlines\u2028and more' })
})

test('what is logged while a request is answered names it, also after a wait', async () => {
  const lines = written(process.stderr)
  await withRequestContext(REQUEST, async () => {
    await new Promise((resolve) => setImmediate(resolve))
    expect(currentRequestId()).toBe('b7e0')
    log('error', 'failed')
  })
  log('error', 'outside')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject(REQUEST)
  expect(JSON.parse(lines[1] ?? '')).not.toHaveProperty('requestId')
})

test('what Prisma was given is not repeated in the log', async () => {
  const database = openDatabase('postgresql://nobody:nothing@127.0.0.1:1/none')
  const data = { email: 'a@example.org', passwordHash: 'a-secret-hash', nonsense: 1 }
  const error = await database.user.create({ data: data as never }).catch((thrown: Error) => thrown)
  expect(String((error as Error).message)).toContain('a-secret-hash')
  const described = JSON.stringify(describeError(error))
  expect(described).toContain('PrismaClientValidationError')
  expect(described).not.toContain('a-secret-hash')
})
