import type { Page } from '@playwright/test'
import { ADMIN_TABS } from '@/lib/access/admin-screens'
import { expectAccessible } from '../support/accessibility'
import { DESK, expect, expectNoOverflow, newTag, PHONE, test } from '../support/admin-screens'
import { makeNote, makePage, makePost } from '../support/content'
import { untilHydrated } from '../support/hydration'
import { png } from '../support/pictures'

/**
 * What axe finds, what is wider than its window, and what is fetched in vain: every screen for admins, opened once, light
 * on a desk, then made as small as a phone and dark.
 */

type Made = { post: string; note: string; technology: string; trashed: string }

const FORMS: ((made: Made) => string)[] = [
  () => '/new',
  ({ post }) => `/post/update/${post}`,
  () => '/new-note',
  ({ note }) => `/note/update/${note}`,
  () => '/user/update',
]
const OTHERS: ((made: Made) => string)[] = [
  () => '/user/security',
  ({ technology }) => `/tech/${technology}`,
  ({ note }) => `/note/history/${note}`,
  ({ note }) => `/preview/note/${note}`,
  ({ trashed }) => `/adminpanel?trash=1&filter=${trashed}`,
]
/** Tabs without a table whose rows are selected. */
const NO_ROWS = ['/overview', '/overview/readers', '/adminpanel-redirects', '/settings', '/audit', '/move']

/** The faces that the page has fetched early and does not draw. */
const facesInVain = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const drawn = [...document.fonts].filter(({ status }) => status === 'loaded')
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    const early = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="font"]')
    return [...early].flatMap(({ href }) => {
      const { pathname } = new URL(href)
      const isDrawn = rules.some((rule) => {
        if (!(rule instanceof CSSFontFaceRule) || !rule.cssText.includes(pathname)) return false
        const family = rule.style.getPropertyValue('font-family').replaceAll('"', '')
        const style = rule.style.getPropertyValue('font-style') || 'normal'
        return drawn.some((face) => face.family.replaceAll('"', '') === family && face.style === style)
      })
      return isDrawn ? [] : [pathname]
    })
  })

test('every screen for admins is accessible, fits and fetches no face in vain, on a desk and on a phone', async ({
  adminPage: page,
  admin,
}) => {
  const technology = `Long${crypto.randomUUID().replace(/[^a-f]/g, '')}`
  const trashed = newTag()
  const post = await makePost(admin.client, {
    title: `${newTag()} ${'long '.repeat(30)}`,
    link: `https://example.org/${'x'.repeat(300)}`,
    tech: `${technology}, ${'long'.repeat(20)}`,
    image: { file: await png() },
  })
  const { _id: note } = await makeNote(admin.client, { title: `${newTag()}${'x'.repeat(150)}`, tech: technology })
  await admin.client.put(`/api/note/${note}`, { description: '<p>It is <em>cold</em>.</p>' })
  await makePage(admin.client, { title: `${newTag()} ${'long '.repeat(30)}`, slug: newTag().toLowerCase() })
  await admin.client.delete(`/api/post/${await makePost(admin.client, { title: trashed })}`)
  const made = { post, note, trashed, technology: technology.toLowerCase() }
  await admin.client.put(`/api/technology/${made.technology}`, { text: `Long ${'word'.repeat(40)}\n\nMore.` })

  const show = async (viewport: typeof DESK | typeof PHONE) => {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: viewport === DESK ? 'light' : 'dark' })
    await page.setViewportSize(viewport)
  }
  const open = async (path: string) => {
    await show(DESK)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => facesInVain(page), path).toEqual([])
  }
  const appearance = async (part?: string) => {
    await expectAccessible(page, part)
    await expectNoOverflow(page)
  }
  const appearances = async () => {
    await appearance()
    await show(PHONE)
    await appearance()
  }
  for (const form of FORMS) {
    await open(form(made))
    await untilHydrated(page, 'main form')
    await expect(page.getByText('Loading the editor')).toHaveCount(0)
    await appearances()
  }
  for (const screen of OTHERS) {
    await open(screen(made))
    await appearances()
  }
  await page.getByRole('button', { name: `Delete permanently: ${trashed}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await appearance()
  await show(DESK)
  await appearance()

  for (const { path } of ADMIN_TABS) {
    await open(path)
    for (const viewport of [DESK, PHONE]) {
      await show(viewport)
      const row = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()
      // Only in one look: the bar covers what is below it.
      const isSelected = viewport === PHONE && !NO_ROWS.includes(path)
      if (isSelected) {
        await row.check()
        await expect(page.getByRole('region', { name: 'Selected rows' })).toBeVisible()
      }
      await appearance()
      if (isSelected) await row.uncheck()
      if (path === '/settings')
        await expect(page.getByRole('button', { name: 'Save settings' })).toBeInViewport({ ratio: 1 })
    }
    await page.locator('html').evaluate((html) => html.style.setProperty('font-size', '200%'))
    await expectNoOverflow(page)
    // As wide as a few of its letters.
    const narrow = await page
      .getByRole('rowheader')
      .or(page.locator('fieldset input:not([type])'))
      .evaluateAll((texts) =>
        texts.filter((text) => text.getBoundingClientRect().width <= 150).map((text) => text.outerHTML.slice(0, 80)),
      )
    expect(narrow, 'titles and texts twice as large').toEqual([])
  }
})
