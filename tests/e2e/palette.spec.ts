import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../support/accessibility'
import { expect, expectNoOverflow, newTag, PHONE, test } from '../support/admin-screens'
import { makeNote, makePost } from '../support/content'

const paletteOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Go to' })
const fieldOf = (page: Page): Locator =>
  paletteOf(page).getByRole('combobox', { name: 'Pages, projects, notes and technologies' })
const optionsOf = (page: Page): Locator => paletteOf(page).getByRole('option')
const buttonOf = (page: Page): Locator => page.getByRole('contentinfo').getByRole('button', { name: 'Go to' })
/** The keys are announced once they work, which may be a moment after the button does. */
const untilKeysWork = (page: Page): Promise<void> =>
  expect(buttonOf(page)).toHaveAttribute('aria-keyshortcuts', 'Control+K Meta+K')

test.describe('the palette', () => {
  test('goes by the keyboard to a page, a note, a technology and a search, gives the focus back on Escape, and offers visitors nothing of the admin’s', async ({
    page,
    admin,
  }) => {
    const word = newTag()
    const note = (await makeNote(admin.client, { title: `On ${word}` }))._id
    await makePost(admin.client, { title: `Made of ${word}`, tech: `${word}script, Rust` })
    await page.goto('/about')
    await untilKeysWork(page)
    await buttonOf(page).focus()
    await page.keyboard.press('Enter')
    await fieldOf(page).fill('settings')
    await expect(optionsOf(page)).toHaveText([/^Find on this site: “settings”/])
    await page.keyboard.press('Escape')
    await expect(paletteOf(page)).toHaveCount(0)
    await expect(buttonOf(page)).toBeFocused()
    for (const keys of ['Meta+k', 'Control+k']) {
      await page.keyboard.press(keys)
      await expect(fieldOf(page)).toBeFocused()
      await expect(optionsOf(page)).toHaveText([
        /^Home/,
        /^Projects/,
        /^My Blog/,
        /^Technologies/,
        /^About Me/,
        /^Subscribe/,
      ])
      await expect(optionsOf(page).first()).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Escape')
      await expect(paletteOf(page)).toHaveCount(0)
    }
    await page.keyboard.press('Control+k')
    await expect(fieldOf(page)).toBeFocused()
    await page.keyboard.type('my b')
    await expect(optionsOf(page).first()).toHaveText(/^My Blog/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/myblog')
    await expect(paletteOf(page)).toHaveCount(0)

    await buttonOf(page).click()
    await expect(fieldOf(page)).toBeFocused()
    await page.keyboard.type(word)
    await expect(optionsOf(page)).toHaveText([
      new RegExp(`^${word}scriptTechnology$`),
      new RegExp(`^On ${word}Note$`),
      new RegExp(`^Made of ${word}Project$`),
      new RegExp(`^Find on this site: “${word}”$`),
    ])
    await page.keyboard.press('ArrowDown')
    await expect(fieldOf(page)).toHaveAttribute('aria-activedescendant', /-option-1$/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/note/${note}`)
    // As after a link in the footer: Tab goes on in the page.
    await expect(page.getByRole('main')).toBeFocused()

    await page.keyboard.press('Control+k')
    await expect(fieldOf(page)).toBeFocused()
    await page.keyboard.type(word)
    await expect(optionsOf(page).first()).toHaveText(`${word}scriptTechnology`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tech\//)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word}script`)

    await page.keyboard.press('Control+k')
    await expect(fieldOf(page)).toBeFocused()
    await page.keyboard.type(word)
    await optionsOf(page)
      .filter({ hasText: `Find on this site: “${word}”` })
      .click()
    await expect(page).toHaveURL(`/find?q=${word}`)
  })

  test('offers an admin what they do and the editor, where Ctrl+K makes a link, and asks before it leaves what is unsaved', async ({
    adminPage: page,
    admin,
  }) => {
    const note = (await makeNote(admin.client, { title: 'To be edited' }))._id
    await page.goto(`/note/${note}`)
    await untilKeysWork(page)
    await page.keyboard.press('Control+k')
    await fieldOf(page).fill('note')
    await expect(optionsOf(page).filter({ hasText: 'Add Note' })).toBeVisible()
    await fieldOf(page).fill('visitors')
    await expect(optionsOf(page).filter({ hasText: 'Readers' })).toBeVisible()
    await fieldOf(page).fill('open in')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/note/update/${note}`)

    await page.locator('[contenteditable="true"]').click()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Link' })).toBeVisible()
    await expect(paletteOf(page)).toHaveCount(0)

    await page.goto('/settings')
    await untilKeysWork(page)
    await page.getByLabel('Owner’s name', { exact: true }).fill('Nobody has saved this')
    await page.keyboard.press('Control+k')
    await fieldOf(page).fill('about')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    await expect(page).toHaveURL('/settings')
  })

  test.describe('on a phone', () => {
    test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

    test('opens and leads on by touch, fits, and has no fault that axe finds', async ({ page, admin }) => {
      const word = newTag()
      const title = `A title of ${word} that is longer than a phone is wide, so that it has to be cut somewhere`
      const note = (await makeNote(admin.client, { title }))._id
      await page.goto('/about')
      await untilKeysWork(page)
      await buttonOf(page).tap()
      await fieldOf(page).fill(word)
      await expect(optionsOf(page).first()).toHaveText(/Note$/)
      await expectNoOverflow(page)
      await expectAccessibleInBothSchemes(page, 'dialog')
      await optionsOf(page).first().tap()
      await expect(page).toHaveURL(`/note/${note}`)
    })
  })
})
