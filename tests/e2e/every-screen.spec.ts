import type { Page } from '@playwright/test'
import { slugOf } from '@/lib/addresses/slug'
import { expectAccessible } from '../support/accessibility'
import { png } from '../support/pictures'
import { startPiecewiseProxy } from '../support/piecewise-proxy'
import {
  test as base,
  expect,
  hydrated,
  layoutShift,
  type Owner,
  overflow,
  rememberProfile,
  SMALL,
  WIDE,
  watchLayoutShift,
} from '../support/screens'

const MAX_LAYOUT_SHIFT = 0.02
const MAX_SHIFT_OF_FONTS = 0.002
/** A wide window at a zoom of 200%. */
const ZOOMED = { width: WIDE.width / 2, height: WIDE.height / 2 } as const
/** Enough for what is seen first: the rest of the page comes at once. */
const PIECES = 100
const NARROWEST = { width: 320, height: 640 } as const
const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

type Screen = { name: string; path: (made: { post: string; note: string; owner: string }) => string }

const SCREENS: Screen[] = [
  { name: 'home', path: () => '/' },
  { name: 'projects', path: () => '/projects' },
  { name: 'search', path: () => '/search/typescript' },
  { name: 'search without results', path: () => '/search/none-at-all' },
  { name: 'find', path: () => '/find?q=tea' },
  { name: 'find without results', path: () => '/find?q=none-at-all-of-it' },
  { name: 'project', path: ({ post }) => `/post/${post}` },
  { name: 'blog', path: () => '/myblog' },
  { name: 'note', path: ({ note }) => `/note/${note}` },
  { name: 'technologies', path: () => '/tech' },
  { name: 'technology', path: () => `/tech/${encodeURIComponent(slugOf(WORD))}` },
  { name: 'about', path: () => '/about' },
  { name: 'subscribe', path: () => '/subscribe' },
  { name: 'profile', path: ({ owner }) => `/profile/${owner}` },
  { name: 'sign-in', path: () => '/signin' },
  { name: 'sign-up', path: () => '/signup' },
  { name: 'missing page', path: () => '/nowhere' },
  { name: 'missing project', path: () => '/post/none' },
  { name: 'refusal', path: () => '/new' },
]

/** A project and a note with extreme content for every part of their screens. */
async function makeExtremes(owner: Owner) {
  const title = `${WORD} with a title that is as long as titles may be, and then some`
  const tech = [WORD, ...Array.from({ length: 30 }, (_, n) => `Tech ${n + 1}`)].join(', ')
  const address = `https://example.org/${'a'.repeat(300)}`
  const image = await png({ width: 900, height: 500 })
  const description = `<h2>${WORD}</h2><p>${address}</p><h2>Second</h2><p>مرحبا بالعالم 🎉</p>`
  // Each is beside the other.
  await owner.makeNote({ title })
  return {
    post: await owner.makePost({ title, description: `${WORD} ${address}`, tech, repo: address, link: address, image }),
    note: await owner.makeNote({ title, about: `${WORD} ${address}`, description }),
    owner: owner.id,
  }
}

const test = base.extend<{ longTexts: undefined }>({
  /** Long words in the owner's own texts, until the test has ended. */
  longTexts: async ({ owner }, use) => {
    const save = async (data: object) => {
      const answer = await owner.request.put('/api/settings', { data })
      expect(answer.status(), await answer.text()).toBe(200)
      return (await answer.json()).settings
    }
    const { titleLine, bio, contactNote, blogSubtitle, colophon, profileLinks } = await save({})
    const text = `${WORD} and more`
    const link = { label: WORD.slice(0, 60), url: 'https://example.org/' }
    await save({
      titleLine: text,
      bio: text,
      contactNote: text,
      blogSubtitle: text,
      colophon: text,
      profileLinks: [link],
    })
    await use(undefined)
    await save({ titleLine, bio, contactNote, blogSubtitle, colophon, profileLinks })
  },
})

/** The words of headings that are on two lines although they are not long. */
async function brokenWords(page: Page): Promise<string[]> {
  return page.locator('h1, h2, h3').evaluateAll((headings) => {
    const broken: string[] = []
    for (const heading of headings) {
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        for (const { 0: word, index } of text.data.matchAll(/(?<!\p{L})\p{L}{2,12}(?!\p{L})/gu)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1) broken.push(word)
        }
      }
    }
    return broken
  })
}

