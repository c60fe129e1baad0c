import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type BrowserContext, type BrowserContextOptions, chromium, expect, type Page, test } from '@playwright/test'
import { ADMIN_SCREENS } from '@/lib/access/admin-screens'
import { startTemporaryDatabase } from '@/scripts/database/temporary-database'
import { ApiClient } from '../support/api-client'
import { newAccount } from '../support/api-test'
import { crashTab } from '../support/crash-tab'
import { TestDatabase } from '../support/database'
import { type Command, OwnSite } from '../support/own-site'
import { ADMIN } from '../support/site'
import { SlowProxy } from '../support/slow-proxy'
import { killBrowser, knownWords, WritingRobot, wordsOf } from '../support/writing-robot'

// A robot types a known text while everything fails that can: of what it typed nothing may be lost but the last 300 ms
// in the same browser, the last 5 s in another one. `npm run test:writing` prints what came of it; WRITING_TIMES and
// WRITING_WORDS make it shorter.

const TIMES = Number(process.env.WRITING_TIMES || 10)
const WORDS = Number(process.env.WRITING_WORDS || 3_000)
const DATABASE_GONE_MS = Number(process.env.WRITING_DATABASE_GONE_MS || 60_000)
const OFFLINE_MS = Number(process.env.WRITING_OFFLINE_MS || 120_000)
const SAME_BROWSER_MS = 300
const OTHER_BROWSER_MS = 5_000
const SAVED_WITHIN_MS = 60_000
const PART = Math.ceil(WORDS / TIMES)

type Credentials = { email: string; password: string }

let database: Awaited<ReturnType<typeof startTemporaryDatabase>>
let rows: TestDatabase
let proxy: SlowProxy
let site: OwnSite
let server: Command
const folders: string[] = []

test.beforeAll(async () => {
  database = await startTemporaryDatabase()
  proxy = await SlowProxy.before(database.url)
  rows = new TestDatabase(database.url)
  site = await OwnSite.make({ DATABASE_URL: proxy.url })
  server = await site.start()
})

test.afterAll(async () => {
  for (const child of site.commandProcesses()) child.kill('SIGKILL')
  await rows.close()
  await proxy.close()
  await site.remove()
  await database.remove()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

test.beforeEach(async () => {
  await rows.deleteCopies()
  await rows.resetLimits()
})

/** A browser with a profile of its own, which stays when it is killed. */
async function openBrowser(dataDir: string, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(dataDir, {
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
    baseURL: site.url,
    locale: 'en-GB',
    viewport: { width: 1280, height: 860 },
    ...options,
  })
  return context
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-writer-'))
  folders.push(folder)
  return folder
}

async function signIn(context: BrowserContext, { email, password }: Credentials = ADMIN): Promise<void> {
  await rows.resetLimits()
  const answer = await context.request.post('/api/user/signin', { data: { email, password } })
  expect(answer.status(), await answer.text()).toBe(200)
  const { _id, userProfile } = await answer.json()
  await context.addInitScript((profile) => localStorage.setItem('profile', JSON.stringify(profile)), {
    id: _id,
    ...userProfile,
  })
}

const title = (page: Page) => page.getByPlaceholder("Note's title")
const saved = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^Saved(\. Changes not published)?$/ })
const untilSaved = (page: Page) => expect(saved(page)).toBeVisible({ timeout: SAVED_WITHIN_MS })

/** What the form says of where the text is. */
async function shown(page: Page): Promise<string> {
  const message = await page.getByRole('main').getByRole('status').allInnerTexts()
  return message
    .map((words) => words.split('\n')[0]?.trim())
    .filter(Boolean)
    .join(' / ')
}

async function open(page: Page, path = '/new-note'): Promise<void> {
  await page.goto(path)
  await expect(title(page)).toBeEnabled()
  await expect(WritingRobot.text(page)).toBeVisible()
}

async function begin(page: Page, robot: WritingRobot, name: string, path?: string): Promise<void> {
  await open(page, path)
  await title(page).fill(name)
  await WritingRobot.text(page).click()
  await robot.type(page, 5)
}

/** The HTML the server holds of the only unfinished text. */
async function onServer(): Promise<string> {
  const [row] = await rows.rows<{ html: string }>(
    `SELECT "fields"->>'description' AS html FROM "WorkingCopy" ORDER BY "updatedAt" DESC LIMIT 1`,
  )
  return row?.html ?? ''
}

