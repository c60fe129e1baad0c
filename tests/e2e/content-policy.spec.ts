import type { Page } from '@playwright/test'
import { expect, signInOn, test } from '../support/admin-screens'
import type { ApiClient } from '../support/api-client'
import { makeNote, makePost } from '../support/content'
import { untilHydrated } from '../support/hydration'

// More pages a minute than are counted from one address, which would affect later tests.
test.use({ extraHTTPHeaders: { 'sec-gpc': '1' }, breaksPolicy: true })

/** Hydrated: its scripts were allowed. */
const hydrated = (page: Page) => untilHydrated(page, 'header a')

test('a script that is slipped into a page does not run', async ({ page }) => {
  await page.goto('/about')
  const ran = await page.evaluate(() => {
    const holder = window as unknown as { slipped?: boolean }
    const script = document.createElement('script')
    script.textContent = 'window.slipped = true'
    document.body.append(script)
    const picture = document.createElement('div')
    picture.innerHTML = '<button onclick="window.slipped = true">x</button>'
    document.body.append(picture)
    picture.querySelector('button')?.click()
    return holder.slipped === true
  })
  expect(ran).toBe(false)
})

/**
 * Each calls `planted`, or would add a row to Next's data; `inline` of them are subject to the policy for inline
 * scripts.
 */
function scriptsToPlant(earlierNonce: string) {
  const scripts = [
    '<script>planted("plain")</script>',
    '<script nonce>planted("empty nonce")</script>',
    `<script nonce="${earlierNonce}">planted("an earlier nonce")</script>`,
    '<script>self.__next_f.push([1,"0:[]\\n"]);planted("behind data")</script>',
    '<script>(self.__next_f=self.__next_f||[]).push([1,"0:{\\"P\\":null,\\"f\\":[]}\\n"])</script>',
    '<script id="_R_">planted("start");$RC=planted;$RC("boundary")</script>',
    '<script type="module">planted("module")</script>',
    '<svg><script>planted("svg")</script></svg>',
  ]
  const others = [
    '<script type="application/ld+json">{"x":"planted"}</script>',
    '<script async src="/media/planted.js" onload="planted(\'media\')" onerror="planted(\'media\')"></script>',
    '<script async src="https://planted.example/x.js"></script>',
    `<script async src="data:text/javascript,planted('data')"></script>`,
    `<iframe srcdoc="<script>parent.planted('frame')</script>"></iframe>`,
    `<img src="/nowhere.png" onerror="planted('handler')">`,
    `<a id="planted-link" href="javascript:planted('address')">x</a>`,
  ]
  return { html: `<p>planted-text</p>${scripts.join('')}${others.join('')}`, inline: scripts.length }
}

type Watched = { planted: string[]; refused: number }

/** Counts the planted scripts that ran, and the inline script elements the policy blocked. */
async function watch(page: Page): Promise<() => Promise<Watched>> {
  await page.addInitScript(() => {
    const watched: Watched = { planted: [], refused: 0 }
    Object.assign(window, { watched, planted: (what: string) => void watched.planted.push(what) })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      if (effectiveDirective === 'script-src-elem' && blockedURI === 'inline') watched.refused += 1
    })
  })
  return () => page.evaluate(() => (window as unknown as { watched: Watched }).watched)
}

/** The database notifies the server of a direct write with a short delay. */
async function untilShown(client: ApiClient, path: string, text: string): Promise<void> {
  await expect.poll(async () => (await client.get(path)).text, { message: path }).toContain(text)
}

