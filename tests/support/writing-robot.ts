import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { isAlive } from '@/scripts/build/processes'
import { png } from './pictures'

/** Words nobody would confuse: each is another, and says where it belongs. */
export const knownWords = (count: number) =>
  Array.from({ length: count }, (_, index) => `${SYLLABLES[index % SYLLABLES.length]}${index}`)
const SYLLABLES = ['amber', 'birch', 'cobalt', 'dune', 'ember', 'fjord', 'grove', 'heron', 'iris', 'jade']

const PARAGRAPH_WORDS = 50
/** What is done with which words; a paragraph begins with the first of 50. */
const BOLD_EACH = 20
const HEADING_EACH = 500
const UNDO_EACH = 300
const PICTURE_EACH = 600
/** Longer than what the editor undoes in one step. */
const PAUSE_MS = 650

type Typed = { word: string; at: number }

/** A writer who types a known text into the form of a note, and goes on where its text stands after whatever happens. */
export class WritingRobot {
  readonly typed: Typed[] = []
  private next = 0
  /** Whether the heading of the next word is there already. */
  private isInHeading = false

  /** @param keyEachMs between two keys; without it as fast as the browser takes them */
  constructor(
    readonly words: string[],
    readonly keyEachMs = 0,
  ) {}

  static text = (page: Page): Locator => page.getByRole('textbox', { name: 'Description', exact: true })

  get isDone(): boolean {
    return this.next >= this.words.length
  }

  /** Types the next words at the end of the text, with what belongs to them. */
  async type(page: Page, count: number): Promise<void> {
    const end = Math.min(this.words.length, this.next + count)
    for (; this.next < end; this.next += 1) {
      const position = this.next
      if (!this.isInHeading) {
        if (position > 0 && position % PARAGRAPH_WORDS === 0) await page.keyboard.press('Enter')
        if (position % HEADING_EACH === 0) await page.keyboard.type('## ')
      }
      this.isInHeading = false
      if (position > 0 && position % UNDO_EACH === 10) await this.typeAndUndo(page)
      if (position > 0 && position % PICTURE_EACH === 20) await pastePicture(page)
      const isBold = position % BOLD_EACH === 7
      if (isBold) await page.keyboard.press('Control+b')
      await page.keyboard.type(this.words[position] ?? '', { delay: this.keyEachMs })
      if (isBold) await page.keyboard.press('Control+b')
      await page.keyboard.type(' ')
      this.typed[position] = { word: this.words[position] ?? '', at: performance.now() }
    }
  }

  private async typeAndUndo(page: Page) {
    await delay(PAUSE_MS)
    await page.keyboard.type('mistake ')
    await page.keyboard.press('Control+z')
    await expect(WritingRobot.text(page)).not.toContainText('mistake')
  }

  /**
   * Looks at what the form holds after a fault, and goes on from there.
   * @param since the moment of the fault; what was typed in the `grace` before it may be missing
   * @returns how many other words are missing
   */
  async goOn(page: Page, since: number, graceMs: number): Promise<number> {
    const text = WritingRobot.text(page)
    await expect(text).toBeVisible()
    const held = await wordsOf(text)
    const whole = held.findIndex((word, index) => word !== this.words[index])
    const count = whole === -1 ? held.length : whole
    // Beyond the first that is not whole there may only be the word that was being typed.
    expect(held.slice(count).length, `after ${held.slice(Math.max(0, count - 3), count + 3)}`).toBeLessThanOrEqual(1)
    const due = this.typed.slice(0, this.next).filter(({ at }) => at <= since - graceMs).length
    await text.focus()
    await settledFocus(page)
    await page.keyboard.press('Control+End')
    await nextFrame(page)
    // The editor offers a new paragraph behind a heading.
    if (held.length > 0 && (await endsEmpty(text))) await page.keyboard.press('Backspace')
    if (held.length > count) await page.keyboard.press('Control+Backspace')
    await nextFrame(page)
    this.isInHeading = await isCaretInEmptyHeading(page)
    // What is typed behind a bold word, or instead of one, is bold until one says otherwise.
    if (await isBoldOn(page)) await page.keyboard.press('Control+b')
    // The space behind the last word is typed after it, and may be what is missing.
    if (await endsInWord(text)) await page.keyboard.type(' ')
    this.next = count
    return Math.max(0, due - count)
  }

  /** What is not as it was typed, of all that is typed. */
  async faultsOf(html: string): Promise<string[]> {
    const count = (tag: string) => html.split(`<${tag}`).length - 1
    const wanted = this.words.slice(0, this.next)
    const held = html
      .replace(/<[^>]+>/g, ' ')
      .trim()
      .split(/\s+/)
    const found = wanted.flatMap((word, index) => (held[index] === word ? [] : [`${word} is ${held[index]}`]))
    const bold = wanted.filter((_, index) => index % BOLD_EACH === 7).length
    const headings = Math.ceil(wanted.length / HEADING_EACH)
    return [
      ...found.slice(0, 5),
      ...(held.length === wanted.length ? [] : [`${held.length} words instead of ${wanted.length}`]),
      ...(count('strong>') === bold ? [] : [`${count('strong>')} bold instead of ${bold}`]),
      ...(count('h2>') === headings ? [] : [`${count('h2>')} headings instead of ${headings}`]),
    ]
  }
}

/** The words of the text, without those of pictures on their way. */
export function wordsOf(text: Locator): Promise<string[]> {
  return text.evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement
    for (const card of copy.querySelectorAll('.editor-upload')) card.remove()
    return [...copy.children].flatMap((block) => (block.textContent ?? '').split(/\s+/)).filter((word) => word !== '')
  })
}

const endsEmpty = (text: Locator): Promise<boolean> =>
  text.evaluate((element) => !element.lastElementChild?.textContent)

/**
 * 20 ms after it gets the focus the editor selects once more what it holds, whatever a key has selected by then, unless
 * it has heard of that. A timer that is set later runs after that one.
 */
export const settledFocus = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)))

/** By then the editor has heard of the caret's place, and shows what is chosen there. */
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

const isCaretInEmptyHeading = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { anchorNode } = getSelection() ?? {}
    const element = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement
    return element?.closest('h2')?.textContent === ''
  })

/** As a writer sees it in the toolbar. */
const isBoldOn = async (page: Page): Promise<boolean> =>
  (await page.getByRole('button', { name: 'Bold', exact: true }).getAttribute('aria-pressed')) === 'true'

/** Of the last block that has words: behind a heading the editor always offers an empty paragraph. */
const endsInWord = (text: Locator): Promise<boolean> =>
  text.evaluate((element) => {
    const blocks = [...element.children].map(({ textContent }) => textContent ?? '')
    return /\S$/.test(blocks.findLast((words) => words !== '') ?? '')
  })

async function pastePicture(page: Page) {
  const base64 = (await png()).toString('base64')
  await WritingRobot.text(page).evaluate((element, data) => {
    const clipboardData = new DataTransfer()
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
    clipboardData.items.add(new File([bytes], 'a.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, base64)
}

/** Kills the browser that has its data in this folder, as a crash or an empty battery does. */
export async function killBrowser(dataDir: string): Promise<void> {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && commandOf(pid).includes(dataDir))
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {}
  }
  while (pids.some(isAlive)) await delay(20)
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
