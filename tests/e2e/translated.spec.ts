import type { BrowserContext, Page } from '@playwright/test'
import { untilHydrated } from '../support/hydration'
import { png } from '../support/pictures'
import { ADMIN } from '../support/site'
import { translate } from '../support/translator'
import { type Elsewhere, expect, signInBrowser, test } from '../support/writing'

// With a browser's translation on: every text is another node than the one React has made.

const FAILED = 'This page could not be shown.'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function open(page: Page, path: string) {
  await page.goto(path)
  await untilHydrated(page, 'header nav a')
  await translate(page)
}

/** What React says of a node that is not where it has put it, and what the screen of a failure says. */
function watch(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(`${page.url()}: ${message}`))
  page.on('console', (message) => {
    if (/NotFoundError|insertBefore|removeChild/.test(message.text())) errors.push(`${page.url()}: ${message.text()}`)
  })
  return errors
}

/** Types into each field of a screen and presses each of its buttons, with a server that refuses whatever is sent. */
async function use(context: BrowserContext, path: string) {
  // In a tab of its own: leaving what was typed would be asked about.
  const page = await context.newPage()
  const errors = watch(page)
  await page.route('**/api/**', (route) => {
    const message = 'Not now, please.'
    if (route.request().method() === 'GET') return route.continue()
    return route.fulfill({ status: 500, json: { message, error: message } })
  })
  await open(page, path)
  await page.evaluate(async () => {
    // What leads elsewhere is tried by the other screens: a search would end this one.
    window.open = () => null
    window.addEventListener('submit', (event) => event.preventDefault())
    const settled = () => new Promise((resolve) => setTimeout(resolve))
    const shown = <Kind extends HTMLElement>(selector: string) =>
      [...document.querySelectorAll<Kind>(selector)].filter((element) => element.checkVisibility())
    const type = (field: HTMLInputElement | HTMLTextAreaElement, words: string) => {
      const { prototype } = field.constructor as typeof HTMLInputElement
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, words)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      return settled()
    }
    const fields =
      'main :is(textarea, input:is(:not([type]), [type=text], [type=email], [type=search], [type=password]))'
    for (const field of shown<HTMLInputElement>(fields))
      for (const words of ['typed in', '', 'again']) await type(field, words)
    // By their elements: what one of them opens is not pressed.
    for (const button of shown(':is(main, header, footer) button:not([aria-disabled=true])')) {
      if (/go back/i.test(button.textContent)) continue
      button.click()
      await settled()
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      await settled()
    }
  })
  await page.keyboard.press('Escape')
  await expect(page.getByText(FAILED), path).toHaveCount(0)
  expect(errors, path).toEqual([])
  await page.close()
}

const VISITORS = ['/', '/projects', '/post/ID', '/myblog', '/note/ID', '/about', '/tech', '/find?q=translated', '/find']
const FORMS = ['/new', '/post/update/ID', '/note/update/ID', '/user/update', '/user/security', '/settings']
const TABLES = [
  '/adminpanel',
  '/adminpanel-notes',
  '/adminpanel-members',
  '/adminpanel-technologies',
  '/adminpanel-redirects',
  '/audit',
]

/** A note or project to be shown at the path. */
async function made(elsewhere: Elsewhere, path: string): Promise<string> {
  if (!path.includes('ID')) return path
  const description = '<h2>A</h2><p>b</p><pre>c</pre>'
  const { _id } = path.includes('note')
    ? await elsewhere.makeNote({ title: 'Translated', about: 'A note', description })
    : await elsewhere.makePost({ title: 'Translated', description: 'A project.', tech: 'Zig, C' }, await png())
  return path.replace('ID', _id)
}

test.describe('translated screens go on when they are used', () => {
  test.slow()

  test('by a visitor', async ({ context, elsewhere }) => {
    for (const path of [...VISITORS, '/subscribe', '/signin', '/signup', '/nowhere'])
      await use(context, await made(elsewhere, path))
  })

  for (const [which, paths] of [
    ['tables', [...TABLES, '/move', '/welcome', '/note/history/ID']],
    ['forms', FORMS],
  ] as const) {
    test(`by the owner: ${which}`, async ({ ownerPage: _, context, elsewhere }) => {
      for (const path of paths) await use(context, await made(elsewhere, path))
    })
  }
})

test('a link is copied, and the article stays when that is no longer said', async ({ page, elsewhere }) => {
  const note = await elsewhere.makeNote({ title: 'Translated', description: '<p>Text</p>' })
  await page.clock.install()
  const errors = watch(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, `/note/${note._id}`)
  await button(page, 'Copy Link').click()
  await expect(page.getByText('Link copied')).toBeVisible()
  await page.clock.runFor(6_000)
  await expect(page.getByText('Link copied')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Translated')
  expect(errors).toEqual([])
})

test('somebody registers, signs in after a slip, and publishes', async ({ page, ownerSession: _ }) => {
  const errors = watch(page)
  const name = `translated-${Date.now()}`
  await open(page, '/signup')
  await page.getByLabel('Full Name').fill('Ada')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email').fill(`${name}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await button(page, 'Complete registration').click()
  await page.waitForURL('/signin')
  await untilHydrated(page, 'header nav a')
  await translate(page)
  await page.getByLabel('Email').fill(`${name}@example.org`)
  await page.getByLabel('Password').fill('another password')
  await page.getByLabel('Password').press('Enter')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Wrong email or password.')
  await page.getByLabel('Password').fill('a long password')
  await page.getByLabel('Password').press('Enter')
  await page.waitForURL('/')
  await signInBrowser(page, ADMIN)
  await open(page, '/new-note')
  await page.getByPlaceholder("Note's title").fill('Translated and published')
  await page.keyboard.press('Control+s')
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /^Saved/ }),
  ).toBeVisible()
  await button(page, 'Submit').click()
  await page.waitForURL('/myblog')
  await expect(page.getByText('Translated and published')).toBeVisible()
  expect(errors).toEqual([])
})
