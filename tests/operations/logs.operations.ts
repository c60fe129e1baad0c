import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { startTemporaryDatabase } from '@/scripts/database/temporary-database'
import { readSecrets } from '@/scripts/site/secrets'
import { ApiClient, SESSION_COOKIE } from '../support/api-client'
import { makeNote } from '../support/content'
import { OwnSite } from '../support/own-site'
import { ADMIN } from '../support/site'
import { SlowProxy } from '../support/slow-proxy'

type Line = { time: string; level: string; event: string; requestId?: string; path?: string }

test('each error is one line of JSON with the id shown to the visitor, and without a secret', async () => {
  const site = await OwnSite.make()
  const database = await startTemporaryDatabase()
  const proxy = await SlowProxy.before(database.url)
  try {
    const server = site.run('start', [], { settings: { DATABASE_URL: proxy.url } })
    await site.untilReady(server)
    expect(server.output()).not.toMatch(/next\.config|"level":"(warn|error)"/)
    const start = server.output().length
    const admin = await site.signedIn()
    const cookie = admin.cookies.get(SESSION_COOKIE) ?? ''
    await new ApiClient(site.url).post('/api/user/signin', { email: ADMIN.email, password: 'Wrong-and-told' })
    await makeNote(admin)

    proxy.setState('closed')
    const refused = await admin.post('/api/note/new', { title: 'A\nline' })
    expect(refused.status).toBe(503)
    const { requestId } = refused.json() as { requestId: string }
    expect(refused.headers['x-request-id']).toBe(requestId)
    expect((await fetch(`${site.url}/projects`)).status).toBe(503)
    await new ApiClient(site.url).post('/api/user/signin', ADMIN)
    await strangeRequest(site.port)

    await expect.poll(() => server.output()).toContain('"path":"/projects"')
    const text = server.output().slice(start)
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    for (const line of lines) {
      expect(new Date(line.time).getTime()).toBeGreaterThan(0)
      expect(['info', 'warn', 'error']).toContain(line.level)
      expect(line.event).not.toBe('')
      if (line.event === 'request failed') expect(line.requestId).toMatch(/^[0-9a-f-]{36}$/)
    }
    expect(lines).toContainEqual(
      expect.objectContaining({ event: 'request failed', requestId, method: 'POST', path: '/api/note/new' }),
    )
    const { AUTH_SECRET } = readSecrets(site.dataDir)
    for (const secret of [ADMIN.password, 'Wrong-and-told', cookie, AUTH_SECRET, 'throw-away']) {
      expect(text).not.toContain(secret)
    }
  } finally {
    for (const child of site.commandProcesses()) child.kill('SIGKILL')
    await proxy.close()
    await database.remove()
    await site.remove()
  }
})

/** A request whose path contains a line break. */
async function strangeRequest(port: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.end('GET /projects%0A%7B%22event%22:%22forged%22%7D HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  socket.resume()
  await once(socket, 'close')
}
