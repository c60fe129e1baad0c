import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { compiledFile } from '@/scripts/build/build-site'
import { refreshRichText, sanitiseRichText } from './clean'
import { sanitiseAndRender } from './sanitise-and-render'
import { isHeavy, type Priority, setSanitiserQueue } from './sanitiser-queue'
import { WorkerSanitiser } from './worker-sanitiser'

/** One of the heaviest texts the guard lets pass. */
const HEAVIEST = `<p>${'<span style="color:#ff0000;background-color:#00ff00;font-family:Arial">a</span>'.repeat(9_999)}</p>`
const ARTICLE = '<h2 onclick="x()">Tea</h2><p>Steep <strong>it</strong>.</p><pre><code>a &lt; b</code></pre>'.repeat(
  300,
)
const SHORT = '<p>Tea</p>'
const AMPLE_MS = 60_000

/** A program for the thread that starts in no time: it cleans one text for ever, and of another it never has enough. */
const PROGRAM = `import { parentPort } from 'node:worker_threads'
const all = []
parentPort.on('message', (html) => {
  while (html === 'endless') {}
  while (html === 'huge') all.push(Array(1_000).fill(all.length))
  parentPort.postMessage({ text: html })
})
parentPort.postMessage('ready')`
const folder = mkdtempSync(join(tmpdir(), 'colophon-cleaner-'))
const program = join(folder, 'program.mjs')
writeFileSync(program, PROGRAM)
afterAll(() => rmSync(folder, { recursive: true }))

const cleaners: WorkerSanitiser[] = []

function newCleaner(options?: ConstructorParameters<typeof WorkerSanitiser>[1]): WorkerSanitiser {
  const cleaner = new WorkerSanitiser(program, options)
  cleaners.push(cleaner)
  return cleaner
}

/** With the bundle that the server runs. */
const bundled = new WorkerSanitiser(compiledFile('worker'))
afterAll(() => bundled.stop())

async function turnsOfTheProcess(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate()
}

afterEach(async () => {
  for (const cleaner of cleaners.splice(0)) await cleaner.stop()
})

describe('the thread for heavy texts', () => {
  it('makes what would be made without it', async () => {
    expect(await bundled.clean(ARTICLE, AMPLE_MS)).toEqual({ text: sanitiseAndRender(ARTICLE) })
  })

  it('is started by the first text only', async () => {
    const cleaner = newCleaner()
    expect(cleaner.isStarted).toBe(false)
    await cleaner.clean(SHORT, AMPLE_MS)
    expect(cleaner.isStarted).toBe(true)
  })

  it('cleans the heaviest text the guard lets pass within its memory, and others are answered meanwhile', async () => {
    const answered: string[] = []
    const heavy = bundled.clean(HEAVIEST, AMPLE_MS)
    const done = heavy.then(() => answered.push('the heavy text'))
    await turnsOfTheProcess(100)
    answered.push('something else')
    expect(await heavy).toMatchObject({ text: { wordCount: 1 } })
    await done
    expect(answered).toEqual(['something else', 'the heavy text'])
  })

  it('ends at the limit of time, and another one cleans the next text', async () => {
    const cleaner = newCleaner()
    const [beyond, next] = await Promise.all([cleaner.clean('endless', 1), cleaner.clean(SHORT, AMPLE_MS)])
    expect(beyond).toEqual({ refusal: 'too-heavy' })
    expect(next).toHaveProperty('text')
  })

  it('ends at the limit of memory, and the process lives on', async () => {
    expect(await newCleaner({ memoryMb: 24 }).clean('huge', AMPLE_MS)).toEqual({ refusal: 'too-heavy' })
  })

  it('is replaced when it died while nobody needed it', async () => {
    const cleaner = newCleaner()
    await cleaner.clean(SHORT, AMPLE_MS)
    await cleaner.stop()
    expect(cleaner.isStarted).toBe(false)
    expect(await cleaner.clean(SHORT, AMPLE_MS)).toHaveProperty('text')
  })

  it('fails only the text it worked on when it died of something else', async () => {
    const cleaner = newCleaner()
    await cleaner.clean(SHORT, AMPLE_MS)
    const lost = expect(cleaner.clean('endless', AMPLE_MS)).rejects.toThrow('the cleaning thread ended')
    const next = cleaner.clean(SHORT, AMPLE_MS)
    await turnsOfTheProcess(1)
    await cleaner.stop()
    await lost
    expect(await next).toHaveProperty('text')
  })

  it('ends when it had nothing to do for a while', async () => {
    const cleaner = newCleaner({ idleMs: 1 })
    await cleaner.clean(SHORT, AMPLE_MS)
    await expect.poll(() => cleaner.isStarted).toBe(false)
    expect(await cleaner.clean(SHORT, AMPLE_MS)).toHaveProperty('text')
  })

  it('takes no more texts than can be done soon', async () => {
    const cleaner = newCleaner()
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => cleaner.clean(SHORT, AMPLE_MS)))
    expect(outcomes.filter((outcome) => 'text' in outcome)).toHaveLength(21)
    expect(outcomes.at(-1)).toEqual({ refusal: 'busy' })
  })

  it('does texts of admins before those of members that wait', async () => {
    const done: string[] = []
    const cleaner = newCleaner()
    const clean = (name: string, priority: Priority) =>
      cleaner.clean(SHORT, AMPLE_MS, priority).then(() => done.push(name))
    await Promise.all([
      clean('the one under way', 'members'),
      clean('a member’s', 'members'),
      clean('an admin’s', 'admins'),
    ])
    expect(done).toEqual(['the one under way', 'an admin’s', 'a member’s'])
  })

  it('gives members few places, and none of those of the admins', async () => {
    const cleaner = newCleaner()
    expect(cleaner.hasRoom('members')).toBe(true)
    const members = Array.from({ length: 30 }, () => cleaner.clean(SHORT, AMPLE_MS, 'members'))
    expect([cleaner.hasRoom('members'), cleaner.hasRoom('admins')]).toEqual([false, true])
    const admins = Array.from({ length: 20 }, () => cleaner.clean(SHORT, AMPLE_MS, 'admins'))
    const texts = async (all: typeof members) => (await Promise.all(all)).filter((outcome) => 'text' in outcome).length
    expect([await texts(members), await texts(admins)]).toEqual([6, 20])
    expect(cleaner.hasRoom('members')).toBe(true)
  })
})