/** Types what is left, compares all of it with what the server has, and writes a line of the table. */
async function settle(fault: string, page: Page, robot: WritingRobot, lost: number[], message: Set<string>) {
  await robot.type(page, WORDS)
  // Only when its last picture is there too.
  await expect(page.locator('.editor-upload')).toHaveCount(0, { timeout: SAVED_WITHIN_MS })
  await expect(async () => expect(await robot.faultsOf(await onServer())).toEqual([])).toPass({
    timeout: SAVED_WITHIN_MS,
  })
  report(fault, robot.words.length, lost, message)
}

function report(fault: string, words: number, lost: number[], message: Set<string>) {
  const row = { fault, words, lost: lost.reduce((sum, count) => sum + count, 0), shown: [...message].join('; ') }
  appendFileSync(process.env.WRITING_TABLE ?? '/dev/null', `${JSON.stringify(row)}\n`)
  expect(row.lost, fault).toBe(0)
}

/** Hours and minutes differ from one time to the next. */
const general = (words: string) => words.replace(/\d\d:\d\d/g, '14:03').replace(/on \d+ \w+/g, 'on 3 March')

test(`the browser is killed, ${TIMES} times`, async () => {
  const folder = newFolder()
  const robot = new WritingRobot(knownWords(WORDS))
  const lost: number[] = []
  const message = new Set<string>()
  let context = await openBrowser(folder)
  await signIn(context)
  let [page = await context.newPage()] = context.pages()
  await begin(page, robot, 'Killed browser')
  for (let turn = 0; turn < TIMES; turn += 1) {
    await robot.type(page, PART)
    const since = performance.now()
    const address = page.url()
    await killBrowser(folder)
    context = await openBrowser(folder)
    await signIn(context)
    ;[page = await context.newPage()] = context.pages()
    await open(page, address)
    message.add(general(await shown(page)))
    lost.push(await robot.goOn(page, since, SAME_BROWSER_MS))
  }
  await settle(`browser killed × ${TIMES}`, page, robot, lost, message)
  await context.close()
})

test(`the tab crashes, ${TIMES} times`, async () => {
  const robot = new WritingRobot(knownWords(WORDS))
  const lost: number[] = []
  const message = new Set<string>()
  const context = await openBrowser(newFolder())
  await signIn(context)
  let page = await context.newPage()
  await begin(page, robot, 'Crashed tab')
  for (let turn = 0; turn < TIMES; turn += 1) {
    await robot.type(page, PART)
    const since = performance.now()
    const address = page.url()
    await crashTab(page)
    page = await context.newPage()
    await open(page, address)
    message.add(general(await shown(page)))
    lost.push(await robot.goOn(page, since, SAME_BROWSER_MS))
  }
  await settle(`tab crashed × ${TIMES}`, page, robot, lost, message)
  await context.close()
})

test(`the writer goes back and forward again, ${TIMES} times`, async () => {
  const robot = new WritingRobot(knownWords(WORDS))
  const lost: number[] = []
  const message = new Set<string>()
  const context = await openBrowser(newFolder())
  await signIn(context)
  const page = await context.newPage()
  await page.goto(ADMIN_SCREENS.adminNotes.path)
  // Only what was opened by a link is shown from the memory of the router.
  await page.getByRole('main').getByRole('link', { name: ADMIN_SCREENS.newNote.label, exact: true }).click()
  await expect(title(page)).toBeEnabled()
  await title(page).fill('Back and Forward')
  await WritingRobot.text(page).click()
  for (let turn = 0; turn < TIMES; turn += 1) {
    await robot.type(page, PART)
    const since = performance.now()
    await page.goBack()
    await expect(page).toHaveURL(ADMIN_SCREENS.adminNotes.path)
    await page.goForward()
    await expect(title(page)).toHaveValue('Back and Forward')
    message.add(general(await shown(page)))
    lost.push(await robot.goOn(page, since, SAME_BROWSER_MS))
  }
  await settle(`Back and Forward × ${TIMES}`, page, robot, lost, message)
  await context.close()
})

