import type { Page } from '@playwright/test'
import { sanitiseRichText } from '@/lib/rich-text/server/clean'
import { ATTACKS, FORMULA_ATTACKS } from '../support/attacks'
import { expect, test } from '../support/browser-test'
import { OLD_NOTES } from '../support/old-notes'

// Needs no server: the sanitiser's output is put into blank pages of a real browser.

type Watch = { requests: string[]; errors: string[] }

const COUNTED = ['alert', 'confirm', 'prompt', 'print', 'open'] as const

/** An origin of its own, so that relative URLs resolve; only the route below responds. */
const BLANK_PAGE = 'https://colophon.test/blank'

/** A blank page that reports every way a script could have run. */
async function watchedPage(page: Page): Promise<Watch> {
  const watch: Watch = { requests: [], errors: [] }
  page.on('pageerror', (error) => watch.errors.push(String(error)))
  await page.route('**', (route) => {
    const url = route.request().url()
    if (url === BLANK_PAGE) return route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' })
    watch.requests.push(url)
    return route.abort()
  })
  await page.addInitScript((names) => {
    const counted = window as unknown as Record<string, unknown>
    counted.pwned = 0
    for (const name of names) {
      counted[name] = () => {
        counted.pwned = Number(counted.pwned) + 1
      }
    }
    // Everything below is clicked; only a script URL may still act.
    addEventListener(
      'click',
      (event) => {
        const link = (event.target as Element).closest?.('a')
        if (link && link.protocol !== 'javascript:') event.preventDefault()
      },
      true,
    )
  }, COUNTED)
  await page.goto(BLANK_PAGE)
  return watch
}

async function pwned(page: Page): Promise<number> {
  return page.evaluate(() => Number((window as unknown as { pwned: number }).pwned))
}

/** Inserts HTML like React does, lets it load, then interacts with each element. */
async function show(page: Page, html: string): Promise<string> {
  return page.evaluate(async (source) => {
    const host = document.createElement('div')
    document.body.replaceChildren(host)
    host.innerHTML = source
    const parsed = host.innerHTML
    const nextTask = () => new Promise((done) => setTimeout(done))
    await nextTask()
    for (const element of host.querySelectorAll<HTMLElement>('*')) {
      for (const type of ['mouseover', 'mousedown', 'focus', 'toggle', 'error', 'load', 'animationstart', 'input']) {
        element.dispatchEvent(new Event(type, { bubbles: true }))
      }
      element.focus?.()
      element.click?.()
    }
    await nextTask()
    return parsed
  }, html)
}

function expectQuiet(watch: Watch, count: number): void {
  expect(count).toBe(0)
  expect(watch.errors).toEqual([])
  expect(watch.requests.filter((url) => !/^https?:/.test(url))).toEqual([])
}

test('the watch sees scripts that do run', async ({ page }) => {
  await watchedPage(page)
  const attacks = [
    '<img src="x:y" onerror="alert(1)">',
    '<b onmouseover="alert(1)">a</b>',
    '<a href="javascript:alert(1)">a</a>',
    '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  ]
  for (const [index, attack] of attacks.entries()) {
    await show(page, attack)
    await expect.poll(() => pwned(page)).toBeGreaterThan(index)
  }
})

test('no attack runs once it is saved, in note, profile or about page', async ({ page }) => {
  const watch = await watchedPage(page)
  for (const { id, payload } of [...ATTACKS, ...FORMULA_ATTACKS]) {
    const { html, rendered } = await sanitiseRichText(payload, 'description')
    // Parsing the stored text in a browser must yield exactly the sanitiser's tree.
    expect(await show(page, html), id).toBe(html)
    await show(page, rendered)
    expect(await pwned(page), id).toBe(0)
  }
  expectQuiet(watch, await pwned(page))
})

test('old notes look in the browser as they are stored', async ({ page }) => {
  await watchedPage(page)
  for (const note of OLD_NOTES) {
    const { html } = await sanitiseRichText(note.description, 'description')
    expect(await show(page, html), note.title).toBe(html)
  }
})
