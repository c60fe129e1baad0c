import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { listNotes } from '../support/content'
import { type Command, OwnSite, test } from '../support/own-site'

// What kills a site that runs, and what kills a first start, each have a site of their own.
test.describe.configure({ mode: 'parallel' })

/** So often that what is written meanwhile stays below the rate limit of an admin's writes. */
const OFTEN = { intervals: [50] }

/** The one that runs. */
let site: OwnSite

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
  await expect.poll(() => acknowledged.length, OFTEN).toBeGreaterThan(30)
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

test.describe('what is written', () => {
  test.describe.configure({ mode: 'default' })

  let running: Command

  test.beforeAll(async ({ setUpSite }) => {
    site = await OwnSite.copyOf(setUpSite)
    running = await site.start()
  })

  test.afterAll(() => site?.remove())

  test('the app is killed during writes, alone and together with the database: the same command brings it back, and no acknowledged write is lost', async () => {
    for (const withDatabase of [false, true]) {
      const writing = await startWriting()
      if (withDatabase) process.kill(site.databasePid(), 'SIGKILL')
      running.process.kill('SIGKILL')
      await running.ended
      await writing.stop()
      running = await site.start()
      await expectNoneLost(writing.acknowledged)
    }
  })

  test('the database is killed during writes, its server and then every process: the app brings it back by itself, and no acknowledged write is lost', async () => {
    for (const processes of [() => [site.databasePid()], () => site.databaseProcesses()]) {
      const writing = await startWriting()
      const killed = site.databasePid()
      for (const pid of processes()) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch (error) {
          // It ended by itself, once the first of them was gone.
          expect(error).toMatchObject({ code: 'ESRCH' })
        }
      }
      const written = writing.acknowledged.length
      await expect.poll(() => writing.acknowledged.length, OFTEN).toBeGreaterThan(written + 10)
      await writing.stop()
      expect(site.databasePid()).not.toBe(killed)
      await expectNoneLost(writing.acknowledged)
    }
  })
})

test('a first start killed at any moment is taken up by the next one, with one owner', async () => {
  const fresh = await OwnSite.make()
  try {
    for (const milliseconds of [150, 400, 700, 1_000, 1_400, 2_000]) {
      const attempt = fresh.run('start')
      await delay(milliseconds)
      attempt.process.kill('SIGKILL')
      await attempt.ended
    }
    await fresh.start()
    await fresh.signedIn()
  } finally {
    await fresh.remove()
  }
})