test(`the browser is lost, and another one goes on, ${TIMES} times`, async () => {
  const robot = new WritingRobot(knownWords(WORDS))
  const lost: number[] = []
  const message = new Set<string>()
  let folder = newFolder()
  let context = await openBrowser(folder)
  await signIn(context)
  let page = await context.newPage()
  await begin(page, robot, 'Lost browser')
  for (let turn = 0; turn < TIMES; turn += 1) {
    await robot.type(page, PART)
    const since = performance.now()
    const address = page.url()
    await killBrowser(folder)
    // What it has sent is still on its way, and nobody is at another computer sooner.
    await delay(OTHER_BROWSER_MS)
    folder = newFolder()
    context = await openBrowser(folder)
    await signIn(context)
    page = await context.newPage()
    await open(page, address)
    message.add(general(await shown(page)))
    lost.push(await robot.goOn(page, since, OTHER_BROWSER_MS))
  }
  await settle(`browser lost, gone on in another × ${TIMES}`, page, robot, lost, message)
  await context.close()
})

/** Types on while `fault` is going on, and as soon as it is over sees whether everything is stored. */
async function typeThrough(
  name: string,
  fault: (page: Page, whileIt: () => Promise<void>, turn: number) => Promise<void>,
  prepare: (context: BrowserContext) => Promise<void> = async () => {},
) {
  const robot = new WritingRobot(knownWords(WORDS))
  const lost: number[] = []
  const message = new Set<string>()
  const context = await openBrowser(newFolder())
  await prepare(context)
  await signIn(context)
  const page = await context.newPage()
  await begin(page, robot, name)
  for (let turn = 0; turn < TIMES; turn += 1) {
    await robot.type(page, Math.ceil(PART / 2))
    await fault(
      page,
      async () => {
        await robot.type(page, Math.floor(PART / 2))
        // What is said by the time the last try has failed.
        await delay(OTHER_BROWSER_MS)
        message.add(general(await shown(page)))
      },
      turn,
    )
    const since = performance.now()
    await page.reload()
    await expect(title(page)).toBeEnabled()
    lost.push(await robot.goOn(page, since, SAME_BROWSER_MS))
  }
  await settle(name, page, robot, lost, message)
  await context.close()
}

test(`the app is killed, ${TIMES} times`, async () => {
  await typeThrough(`app killed × ${TIMES}`, async (page, whileIt) => {
    server.process.kill('SIGKILL')
    await server.ended
    await whileIt()
    server = await site.start()
    await untilSaved(page)
  })
})

test(`the database is gone, ${TIMES} times`, async () => {
  await typeThrough(`database gone for ${DATABASE_GONE_MS / 1000} s × ${TIMES}`, async (page, whileIt) => {
    proxy.setState('closed')
    const begun = performance.now()
    await whileIt()
    await delay(Math.max(0, DATABASE_GONE_MS - (performance.now() - begun)))
    proxy.setState('open')
    await untilSaved(page)
  })
})

test(`the network is off, ${TIMES} times`, async () => {
  await typeThrough(`network off for ${OFFLINE_MS / 1000} s × ${TIMES}`, async (page, whileIt) => {
    await page.context().setOffline(true)
    const begun = performance.now()
    await whileIt()
    await delay(Math.max(0, OFFLINE_MS - (performance.now() - begun)))
    await page.context().setOffline(false)
    await untilSaved(page)
  })
})

test(`the session ends and somebody else signs in, ${TIMES} times`, async () => {
  const other = newAccount()
  const stranger = new ApiClient(site.url)
  expect((await stranger.post('/api/user/signup', other)).status).toBe(201)
  await rows.rows('UPDATE "User" SET "isAdmin" = true WHERE "email" = $1', [other.email])
  await typeThrough(`session ended, another account signed in × ${TIMES}`, async (page, whileIt) => {
    const context = page.context()
    await rows.rows('DELETE FROM "Session"')
    await whileIt()
    await signIn(context, other)
    const strangers = await context.newPage()
    await open(strangers)
    await expect(title(strangers)).toHaveValue('')
    await expect(WritingRobot.text(strangers)).not.toContainText('amber')
    await strangers.close()
    await signIn(context)
  })
})

test(`the storage is full, ${TIMES} times`, async () => {
  await typeThrough(`storage full × ${TIMES}`, async (page, whileIt) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: 1 })
    await whileIt()
    await untilSaved(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.url })
  })
})

test(`the storage is refused, ${TIMES} times`, async () => {
  await typeThrough(
    `storage refused × ${TIMES}`,
    async (page, whileIt) => {
      await whileIt()
      await untilSaved(page)
    },
    async (context) => {
      await context.addInitScript(() => {
        const refuse = () => {
          throw new DOMException('refused', 'SecurityError')
        }
        Object.defineProperty(window, 'indexedDB', { get: refuse })
        Object.defineProperty(window, 'localStorage', { get: refuse })
      })
    },
  )
})

