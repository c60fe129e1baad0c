import '@/components/home/home.css'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Carousel } from '@/components/post/carousel'
import { byRole, byText, emulate, find, press, render, resize } from '@/tests/support/component'

const TITLES = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const

async function open(width = 1280): Promise<void> {
  await resize(width, 800)
  render(
    <div className="container-page">
      <Carousel labelledBy="latest" heading={<h2 id="latest">Latest Projects</h2>}>
        {TITLES.map((title) => (
          <article key={title} className="h-40">
            <h3>{title}</h3>
            <a href={`#${title}`}>View {title}</a>
          </article>
        ))}
      </Carousel>
    </div>,
  )
  await expect.element(byRole('button', { name: 'Next' })).toBeVisible()
}

/** The same while nothing but the test lets time pass, for somebody who likes motion. */
async function openMoving(width?: number): Promise<void> {
  await emulate({ reducedMotion: 'no-preference' })
  vi.useFakeTimers({ toFake: [...TIMERS] })
  await open(width)
  // A pointer that a test before has left over it would hold it.
  await userEvent.hover(document.body)
  await expect.element(byRole('button', { name: 'Pause' })).toBeVisible()
}

afterEach(async () => {
  vi.useRealTimers()
  await emulate({ reducedMotion: 'reduce' })
})

/** The titles of the cards that are in its frame once it stands still, from left to right. */
async function inView(): Promise<(string | null | undefined)[]> {
  for (const animation of document.getAnimations()) animation.finish()
  const frame = find('section').getBoundingClientRect()
  return [...document.querySelectorAll('li')]
    .map((card) => ({ title: card.querySelector('h3')?.textContent, box: card.getBoundingClientRect() }))
    .filter(({ box }) => box.left >= frame.left - 1 && box.right <= frame.right + 1)
    .sort((a, b) => a.box.left - b.box.left)
    .map(({ title }) => title)
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const three = (position: number) => [0, 1, 2].map((step) => TITLES[(position + step) % TITLES.length])

describe('the carousel', () => {
  it.each([
    [599, 1],
    [600, 2],
    [899, 2],
    [900, 3],
    [1280, 3],
  ])('shows at %i pixels %i', async (width, count) => {
    await open(width)
    await expect.poll(inView).toEqual(TITLES.slice(0, count))
  })

  it('advances by one card every four seconds', async () => {
    await openMoving()
    await pass(3_900)
    expect(await inView()).toEqual(three(0))
    await pass(200)
    await expect.poll(inView).toEqual(three(1))
    await pass(4_000)
    await expect.poll(inView).toEqual(three(2))
    await expect.element(byText('3 / 6')).toBeVisible()
  })

  it('slides for six tenths of a second', async () => {
    await openMoving()
    find('[aria-label="Next"]').click()
    const durations = () =>
      [...document.querySelectorAll('li')].flatMap((card) =>
        card.getAnimations().map(({ effect }) => effect?.getTiming().duration),
      )
    expect(new Set(durations())).toEqual(new Set([600]))
  })

  it('wraps around at both ends', async () => {
    await open(390)
    await byRole('button', { name: 'Previous' }).click()
    await expect.poll(inView).toEqual(['Six'])
    for (const title of [...TITLES, 'One']) {
      await byRole('button', { name: 'Next' }).click()
      await expect.poll(inView).toEqual([title])
    }
  })

  it('moves by arrow keys and by a swipe', async () => {
    await open(390)
    byRole('button', { name: 'Next' }).element().focus()
    await press('ArrowRight')
    await expect.poll(inView).toEqual(['Two'])
    await press('ArrowLeft')
    await expect.poll(inView).toEqual(['One'])
    const swipe = (from: number, to: number) => {
      const touch = { pointerType: 'touch', clientY: 300, bubbles: true }
      find('ul').dispatchEvent(new PointerEvent('pointerdown', { ...touch, clientX: from }))
      find('ul').dispatchEvent(new PointerEvent('pointerup', { ...touch, clientX: to }))
    }
    swipe(300, 120)
    await expect.poll(inView).toEqual(['Two'])
    swipe(120, 300)
    await expect.poll(inView).toEqual(['One'])
    swipe(120, 150)
    await expect.poll(inView, { message: 'too short to be one' }).toEqual(['One'])
  })

  it('stays where somebody has moved it, and goes on from there when it is told to', async () => {
    await openMoving(390)
    await byRole('button', { name: 'Previous' }).click()
    await expect.element(byText('6 / 6')).toBeVisible()
    await userEvent.hover(document.body)
    await pass(9_000)
    expect(await inView()).toEqual(['Six'])
    await byRole('button', { name: 'Play' }).click()
    byRole('button', { name: 'Pause' }).element().blur()
    await userEvent.hover(document.body)
    await pass(4_100)
    await expect.poll(inView).toEqual(['One'])
  })

  it('pauses under the pointer, with focus and by the pause button', async () => {
    await openMoving()
    const heading = byRole('heading', { level: 2 })
    await heading.hover()
    await pass(9_000)
    expect(await inView()).toEqual(three(0))

    await press('Tab')
    await expect.element(byRole('button', { name: 'Pause' })).toHaveFocus()
    await userEvent.unhover(heading)
    await pass(9_000)
    expect(await inView()).toEqual(three(0))

    await press('Enter')
    await expect.element(byRole('button', { name: 'Play' })).toBeVisible()
    byRole('button', { name: 'Play' }).element().blur()
    await pass(9_000)
    expect(await inView()).toEqual(three(0))
  })

  it('does not move by itself for people who want less motion', async () => {
    vi.useFakeTimers({ toFake: [...TIMERS] })
    await open()
    await expect.element(byRole('button', { name: 'Play' })).toBeVisible()
    await pass(9_000)
    expect(await inView()).toEqual(three(0))
    await byRole('button', { name: 'Next' }).click()
    await expect.poll(inView).toEqual(three(1))
  })

  it('reveals a card reached by Tab', async () => {
    await open(390)
    find('a[href="#Four"]').focus()
    await expect.poll(inView).toEqual(['Four'])
  })
})