describe('a text that is written', () => {
  it('goes to the thread only when it is heavy', async () => {
    const clean = vi.fn(async () => ({ refusal: 'busy' as const }))
    setSanitiserQueue({ clean, hasRoom: () => true })
    await sanitiseRichText('<p>Tea</p>'.repeat(400), 'about')
    expect(clean).not.toHaveBeenCalled()
    expect([isHeavy('x'.repeat(32_769)), isHeavy('<br>'.repeat(1_001)), isHeavy('<br>'.repeat(1_000))]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('goes to the thread whatever it weighs when it is a member’s, and is not looked at while there is no room', async () => {
    const clean = vi.fn(async () => ({ refusal: 'too-heavy' as const }))
    const hasRoom = vi.fn(() => true)
    setSanitiserQueue({ clean, hasRoom })
    const write = (html: string) => sanitiseRichText(html, 'about', { priority: 'members' })
    await expect(write(SHORT)).rejects.toMatchObject({ kind: 'unprocessable' })
    expect(clean).toHaveBeenCalledWith(SHORT, expect.any(Number), 'members')
    hasRoom.mockReturnValue(false)
    await expect(write('<b>'.repeat(20_001))).rejects.toMatchObject({ kind: 'unavailable' })
    expect(hasRoom).toHaveBeenLastCalledWith('members')
  })

  it('is refused at its field when it takes too long', async () => {
    setSanitiserQueue(newCleaner())
    const refusal = sanitiseRichText('endless', 'about', { limitMs: 1, priority: 'members' })
    await expect(refusal).rejects.toMatchObject({ kind: 'unprocessable', issues: [{ path: 'about' }] })
  })

  it('may be tried again when too many others are', async () => {
    setSanitiserQueue({ clean: async () => ({ refusal: 'busy' }), hasRoom: () => true })
    await expect(sanitiseRichText(ARTICLE, 'about')).rejects.toMatchObject({
      kind: 'unavailable',
      retryAfterSeconds: 10,
    })
    // A stored text must not be stored as its source because others were quicker.
    await expect(refreshRichText(ARTICLE, 'admins')).rejects.toMatchObject({ kind: 'unavailable' })
  })
})
