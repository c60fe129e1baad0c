import type { Locator, Page } from '@playwright/test'
import { DESK, expect, expectMessage, newTag, PHONE, rowTitles, test } from '../support/admin-screens'
import { listNotes, makePost, readNote } from '../support/content'

// An admin without a mouse: each test starts on a freshly loaded page and uses only the keyboard. What has the focus is
// in view: on a phone in the longest forms, and wherever a screen is another one there.

const STEPS_MAX = 80

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  // Tab passes by what waits for its scripts.
  await expect(target).toBeEnabled()
  await pressUntilFocused(page, target, key)
  await expect(target).toBeInViewport()
}

async function pressUntilFocused(page: Page, target: Locator, key: string): Promise<void> {
  const passed: string[] = []
  // By its handle: to find it by its name at each step would take most of the time.
  let element = await target.elementHandle()
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const state = await element?.evaluate((element) => ({
      isReached: element === document.activeElement,
      isThere: element.isConnected,
      focused: document.activeElement?.outerHTML.slice(0, 80) ?? '',
    }))
    // By then the element may have another name.
    if (state?.isReached) return expect(target).toBeFocused()
    passed.push(state?.focused ?? '')
    if (state?.isThere) await page.keyboard.press(key)
    else element = await target.elementHandle()
  }
  throw new Error(`${target} is not reached by ${key}, which led to:\n${passed.join('\n')}`)
}

/** Replaces the text of a field. */
async function retype(page: Page, field: Locator, words: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(words)
}

/** Moves the focus to a tool with the arrow keys. */
async function arrowTo(page: Page, name: string): Promise<void> {
  const tool = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })
  await pressUntilFocused(page, tool, 'ArrowRight')
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('writes a note, with tools, and edits it', async ({ adminPage: page, admin }) => {
    const title = newTag()
    await page.goto(`/profile/${admin.id}`)
    await tabTo(page, page.getByRole('link', { name: 'Add Note' }))
    await page.keyboard.press('Enter')
    await page.waitForURL('/new-note')
    await tabTo(page, page.getByPlaceholder("Note's title"))
    await page.keyboard.type(title)
    await tabTo(page, page.getByPlaceholder('Brief explanation about the note'))
    await page.keyboard.type('Without a mouse')
    const text = page.getByRole('textbox', { name: 'Description', exact: true })
    await tabTo(page, text)
    await page.keyboard.type('## Keys')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Plain and ')
    await page.keyboard.press('Alt+F10')
    await arrowTo(page, 'Bold')
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await expect(text).toBeFocused()
    await page.keyboard.type('bold')
    await tabTo(page, page.getByRole('button', { name: 'Submit' }))
    await page.keyboard.press('Enter')
    await page.waitForURL('/myblog')

    const card = page.getByRole('article').filter({ hasText: title })
    await tabTo(page, card.getByRole('link', { name: /Read/ }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    const note = (await listNotes(admin.client)).find((one) => one.title === title)
    const id = note?._id ?? ''
    admin.client.made.push(`/api/note/${id}`)
    expect(note?.description).toBe('<h2>Keys</h2><p>Plain and <strong>bold</strong></p>')

    await tabTo(page, page.getByRole('link', { name: 'Update note' }))
    await page.keyboard.press('Enter')
    await page.waitForURL(`/note/update/${id}`)
    await retype(page, page.getByPlaceholder("Note's title"), `${title} again`)
    await tabTo(page, text)
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('er')
    await tabTo(page, page.getByRole('button', { name: 'Update Changes' }))
    await page.keyboard.press('Enter')
    await page.waitForURL(`/note/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title} again`)
    expect((await readNote(admin.client, id)).description).toBe('<h2>Keys</h2><p>Plain and <strong>bolder</strong></p>')
  })

  test('changes the site’s settings', async ({ adminPage: page, admin, database }) => {
    const read = async () =>
      (
        await database.rows<{ titleLine: string; accent: string; competencies: unknown; signUpOpen: boolean }>(
          'SELECT "titleLine", "accent", "competencies", "signUpOpen" FROM "SiteSettings"',
        )
      )[0]
    const before = await read()
    try {
      await page.goto(`/profile/${admin.id}`)
      await tabTo(page, page.getByRole('link', { name: 'Site Settings' }))
      await page.keyboard.press('Enter')
      await page.waitForURL('/settings')
      await retype(page, page.getByLabel('Title line'), 'Typist')
      await tabTo(page, page.getByRole('textbox', { name: 'Competencies' }))
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.type('\nHands: Typing, Tab')
      await tabTo(page, page.getByLabel('Registration is open'))
      await page.keyboard.press('Space')
      await tabTo(page, page.getByRole('button', { name: 'Save settings' }))
      await page.keyboard.press('Enter')
      await expectMessage(page, 'Settings updated.')
      const after = await read()
      expect(after).toMatchObject({ titleLine: 'Typist', signUpOpen: !before?.signUpOpen })
      expect(after?.competencies).toContainEqual({ title: 'Hands', items: ['Typing', 'Tab'] })
    } finally {
      expect((await admin.client.put('/api/settings', before)).status).toBe(200)
    }
  })
})