test(`the clock is wrong by a day, ${TIMES} times`, async () => {
  await typeThrough(`clock off by a day × ${TIMES}`, async (page, whileIt, turn) => {
    const day = 24 * 60 * 60 * 1000
    await page.clock.setSystemTime(Date.now() + (turn % 2 === 0 ? -day : day))
    await whileIt()
    await untilSaved(page)
  })
})

/** Each of the two at least once. */
const TURNS = Math.max(2, TIMES)

test(`the note is published, or put into the trash, by somebody else, ${TURNS} times`, async () => {
  const client = await site.signedIn()
  const note = { title: 'As published', about: '', description: '' }
  const { _id } = (await client.post('/api/note/new', note)).json() as { _id: string }
  const robot = new WritingRobot(knownWords(WORDS))
  const lost: number[] = []
  const message = new Set<string>()
  const context = await openBrowser(newFolder())
  await signIn(context)
  const page = await context.newPage()
  const path = `/note/update/${_id}`
  await open(page, path)
  await WritingRobot.text(page).click()
  for (let turn = 0; turn < TURNS; turn += 1) {
    await robot.type(page, Math.ceil(WORDS / TURNS))
    const isPublished = turn % 2 === 0
    const action = (what: string) => client.post('/api/note/trash', { ids: [_id], action: what })
    const answer = isPublished
      ? await client.put(`/api/note/${_id}`, { title: `Version ${turn}` })
      : await action('trash')
    expect(answer.status).toBe(200)
    await delay(OTHER_BROWSER_MS)
    message.add(general(await shown(page)))
    const since = performance.now()
    // While it is in the trash its text goes on as something new.
    await open(page, isPublished ? path : `/new-note?copy=${_id}`)
    message.add(general(await shown(page)))
    if (isPublished) await expect(title(page)).toHaveValue(`Version ${turn}`)
    lost.push(await robot.goOn(page, since, SAME_BROWSER_MS))
    if (isPublished) continue
    expect((await action('restore')).status).toBe(200)
    await open(page, path)
    lost.push(await robot.goOn(page, since, SAME_BROWSER_MS))
  }
  await settle(`published, or trashed, by another × ${TURNS}`, page, robot, lost, message)
  await context.close()
})

for (const what of ['two tabs', 'two browsers'] as const) {
  test(`${what} write in one text, ${TIMES} times in turn`, async () => {
    const client = await site.signedIn()
    const note = { title: 'Shared', about: '', description: '<p>First:</p><p>Middle.</p><p>Second:</p>' }
    const { _id } = (await client.post('/api/note/new', note)).json() as { _id: string }
    const contexts = [await openBrowser(newFolder())]
    if (what === 'two browsers') contexts.push(await openBrowser(newFolder()))
    const pages: Page[] = []
    for (const name of ['First', 'Second']) {
      const context = contexts[pages.length] ?? contexts[0]
      if (!context) continue
      if (pages.length < contexts.length) await signIn(context)
      const page = await context.newPage()
      await open(page, `/note/update/${_id}`)
      await WritingRobot.text(page)
        .locator('p', { hasText: `${name}:` })
        .click()
      await page.keyboard.press('End')
      pages.push(page)
    }
    const words = knownWords(WORDS)
    const typed: string[][] = [[], []]
    const part = Math.ceil(WORDS / TIMES / 2)
    for (let turn = 0; turn < TIMES; turn += 1) {
      // Both at the same time.
      await Promise.all(
        pages.map(async (page, who) => {
          for (let count = 0; count < part; count += 1) {
            const word = words[(typed[who]?.length ?? 0) * 2 + who] ?? ''
            await page.keyboard.type(` ${word}`)
            typed[who]?.push(word)
          }
        }),
      )
    }
    const wanted = ['First:', ...(typed[0] ?? []), 'Middle.', 'Second:', ...(typed[1] ?? [])]
    const message = new Set<string>()
    for (const page of pages) {
      await page.bringToFront()
      await expect(async () => {
        // Who looks at another browser gives it the focus; here each has it all the time.
        await page.evaluate(() => window.dispatchEvent(new Event('focus')))
        expect(await wordsOf(WritingRobot.text(page))).toEqual(wanted)
      }).toPass({ timeout: SAVED_WITHIN_MS })
      message.add(general(await shown(page)))
    }
    report(`${what}, at once × ${TIMES}`, wanted.length - 3, [0], message)
    for (const context of contexts) await context.close()
  })
}