async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

async function inspect(page: Page) {
  await hydrated(page)
  expect(await overflow(page), `${page.url()} is wider than its window`).toBeLessThanOrEqual(0)
  expect(await layoutShift(page), `${page.url()} moves while it loads`).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT)
  await expectAccessible(page)
}

test.describe('every screen', () => {
  test.use({ expectedErrors: /status of (404|403)/ })
  test.slow()

  for (const { who, size, colorScheme } of [
    { who: 'visitor', size: 'small', colorScheme: 'dark' },
    { who: 'admin', size: 'wide', colorScheme: 'light' },
  ] as const) {
    test(`has no overflow or layout shift for one ${who}, ${size} and ${colorScheme}`, async ({
      page,
      owner,
      longTexts: _,
    }) => {
      const made = await makeExtremes(owner)
      await watchLayoutShift(page)
      if (who === 'admin') {
        // Nothing corrects the long name: no profile is this admin's, and the refusal is not told who is signed in.
        await rememberProfile(page, { id: 'someone', name: `Ada ${WORD}`, isAdmin: true })
        await page.route('**/api/user/loggedIn', (route) => route.fulfill({ status: 403, json: { message: 'No.' } }))
        // Without their session the badge of unpublished changes would be told that it is missing.
        await page.route('**/api/working-copy/*', (route) => route.fulfill({ json: { copy: null } }))
      }
      await page.emulateMedia({ colorScheme })
      for (const screen of SCREENS) {
        await page.setViewportSize(size === 'small' ? SMALL : WIDE)
        await page.goto(screen.path(made))
        await inspect(page)
        if (size === 'small') {
          await page.locator('html').evaluate((html) => html.style.setProperty('font-size', '200%'))
          expect(await overflow(page), `${page.url()} has no room for a text size of 200%`).toBeLessThanOrEqual(0)
          expect(await brokenWords(page), `${page.url()} breaks words of headings`).toEqual([])
          await page.locator('html').evaluate((html) => html.style.removeProperty('font-size'))
        }
        await page.setViewportSize(size === 'small' ? NARROWEST : ZOOMED)
        expect(await overflow(page), `${page.url()} is wider than its window`).toBeLessThanOrEqual(0)
      }
    })
  }

  test('does not move when it arrives in pieces', async ({ page, owner, baseURL }) => {
    const note = await owner.makeNote({ title: 'A note', description: '<h2>One</h2><p>1</p><h2>Two</h2><p>2</p>' })
    const proxy = await startPiecewiseProxy(baseURL ?? '', PIECES)
    await watchLayoutShift(page)
    for (const [path, size] of [
      ['/', SMALL],
      [`/note/${note}`, WIDE],
      ['/nothing-here', WIDE],
    ] as const) {
      await page.setViewportSize(size)
      await page.goto(proxy.url + path, { waitUntil: 'commit' })
      while (proxy.sendNext()) await painted(page)
      await hydrated(page)
      expect(await layoutShift(page), path).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT)
    }
    await page.close()
    await proxy.close()
  })

  test('does not move when its fonts arrive late', async ({ page, owner }) => {
    await owner.makePost({ title: 'A project', description: 'Its text' })
    await page.setViewportSize(SMALL)
    await watchLayoutShift(page)
    let sendFonts = () => {}
    const isPainted = new Promise<void>((resolve) => {
      sendFonts = resolve
    })
    await page.route('**/*.woff2', async (route) => {
      await isPainted
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await painted(page)
    const fonts = page.waitForResponse('**/newsreader.*.woff2')
    sendFonts()
    await (await fonts).finished()
    expect(await layoutShift(page)).toBeLessThanOrEqual(MAX_SHIFT_OF_FONTS)
  })
})

test.describe('every screen without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of (404|403)/ })

  test('has its heading and its text', async ({ page, owner }) => {
    const made = await makeExtremes(owner)
    for (const screen of SCREENS) {
      await page.goto(screen.path(made))
      await expect(page.getByRole('heading', { level: 1 }), screen.name).toBeAttached()
      await expect(page.getByRole('main'), screen.name).toContainText(/\w.{20}/)
      await expect(page.getByText(/please wait|loading carousel/i), screen.name).toHaveCount(0)
    }
  })
})
