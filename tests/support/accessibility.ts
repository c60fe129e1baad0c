import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { expect } from './browser-test'

/**
 * In the site's own tables, colours of rows like those before them are not looked at: nothing in a scan takes longer. Axe
 * can only leave them out of all its rules.
 */
const fewerColours = `{
  const rule = axe._audit.rules.find(({ id }) => id === 'color-contrast')
  const { matches } = rule
  rule.matches = (node, ...others) =>
    (!node.closest('tbody tr:nth-child(n + 9)') || node.closest('.rich-text') !== null) && matches(node, ...others)
}`

/** AxeBuilder runs it twice for each scan, and unminified by default: more than half of a scan's time. */
const axeSource = `if (!window.axe) {
  ${readFileSync(join(ROOT, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8')}
  ${fewerColours}
}`

/**
 * Fails for whatever axe finds on the page as it is shown now.
 * @param part a selector, to look at nothing else
 */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  await expectNoViolations(page, scan(page, part))
}

/** The same but for colours, most of what a scan costs: where all is drawn in colours that other scans see. */
export async function expectAccessibleButForColours(page: Page, part = 'html'): Promise<void> {
  await expectNoViolations(page, scan(page, part).disableRules('color-contrast'))
}

/** Fails for whatever axe finds in a light or a dark scheme. The page is dark afterwards. */
export async function expectAccessibleInBothSchemes(page: Page, part = 'html'): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, part)
  await page.emulateMedia({ colorScheme: 'dark' })
  // Nothing but colours differs between the schemes, and a whole scan takes a second.
  await expectNoViolations(page, scan(page, part).withRules('color-contrast'))
}

/** Most of a scan's time would be spent on describing what is right. */
function scan(page: Page, part: string): AxeBuilder {
  return new AxeBuilder({ page, axeSource }).options({ resultTypes: ['violations'] }).include(part)
}

async function expectNoViolations(page: Page, axe: AxeBuilder): Promise<void> {
  // Colours are not final while something fades.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  )
  // In the page itself: the usual mode opens a second one for each scan, to ask frames of other sites too.
  const { violations } = await axe.setLegacyMode().analyze()
  const found: string[] = []
  for (const { id, nodes } of violations) {
    const targets = nodes.map(({ target }) => target.join(' '))
    // The caret of a text that is edited scrolls what is in it; a stop of Tab there would lead into the text again.
    const isExempt = (target: string) =>
      id === 'scrollable-region-focusable' &&
      page.locator(target).evaluate((element) => element.closest('[contenteditable="true"]') !== null)
    for (const target of targets) if (!(await isExempt(target))) found.push(`${id}: ${target}`)
  }
  expect(found, page.url()).toEqual([])
}