for (const [where, viewport] of [
  ['on a phone', PHONE],
  ['on a wide screen', DESK],
] as const) {
  test.describe(where, () => {
    test.use({ viewport })

    test('finds projects in the table, deletes several, and brings them back from there and from the trash', async ({
      adminPage: page,
      admin,
    }) => {
      const tag = newTag()
      for (const letter of ['b', 'a', 'c', 'd']) await makePost(admin.client, { title: `${tag} ${letter}` })
      const titled = (letters: string) => [...letters].map((letter) => `${tag} ${letter}`)
      await page.goto('/adminpanel')
      await tabTo(page, page.getByLabel('Filter by title'))
      await page.keyboard.type(tag)
      await expect(rowTitles(page)).toHaveText(titled('dcab'))
      if (viewport === PHONE) {
        await tabTo(page, page.getByLabel('Sort by'))
        await page.keyboard.type('Title A')
      } else {
        await tabTo(page, page.getByRole('button', { name: 'Title' }))
        await page.keyboard.press('Enter')
      }
      await expect(rowTitles(page)).toHaveText(titled('abcd'))

      await tabTo(page, page.getByRole('checkbox', { name: `Select ${tag} b` }))
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      const chosen = page.getByRole('region', { name: 'Selected rows' })
      await expect(chosen).toContainText('2 selected')
      await tabTo(page, chosen.getByRole('button', { name: 'Delete' }))
      await page.keyboard.press('Enter')
      await expect(rowTitles(page)).toHaveText(titled('ad'))
      await expectMessage(page, '2 projects moved to the trash.')
      await expect(page.getByRole('checkbox', { name: `Select ${tag} d` })).toBeFocused()
      await page.keyboard.press('ControlOrMeta+z')
      await expect(rowTitles(page)).toHaveText(titled('abcd'))

      await tabTo(page, page.getByRole('button', { name: `Delete ${tag} c` }), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(rowTitles(page)).toHaveText(titled('abd'))
      await tabTo(page, page.getByRole('link', { name: 'Trash' }), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(rowTitles(page)).toHaveText(titled('c'))
      await tabTo(page, page.getByRole('button', { name: `Restore ${tag} c` }))
      await page.keyboard.press('Enter')
      await expect(page.getByText(`No title contains “${tag}”.`)).toBeVisible()
      await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Projects', exact: true }), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(rowTitles(page)).toHaveText(titled('abcd'))
    })
  })
}

test.describe('on a wide screen', () => {
  test.use({ viewport: DESK })

  test('ends the sessions of a member, makes them an admin and deletes them', async ({
    adminPage: page,
    newPerson,
  }) => {
    const person = await newPerson()
    await page.goto('/adminpanel-members')
    await tabTo(page, page.getByLabel('Filter by name, username or email'))
    await page.keyboard.type(person.username)
    await expect(rowTitles(page)).toHaveText([person.name])
    await tabTo(page, page.getByRole('button', { name: `End sessions of ${person.name}` }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `End sessions of ${person.name}` })).toHaveCount(0)
    await tabTo(page, page.getByRole('button', { name: `Make admin: ${person.name}` }))
    await page.keyboard.press('Enter')
    const promotion = page.getByRole('dialog', { name: `Make ${person.name} an admin?` })
    await tabTo(page, promotion.getByRole('button', { name: 'Make admin' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `Remove admin rights: ${person.name}` })).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: `Delete ${person.name}` }))
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: `Delete ${person.name}?` })
    await expect(question).toBeVisible()
    await tabTo(page, question.getByRole('button', { name: 'Delete' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText(`No members match “${person.username}”.`)).toBeVisible()
  })
})
