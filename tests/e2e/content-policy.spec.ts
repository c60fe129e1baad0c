import { expect, signInOn, test } from '../support/admin-screens'
import { makeNote, makePost } from '../support/content'

type Made = { post: string; note: string; profile: string }

/** Every screen there is (specification, section 2), and ours beside them. */
const SCREENS: Array<(made: Made) => string> = [
  () => '/',
  () => '/signin',
  () => '/signup',
  () => '/projects',
  () => '/projects/page/2',
  () => '/search/typescript',
  () => '/new',
  ({ post }) => `/post/${post}`,
  ({ post }) => `/post/update/${post}`,
  ({ profile }) => `/profile/${profile}`,
  () => '/user/update',
  () => '/myblog',
  ({ note }) => `/note/${note}`,
  ({ note }) => `/note/update/${note}`,
  () => '/new-note',
  () => '/adminpanel',
  () => '/adminpanel-notes',
  () => '/adminpanel-members',
  () => '/audit',
  () => '/settings',
  () => '/about',
  () => '/nowhere',
  () => '/post/none',
  () => '/note/none',
]

for (const who of ['a visitor', 'an admin'] as const) {
  test(`every screen runs for ${who} under a policy that lets no script be slipped in`, async ({ page, admin }) => {
    test.slow()
    const made = {
      post: await makePost(admin.client),
      note: (await makeNote(admin.client, { description: '<h2>Code</h2><pre><code>let x = 1</code></pre>' }))._id,
      profile: admin.id,
    }
    const violations: string[] = []
    page.on('console', (message) => {
      if (/Content.Security.Policy|violates|hydrat/i.test(message.text())) violations.push(message.text())
    })
    page.on('pageerror', (error) => violations.push(error.message))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`violates ${event.violatedDirective}: ${event.blockedURI} in ${event.sourceFile}`)
      })
    })
    if (who === 'an admin') await signInOn(page, admin)
    for (const screen of SCREENS) {
      const path = screen(made)
      // The second time it comes out of what was kept.
      for (const _ of ['drawn', 'kept']) {
        const response = await page.goto(path)
        const policy = String(response?.headers()['content-security-policy'])
        const scripts = policy.split('; ').filter((part) => part.startsWith('script-src '))
        expect(scripts, path).toHaveLength(1)
        expect(scripts[0], path).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/)
        expect(policy, path).toContain("object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
      }
      // React has taken over: its scripts were let in.
      await page.waitForFunction(() => {
        const link = document.querySelector('header a')
        return link !== null && Object.keys(link).some((key) => key.startsWith('__reactProps'))
      })
    }
    expect(violations).toEqual([])
  })
}

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
