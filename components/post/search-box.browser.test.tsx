import { afterEach, describe, expect, it, vi } from 'vitest'
import { SearchBox } from '@/components/post/search-box'
import { answerCalls, byRole, byText, calls, locate, navigations, press, render, type } from '@/tests/support/component'
import { hold } from '@/tests/support/hold'

const POSTS = [
  { _id: '1', title: 'Older', tech: 'Keyboardium' },
  { _id: '2', title: 'Newer', tech: 'Keyboardium, Other' },
]
const box = () => byRole('combobox', { name: 'Search by technology' })
const options = () => byRole('option').elements()
const words = () => options().map(({ textContent }) => textContent)

function open(keyword?: string): void {
  render(<SearchBox keyword={keyword} />)
}

/** Finds the projects whose title or technology has the keyword. */
const find = ({ url }: { url: URL }) => ({
  body: POSTS.filter(({ title, tech }) =>
    `${title} ${tech}`.toLowerCase().includes((url.searchParams.get('keyword') ?? '').toLowerCase()),
  ),
})

afterEach(() => {
  vi.useRealTimers()
})

describe('the search by technology', () => {
  it('suggests "title - tech", newest first, 300 milliseconds after the last letter; a click opens one', async () => {
    answerCalls({ 'GET /api/post': find })
    open()
    await box().click()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await type('keyboard')
    await vi.advanceTimersByTimeAsync(290)
    expect(calls).toEqual([])
    await type('ium')
    await vi.advanceTimersByTimeAsync(310)
    await expect.poll(words).toEqual(['Newer - Keyboardium, Other', 'Older - Keyboardium'])
    expect(calls).toEqual(['GET /api/post?keyword=keyboardium&limit=20'])
    await expect.element(await locate('[role="option"] mark')).toHaveTextContent('Keyboardium')
    await expect.element(box()).toHaveAttribute('aria-expanded', 'true')
    vi.useRealTimers()
    await byRole('option', { name: 'Older - Keyboardium' }).click()
    expect(navigations).toEqual(['push /post/1'])
  })

  it('asks for nothing while it is blank', async () => {
    answerCalls({ 'GET /api/post': find })
    open()
    await box().click()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await type('   ')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(calls).toEqual([])
    expect(options()).toEqual([])
  })

  it('works with arrow keys, Enter and Escape', async () => {
    answerCalls({ 'GET /api/post': find })
    open()
    await box().fill('no such keys')
    const nothing = byText('No suggestions')
    await expect.element(nothing).toBeVisible()
    expect(nothing.element().getBoundingClientRect().height, 'seen, and not only said').toBeGreaterThan(30)
    await press('Escape')
    await expect.element(nothing).not.toBeInTheDocument()
    await box().fill('keyboardium')
    await expect.poll(words).toHaveLength(2)
    await press('Escape')
    await expect.poll(words).toEqual([])
    await press('ArrowDown')
    await press('ArrowDown')
    await expect.poll(() => options()[1]?.getAttribute('aria-selected')).toBe('true')
    await expect.element(box()).toHaveAttribute('aria-activedescendant', options()[1]?.id)
    await press('Enter')
    expect(navigations).toEqual(['push /post/1'])
  })

  it('never lets an older response overwrite a newer one', async () => {
    const { held, release } = hold()
    answerCalls({
      'GET /api/post': async (request) => {
        if (request.url.searchParams.get('keyword') === 'older') await held
        return find(request)
      },
    })
    open()
    await box().fill('older')
    await expect.poll(() => calls).toHaveLength(1)
    await box().fill('newer')
    await expect.poll(words).toEqual(['Newer - Keyboardium, Other'])
    release()
    await box().click()
    expect(words()).toEqual(['Newer - Keyboardium, Other'])
  })

  it.each([
    ['  react ', 'push /search/react'],
    ['   ', 'push /projects'],
    ['C/C++ #1 100%_?&é', `push /search/${encodeURIComponent('C/C++ #1 100%_?&é')}`],
  ])('goes with %j to its results', async (text, way) => {
    answerCalls({ 'GET /api/post': find })
    open('before')
    await box().fill(text)
    await press('Enter')
    expect(navigations).toEqual([way])
  })
})