test('scripts that stand in a stored text run nowhere, whatever they imitate', async ({
  page,
  newPerson,
  database,
  visitor,
}) => {
  test.slow()
  const person = await newPerson('admin')
  const note = (await makeNote(person.client))._id
  const [settings] = await database.rows<{ aboutProfileId: string | null }>(
    'SELECT "aboutProfileId" FROM "SiteSettings"',
  )
  await database.change(1, 'UPDATE "SiteSettings" SET "aboutProfileId" = $1', [person.id])
  try {
    const policy = String((await visitor.get(`/note/${note}`)).headers['content-security-policy'])
    const { html, inline } = scriptsToPlant(/'nonce-([\w-]+)'/.exec(policy)?.[1] ?? 'none')
    const title = 'a title</title></script><script>planted("title")</script>'
    // With the current stamp, so that the text is trusted as it is stored.
    await database.change(
      1,
      'UPDATE "Note" SET title = $2, about = $2, description = $3, rendered = $3 WHERE id = $1',
      [note, title, html],
    )
    await database.change(
      1,
      `UPDATE "User" SET name = $2, about = $3, "aboutRendered" = $3,
       "aboutStamp" = (SELECT "descriptionStamp" FROM "Note" WHERE id = $4) WHERE id = $1`,
      [person.id, title, html, note],
    )
    const watched = await watch(page)
    const expected = [
      { path: `/note/${note}`, refused: inline },
      { path: `/profile/${person.id}`, refused: inline },
      { path: '/about', refused: inline },
      { path: '/myblog', refused: 0 },
      { path: `/note/update/${note}`, refused: 0 },
      { path: '/user/update', refused: 0 },
      // Of all, the drafts of other tests come first.
      { path: '/adminpanel-notes?status=published', refused: 0 },
    ]
    await signInOn(page, person)
    for (const { path, refused } of expected) {
      await untilShown(person.client, path, refused > 0 ? 'planted-text' : 'a title')
      await page.goto(path)
      await hydrated(page)
      if (path.includes('update')) await page.locator('.ProseMirror').waitFor()
      expect({ path, ...(await watched()) }).toEqual({ path, planted: [], refused })
      if (refused === 0) continue
      await page.locator('#planted-link').click()
      expect((await watched()).planted, path).toEqual([])
    }
    // Shown by a client-side navigation, which keeps the policy of the first page.
    await page.goto('/myblog')
    await hydrated(page)
    await page.locator(`main a[href="/note/${note}"]`).first().click()
    await page.locator('#planted-link').waitFor()
    expect((await watched()).planted).toEqual([])
  } finally {
    await database.change(1, 'UPDATE "SiteSettings" SET "aboutProfileId" = $1', [settings?.aboutProfileId ?? null])
    await database.change(1, 'DELETE FROM "Note" WHERE id = $1', [note])
    await database.change(1, `UPDATE "User" SET name = 'Planter', about = '', "aboutRendered" = '' WHERE id = $1`, [
      person.id,
    ])
  }
})

test('an element left open in a stored text does not take the nonce of a script behind it', async ({
  page,
  admin,
  database,
  visitor,
}) => {
  const note = (await makeNote(admin.client))._id
  const watched = await watch(page)
  try {
    for (const [index, end] of ['', 'x="', "x='", 'x=', '<!--'].entries()) {
      await database.change(1, 'UPDATE "Note" SET rendered = $2 WHERE id = $1', [
        note,
        `<p>planted-text ${index}.</p><script src="data:text/javascript,planted('open')" ${end}`,
      ])
      await untilShown(visitor, `/note/${note}`, `planted-text ${index}.`)
      await page.goto(`/note/${note}`)
      expect((await watched()).planted, end).toEqual([])
    }
  } finally {
    await database.change(1, 'DELETE FROM "Note" WHERE id = $1', [note])
  }
})

test('a page loaded before a write runs with its own nonce', async ({ page, admin, visitor }) => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content.Security.Policy|violates|hydrat/i.test(message.text())) violations.push(message.text())
  })
  const first = await page.goto('/projects')
  // Rendered with another project and without it again, the page has the same content.
  const id = await makePost(admin.client)
  expect((await visitor.get('/projects')).text).toContain(id)
  for (const action of ['trash', 'purge']) {
    expect((await admin.client.post('/api/post/trash', { ids: [id], action })).status).toBe(200)
  }
  const now = (await visitor.get('/projects', { 'accept-encoding': 'br' })).headers
  expect(now['content-security-policy']).not.toBe(first?.headers()['content-security-policy'])
  await page.goto('/')
  await page.goto('/projects')
  await hydrated(page)
  expect(violations).toEqual([])
})
