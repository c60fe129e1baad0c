import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { listNotes } from '../support/content'
import { OwnSite, test } from '../support/own-site'

let site: OwnSite

test.beforeEach(async ({ setUpSite }) => {
  site = await OwnSite.copyOf(setUpSite)
})

test.afterEach(() => site.remove())

/** Several clients that write as fast as they can until `stop`; records acknowledged writes. */
async function startWriting() {
  const admin = await site.signedIn()
  const acknowledged: string[] = []
  let going = true
  const writer = async () => {
    while (going) {
      const answer = await admin
        .post('/api/note/new', { title: `Note ${acknowledged.length}`, about: '', description: '<p>text</p>' })
        .catch(() => null)
      if (answer?.status === 201) acknowledged.push((answer.json() as { _id: string })._id)
      // While the site is down requests fail immediately: no need for thousands of them.
      else await delay(20)
    }
  }
  const writers = [writer(), writer(), writer()]
  await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(30)
  return {
    acknowledged,
    async stop() {
      going = false
      await Promise.all(writers)
    },
  }
}

async function expectNoneLost(acknowledged: string[]) {
  const retained = new Set((await listNotes(await site.signedIn())).map((note) => note._id))
  expect(acknowledged.filter((id) => !retained.has(id))).toEqual([])
}

test('the app is killed during writes: the same command brings it back, and no acknowledged write is lost', async () => {
  const first = await site.start()
  const writing = await startWriting()
  first.process.kill('SIGKILL')
  await first.ended
  await writing.stop()
  const { milliseconds } = await site.start()
  console.log(`    back after ${milliseconds} ms`)
  await expectNoneLost(writing.acknowledged)
})

test('the database is killed during writes: the app brings it back by itself, and no acknowledged write is lost', async () => {
  await site.start()
  const writing = await startWriting()
  const killed = site.databasePid()
  const before = performance.now()
  process.kill(killed, 'SIGKILL')
  const written = writing.acknowledged.length
  await expect.poll(() => writing.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(written + 10)
  console.log(`    writing again after ${Math.round(performance.now() - before)} ms`)
  await writing.stop()
  expect(site.databasePid()).not.toBe(killed)
  await expectNoneLost(writing.acknowledged)
})

test('every process of the database is killed during writes: it comes back, and no acknowledged write is lost', async () => {
  await site.start()
  const writing = await startWriting()
  for (const pid of site.databaseProcesses()) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // It ended by itself, once the first of them was gone.
      expect(error).toMatchObject({ code: 'ESRCH' })
    }
  }
  const written = writing.acknowledged.length
  await expect.poll(() => writing.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(written + 10)
  await writing.stop()
  await expectNoneLost(writing.acknowledged)
})

test('app and database are killed during writes: the same command brings both back, and no acknowledged write is lost', async () => {
  const first = await site.start()
  const writing = await startWriting()
  process.kill(site.databasePid(), 'SIGKILL')
  first.process.kill('SIGKILL')
  await first.ended
  await writing.stop()
  const { milliseconds } = await site.start()
  console.log(`    back after ${milliseconds} ms`)
  await expectNoneLost(writing.acknowledged)
})

test('a first start killed at any moment is taken up by the next one, with one owner', async () => {
  await site.remove()
  site = await OwnSite.make()
  for (const milliseconds of [150, 400, 700, 1_000, 1_400, 2_000]) {
    const attempt = site.run('start')
    await delay(milliseconds)
    attempt.process.kill('SIGKILL')
    await attempt.ended
  }
  await site.start()
  await site.signedIn()
})
