import { describe, expect, it } from 'vitest'
import { Journal, type JournalForm } from '@/lib/browser/journal'
import type { JournalEntry, JournalRecord } from '@/lib/browser/journal-store'
import type { PageEvents, World } from '@/lib/browser/journal-world'
import { ApiError } from '@/lib/calls/client'
import type { DeleteCopyInput, SaveCopyInput, Submission } from '@/lib/working-copy/input'
import type { CopyFields, SavedCopy, WorkingCopy } from '@/lib/working-copy/schema'
import { isKnown, verdict } from '@/lib/working-copy/verdict'

// Forms in several browsers, typed into, closed, killed and cut off at random, beside a server that loses and delays
// answers. Repeatable: a failure names its seed. JOURNAL_STEPS makes it longer.

// biome-ignore lint/style/noProcessEnv: how long it runs is for whoever runs it
const STEPS = Number(process.env.JOURNAL_STEPS || 10_000)
const STEPS_A_RUN = 150
// biome-ignore lint/style/noProcessEnv: a failure names the seed it is repeated with
const FIRST_SEED = Number(process.env.JOURNAL_SEED || 1)

/** What may be lost with a tab that is killed, and with a browser that never comes back. */
const ON_DEVICE_MS = 300
const KEY = 'row'

type Row = { version: number; isDraft: boolean; fields: CopyFields }
const split = { text: (text: string) => text.split(/(?<=\n)/) }

function randomOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    chance: (part: number) => next() < part,
    below: (limit: number) => Math.floor(next() * limit),
    one: <Item>(items: Item[]): Item | undefined => items[Math.floor(next() * items.length)],
  }
}
type Random = ReturnType<typeof randomOf>

/** Everything that has been resolved has run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

class Time {
  now = 1_000_000
  #timers: { at: number; order: number; work: () => void }[] = []
  #order = 0

  after(milliseconds: number, work: () => void): () => void {
    const timer = { at: this.now + milliseconds, order: this.#order++, work }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  wait = (milliseconds: number) => new Promise<void>((resolve) => this.after(milliseconds, resolve))

  async pass(milliseconds: number): Promise<void> {
    const until = this.now + milliseconds
    await settled()
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0]
      if (!next) break
      this.#timers = this.#timers.filter((other) => other !== next)
      this.now = Math.max(this.now, next.at)
      next.work()
      await settled()
    }
    this.now = until
  }
}

/** As the server stores texts (`storeText`), by the same verdict. */
class Server {
  row: Row | null
  copy: WorkingCopy | null = null
  changes = 0
  /** Refusals without a change of what is stored between them, for each form. */
  readonly refused = new Map<string, { at: number; times: number }>()
  readonly #ended = new Map<string, number>()
  #copies = 0

  constructor(row: Row | null) {
    this.row = row
  }

  save({ kind, writer, sequence, fields, base, baseVersion, ...input }: SaveCopyInput): SavedCopy {
    const copy = this.copy && { ...this.copy, id: this.copy._id }
    const hasEnded = (this.#ended.get(writer) ?? -1) >= sequence
    const becomes = verdict({ row: this.row, copy }, { ...input, writer, sequence, baseVersion }, hasEnded)
    if (becomes === 'gone') throw new ApiError(404, 'gone', null)
    if (becomes !== 'stored') {
      const before = this.refused.get(writer)
      this.refused.set(writer, { at: this.changes, times: before?.at === this.changes ? before.times + 1 : 1 })
      throw new ApiError(409, 'stale', null, becomes === 'behind' ? this.#draft() : structuredClone(this.copy))
    }
    this.changes += 1
    const isDraft = this.row === null || this.row.isDraft
    if (isDraft) this.row = { version: (this.row?.version ?? 0) + 1, isDraft, fields }
    const based = isDraft
      ? { base: fields, baseVersion: this.row?.version ?? 0 }
      : base
        ? { base, baseVersion }
        : { base: this.copy?.base ?? {}, baseVersion: this.copy?.baseVersion ?? baseVersion }
    const known = this.copy ?? { _id: `copy ${++this.#copies}`, version: 0 }
    this.copy = {
      ...{ _id: known._id, version: known.version + 1, kind, key: KEY, isNew: false, fields, writer, sequence },
      ...{ ...based, createdAt: '', updatedAt: new Date(0).toISOString() },
    }
    return { ...this.copy, draftVersion: isDraft ? (this.row?.version ?? 0) : null }
  }

  #draft(): WorkingCopy | null {
    const { row } = this
    return (
      row && {
        ...{ _id: KEY, version: 1, kind: 'note', key: KEY, isNew: false, fields: row.fields, base: row.fields },
        ...{ baseVersion: row.version, writer: '', sequence: 0, createdAt: '', updatedAt: new Date(0).toISOString() },
      }
    )
  }

  remove({ on, ended }: DeleteCopyInput): void {
    if (ended) this.#ended.set(ended.writer, ended.sequence)
    const isKnown = on && this.copy?._id === on._id && this.copy.version === on.version
    const isOwn = ended && this.copy?.writer === ended.writer && this.copy.sequence <= ended.sequence
    if (!isKnown && !isOwn) throw new ApiError(this.copy ? 409 : 404, 'stale', null, structuredClone(this.copy))
    this.copy = null
    this.changes += 1
  }

  /** A save by a button: null where the row is another one by now. */
  publish(version: number, fields: CopyFields, isDraft: boolean): Row | null {
    if (!this.row || this.row.version !== version) return null
    this.changes += 1
    this.row = { version: version + 1, isDraft, fields }
    return this.row
  }

  /** A form's button, as `changeRow` does. */
  submit(fields: CopyFields, version: number | undefined, { on, ended }: Submission): Row {
    const { row, copy } = this
    if (row && !isKnown({ row, copy: copy && { ...copy, id: copy._id } }, version, ended)) {
      if (ended && (this.#ended.get(ended.writer) ?? -1) >= ended.sequence) return row
      throw new ApiError(409, 'stale', null, structuredClone(row))
    }
    this.changes += 1
    this.row = { version: (row?.version ?? 0) + 1, isDraft: false, fields }
    try {
      this.remove({ on, ended })
    } catch {}
    return structuredClone(this.row)
  }

  /** Everything that is stored of the text. */
  get texts(): string {
    return [this.row, this.copy].map((stored) => stored?.fields.text ?? '').join('\n')
  }
}

class Device {
  isOnline = true
  /** Its browser lets sites store nothing. */
  isRefusing = false
  /** In some runs it does so now and then: what it has not stored then it may have only once it is typed into again. */
  mayRefuse = false
  readonly records = new Map<string, JournalRecord>()
  readonly atOnce = new Map<string, JournalRecord>()
  readonly tabs = new Set<Tab>()
}

class Tab {
  readonly journal: Journal
  readonly world: World
  text: string
  isAlive = true
  events: PageEvents | null = null
  onNews: (news: 'stored' | 'saved') => void = () => {}
  form = ''
  /** Speaks for its form no more. */
  hasLeft = false
  readonly site: Site
  readonly device: Device

  /** @param page another form of its page, to open this one in the same tab */
  constructor(site: Site, device: Device, row: Row | null, own: Partial<JournalForm> = {}, page?: Tab) {
    this.site = site
    this.device = device
    const fields = structuredClone(row?.fields ?? { text: '' })
    this.text = fields.text ?? ''
    const known = { version: row?.version ?? 0, fields, isNew: row === null, isDraft: row?.isDraft ?? false }
    const form = {
      ...{ account: 'ada', key: () => KEY, kind: 'note' as const, row: known, split },
      read: () => ({ text: this.text }),
      write: ({ text = '' }: CopyFields) => {
        this.text = text
      },
      ...{ upload: () => Promise.reject(new Error('no files')), pending: () => [], restore: () => {}, ...own },
    }
    this.world = page?.world ?? this.#world()
    this.journal = new Journal(form, this.world)
  }

  submit(draft: Submission): Promise<Row> {
    const [fields, version] = [{ text: this.text }, this.journal.row.version || undefined]
    return this.#call(() => this.site.server.submit(fields, version, draft))
  }

  /** What a dead tab asks for is never answered. */
  #alive<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.isAlive ? work() : new Promise(() => {})
  }

  #answer<Result>(result: Result): Promise<Result> {
    return this.#alive(async () => result)
  }

  #world(): World {
    const { site, device } = this
    const { time, random, server } = site
    const recordOf = (entry: JournalEntry, base: Partial<JournalRecord> = {}): JournalRecord => {
      const before = device.records.get(entry.form)
      const blank = { base: {}, baseVersion: 0, shared: null }
      return structuredClone({ ...blank, ...before, ...base, ...entry, files: [] })
    }
    const refuse = () => {
      if (device.isRefusing) throw new DOMException('refused', 'SecurityError')
    }
    return {
      clock: {
        now: () => time.now,
        after: (milliseconds, work) => time.after(milliseconds, () => this.isAlive && work()),
      },
      store: {
        putEntry: (entry, base) =>
          this.#alive(async () => {
            refuse()
            const record = recordOf(entry, base)
            await time.wait(this.site.storeMs + random.below(40))
            const before = device.records.get(entry.form)
            if (!before || before.sequence <= record.sequence) device.records.set(entry.form, record)
            await this.#answer(undefined)
          }),
        putUnloadEntry: (entry, base) => {
          if (device.isRefusing) return false
          device.atOnce.set(entry.form, recordOf(entry, base))
          return true
        },
        removeUnloadEntry: ({ form }) => device.atOnce.delete(form),
        readRecords: async () => {
          refuse()
          const found = new Map(device.records)
          for (const [form, record] of device.atOnce) {
            if ((found.get(form)?.sequence ?? -1) < record.sequence) found.set(form, record)
          }
          return this.#answer(structuredClone([...found.values()]))
        },
        removeRecord: async ({ form }) => {
          device.atOnce.delete(form)
          device.records.delete(form)
        },
        tidyStore: async () => {},
      },
      tabs: {
        join: ({ form }, onNews) => {
          this.form = form
          this.onNews = onNews
          const report = (news: 'stored' | 'saved') => {
            for (const tab of device.tabs) if (tab !== this && tab.isAlive && !tab.hasLeft) tab.onNews(news)
          }
          return {
            stored: () => report('stored'),
            saved: () => report('saved'),
            leave: () => {
              this.hasLeft = true
            },
            close: () => {},
          }
        },
        open: () =>
          this.#alive(async () => {
            const open = [...device.tabs].filter((tab) => tab !== this && tab.isAlive && !tab.hasLeft)
            await time.wait(150)
            return new Set(open.map(({ form }) => form))
          }),
      },
      server: {
        read: () => this.#call(() => structuredClone(server.copy)),
        save: (_, input, { signal }) => {
          const sent = structuredClone(input)
          return this.#call(() => server.save(sent), signal)
        },
        remove: (_, input) => this.#call(() => server.remove(input)),
      },
      page: {
        isOnline: () => device.isOnline,
        listen: (events) => {
          this.events = events
          return () => {
            this.events = null
          }
        },
      },
    }
  }

  /** A request: it may be lost before it arrives or after, and arrive when its page is long gone. */
  #call<Result>(work: () => Result, signal?: AbortSignal): Promise<Result> {
    const { time, random } = this.site
    return this.#alive(async () => {
      if (!this.device.isOnline) throw new ApiError(0, 'offline', null)
      const isRough = this.site.isRough
      const isLost = isRough && random.chance(0.04)
      const isAnswerLost = isRough && random.chance(0.04)
      const isLate = isRough && random.chance(0.04)
      const answered = (async () => {
        if (isLost) return time.wait(30_000).then(() => Promise.reject(new ApiError(0, 'no answer', null)))
        await time.wait(isLate ? random.below(60_000) : random.below(600))
        const result = work()
        await time.wait(isAnswerLost ? 30_000 : random.below(600))
        if (isAnswerLost) throw new ApiError(0, 'no answer', null)
        return result
      })()
      let giveUp = () => {}
      const given = new Promise<never>((_, reject) => {
        giveUp = () => reject(new ApiError(0, 'no answer', null))
        signal?.addEventListener('abort', giveUp)
        time.after(31_000, giveUp)
      })
      answered.catch(() => {})
      return Promise.race([answered, given]).finally(() => {
        signal?.removeEventListener('abort', giveUp)
        return this.#answer(undefined)
      })
    })
  }
}

/** All of it. */
class Site {
  readonly time = new Time()
  readonly random: Random
  readonly server: Server
  readonly devices: Device[]
  isRough = true
  /** How long the storage of a browser takes at least. */
  storeMs = 0
  /** When each word was typed last, and in which tab. */
  readonly words = new Map<string, { at: number; tab: Tab }>()
  /** What a kill may have taken with it. */
  readonly excused = new Set<string>()
  /** The page as a browser has kept it from before. */
  #retained: Row | null = null

  constructor(random: Random) {
    this.random = random
    const isNew = random.chance(0.4)
    this.server = new Server(isNew ? null : { version: 1, isDraft: random.chance(0.4), fields: { text: 'a\nb\nc\n' } })
    this.devices = Array.from({ length: 1 + random.below(2) }, () => new Device())
    for (const device of this.devices) device.mayRefuse = random.chance(0.2)
  }

  get open(): Tab[] {
    return this.devices.flatMap(({ tabs }) => [...tabs])
  }

  async openTab(device: Device): Promise<Tab | undefined> {
    if (!device.isOnline || device.tabs.size > 2) return undefined
    const { row, copy } = this.server
    const shown = row && this.#retained && this.random.chance(0.1) ? this.#retained : structuredClone(row)
    this.#retained = shown
    const tab = new Tab(this, device, shown)
    device.tabs.add(tab)
    await settled()
    void tab.journal.open(structuredClone(copy))
    return tab
  }

  type(tab: Tab): void {
    if (!tab.journal.state().isReady) return
    const word = `w${this.words.size}`
    const blocks = split.text(tab.text)
    const at = this.random.below(blocks.length + 1)
    const block = blocks[at]
    if (block?.endsWith('\n') && this.random.chance(0.8)) blocks[at] = `${block.slice(0, -1)} ${word}\n`
    else blocks.splice(at, 0, `${word}\n`)
    tab.text = blocks.join('').replace(/([^\n])$/, '$1\n')
    this.words.set(word, { at: this.time.now, tab })
    tab.journal.touch()
  }

  /** As the dialog: one side is taken, and what the other alone has is dropped on purpose. */
  decide(tab: Tab): void {
    const { other } = tab.journal.state()
    if (other) tab.journal.decide({ text: this.#choose(tab.text, other.fields.text ?? '') })
  }

  #choose(mine: string, theirs: string): string {
    const [chosen, dropped] = this.random.chance(0.5) ? [mine, theirs] : [theirs, mine]
    const retained = new Set(chosen.split(/\s+/))
    for (const word of dropped.split(/\s+/)) if (!retained.has(word)) this.excused.add(word)
    return chosen
  }

  async publish(tab: Tab, isLeft: boolean): Promise<void> {
    const { journal } = tab
    if (!journal.state().isReady || !tab.device.isOnline) return
    if (journal.state().other) return this.decide(tab)
    const answer = await this.#submit(tab)
    if (!answer || !tab.isAlive) return journal.release()
    const { saved } = answer
    if (!isLeft) return journal.published({ ...structuredClone(saved), isNew: false })
    void journal.finish()
    tab.device.tabs.delete(tab)
    await this.time.pass(this.random.below(2_000))
  }

  /** Sends the text until nobody has changed the row meanwhile; null where no answer came, or there is a choice. */
  async #submit(tab: Tab): Promise<{ saved: Row } | null> {
    const { journal } = tab
    journal.hold()
    for (let times = 0; times < 5; times += 1) {
      const requested = tab.submit(journal.submission()).then(
        (saved) => ({ saved, current: null }),
        ({ current }: ApiError) => ({ saved: null, current: current as Row | undefined }),
      )
      await this.time.pass(1_300)
      const answer = await Promise.race([requested, settled()])
      if (!answer?.current) return answer?.saved ? { saved: answer.saved } : null
      if (!tab.isAlive) return null
      if (journal.meetRow({ ...answer.current, isNew: false }, { hasNewPicture: false })) {
        this.decide(tab)
        return null
      }
    }
    return null
  }

  /** Takes back what is public: nothing of the form is sent. */
  async unpublish({ journal, device }: Tab): Promise<void> {
    const { row } = this.server
    if (!journal.state().isReady || !device.isOnline || journal.state().other) return
    if (!row || row.isDraft || row.version !== journal.row.version) return
    const saved = this.server.publish(row.version, row.fields, true)
    if (saved) journal.published({ ...structuredClone(saved), isNew: false })
  }

  close(tab: Tab): void {
    if (tab.device.mayRefuse) this.#excuse(tab, Number.POSITIVE_INFINITY)
    tab.events?.left()
    tab.journal.close()
    tab.device.tabs.delete(tab)
    // The page is there a little longer, or not.
    this.time.after(this.random.below(3_000), () => {
      tab.isAlive = false
    })
  }

  kill(tab: Tab): void {
    tab.isAlive = false
    tab.device.tabs.delete(tab)
    this.#excuse(tab, tab.device.mayRefuse ? Number.POSITIVE_INFINITY : ON_DEVICE_MS)
  }

  /** What was typed last may be lost with a tab; where its browser stores nothing, whatever the server has not. */
  #excuse(tab: Tab, milliseconds: number) {
    const stored = new Set(this.server.texts.split(/\s+/))
    for (const [word, { at }] of this.words) {
      const isHere = tab.text.split(/\s+/).includes(word) || this.words.get(word)?.tab === tab
      if (isHere && !stored.has(word) && this.time.now - at < milliseconds) this.excused.add(word)
    }
  }

  async step(): Promise<unknown> {
    const { random } = this
    const device = random.one(this.devices)
    const tab = random.one(this.open)
    if (!device) return
    if (!tab || random.chance(0.05)) return this.openTab(device)
    const act = random.below(100)
    if (act < 70) return this.type(tab)
    if (act < 74) return this.close(tab)
    if (act < 78) return this.kill(tab)
    if (act < 82) return this.publish(tab, true)
    if (act < 85) return this.publish(tab, false)
    if (act < 86) return this.unpublish(tab)
    if (act < 90) return this.decide(tab)
    if (act < 93) return tab.events?.hidden()
    if (act < 96) return tab.events?.back()
    if (act < 97) {
      device.isRefusing = device.mayRefuse && !device.isRefusing
      return
    }
    device.isOnline = !device.isOnline
    for (const { events } of device.tabs) device.isOnline ? events?.back() : events?.offline()
  }

  /** Every browser is connected again, and its writer opens the text until there is nothing more to decide. */
  async calmDown(): Promise<void> {
    this.isRough = false
    for (const device of this.devices) Object.assign(device, { isOnline: true, isRefusing: false })
    await this.time.pass(90_000)
    for (let turn = 0; turn < 5; turn += 1) {
      for (const device of this.devices) {
        for (const tab of [...device.tabs]) {
          this.close(tab)
          await this.time.pass(10_000)
        }
        await this.openTab(device)
        for (const tab of device.tabs) {
          await this.time.pass(10_000)
          this.decide(tab)
          await this.time.pass(40_000)
        }
      }
    }
    for (const tab of this.open) {
      tab.events?.back()
      await this.time.pass(40_000)
      this.decide(tab)
      await this.time.pass(40_000)
    }
  }
}

async function run(seed: number): Promise<void> {
  const site = new Site(randomOf(seed))
  const { random, server } = site
  for (let step = 0; step < STEPS_A_RUN; step += 1) {
    await site.step()
    await site.time.pass(random.chance(0.7) ? random.below(400) : random.below(5_000))
  }
  await site.calmDown()
  const stored = new Set(server.texts.split(/\s+/))
  const lost = [...site.words.keys()].filter((word) => !stored.has(word) && !site.excused.has(word))
  expect(lost, `words lost with seed ${seed}`).toEqual([])
  const loops = [...server.refused.values()].filter(({ times }) => times > 30)
  expect(loops, `refused again and again with seed ${seed}`).toEqual([])
  for (const tab of site.open) {
    expect(tab.journal.state().status.name, `with seed ${seed}`).toMatch(/^(clean|saved)$/)
  }
}

describe('a journal', () => {
  it('loses no word, and no server is asked for ever, whatever happens to tabs, browsers and requests', async () => {
    for (let seed = FIRST_SEED; (seed - FIRST_SEED) * STEPS_A_RUN < STEPS; seed += 1) await run(seed)
  }, 3_600_000)

  it('makes a draft of what was written beside a public text, once that is taken back', async () => {
    const site = new Site(randomOf(1))
    site.isRough = false
    site.server.row = { version: 1, isDraft: false, fields: { text: 'a\n' } }
    await site.openTab(site.devices[0] as Device)
    await site.time.pass(1_000)
    for (const tab of site.open) site.type(tab)
    await site.time.pass(5_000)
    expect(site.server.copy?.fields.text).toContain('w0')
    for (const tab of site.open) await site.unpublish(tab)
    await site.time.pass(5_000)
    expect(site.server.row).toMatchObject({ isDraft: true, fields: { text: expect.stringContaining('w0') } })
    for (const tab of site.open) expect(tab.journal.state().status.name).toBe('saved')
    expect([...site.server.refused]).toEqual([])

    // Public again as it was, it has changes beside it again.
    const draft = site.server.row?.version ?? 0
    const row = site.server.publish(draft, { text: 'a\n' }, false)
    for (const tab of site.open) if (row) tab.journal.published({ ...row, isNew: false })
    await site.time.pass(5_000)
    expect(site.server.copy).toMatchObject({
      base: { text: 'a\n' },
      fields: { text: expect.stringContaining('w0') },
    })
  })

  it.each([
    ['cannot be read, because the page is older than the server', undefined],
    ['is that there is nothing', null],
  ])('asks a few times only where the answer to a conflict %s', async (_, current) => {
    const site = new Site(randomOf(1))
    site.isRough = false
    let requested = 0
    site.server.save = () => {
      requested += 1
      throw new ApiError(409, 'Changed elsewhere.', null, current)
    }
    await site.openTab(site.devices[0] as Device)
    await site.time.pass(1_000)
    for (const tab of site.open) site.type(tab)
    await site.time.pass(600_000)
    expect(requested).toBeGreaterThan(2)
    expect(requested).toBeLessThan(30)
    for (const tab of site.open) expect(tab.text).toContain('w0')
  })
})

describe('a form', () => {
  const row: Row = { version: 1, isDraft: false, fields: { text: 'a\n' } }

  /** A site of two devices, where every request arrives. */
  function calm(): { site: Site; here: Device; elsewhere: Device } {
    const site = new Site(randomOf(1))
    site.isRough = false
    site.server.row = structuredClone(row)
    const [here, elsewhere] = [new Device(), new Device()]
    site.devices.splice(0, Infinity, here, elsewhere)
    return { site, here, elsewhere }
  }

  function write(tab: Tab, word: string): void {
    tab.text = `${tab.text}${word}\n`
    tab.journal.touch()
  }

  /** Opens a form, in which a word is typed and stored. */
  async function written(site: Site, device: Device, word: string, own?: Partial<JournalForm>): Promise<Tab> {
    const tab = new Tab(site, device, row, own)
    device.tabs.add(tab)
    void tab.journal.open(null)
    await site.time.pass(1_000)
    write(tab, word)
    await site.time.pass(10_000)
    return tab
  }

  it('begins with what the server has, where its browser stores nothing and its page is from before', async () => {
    const { site, here, elsewhere } = calm()
    await written(site, elsewhere, 'first')
    here.isRefusing = true
    const tab = new Tab(site, here, row)
    void tab.journal.open(null)
    await site.time.pass(5_000)
    expect(tab.journal.state().refusal).toBe('none')
    expect(tab.text).toContain('first')
  })

  it.each<[string, Partial<JournalForm>, (world: World) => void]>([
    [
      'where the server does not answer',
      {},
      ({ server }) => {
        server.read = () => Promise.reject(new ApiError(0, 'no answer', null))
      },
    ],
    ['that the server does not have', { kind: 'profile' }, () => {}],
  ])('goes on with what its browser has %s', async (_, own, prepare) => {
    const { site, here } = calm()
    site.close(await written(site, here, 'first', own))
    await site.time.pass(5_000)
    const tab = new Tab(site, here, row, own)
    prepare(tab.world)
    void tab.journal.open(null)
    await site.time.pass(5_000)
    expect(tab.text).toContain('first')
  })

  it('waits for one of the same text that is being closed in its tab', async () => {
    const { site, here } = calm()
    const before = await written(site, here, 'first')
    write(before, 'second')
    site.storeMs = 1_000
    before.journal.close()
    const tab = new Tab(site, here, row, {}, before)
    void tab.journal.open(null)
    await site.time.pass(2_500)
    expect(tab.text).toContain('second')
  })

  it('shows what was changed elsewhere when its window gets the focus', async () => {
    const { site, here, elsewhere } = calm()
    const tab = await written(site, here, 'first')
    const other = await written(site, elsewhere, 'second')
    write(other, 'third')
    await site.time.pass(10_000)
    expect(tab.text).not.toContain('third')
    tab.events?.back()
    await site.time.pass(5_000)
    expect(tab.text).toContain('third')
  })

  it('sends what was typed last when its page is left', async () => {
    const { site, here } = calm()
    const tab = await written(site, here, 'first')
    write(tab, 'second')
    tab.events?.left()
    await site.time.pass(1_000)
    expect(site.server.texts).toContain('second')
  })

  it.each([
    ['waits up to a second for the storage of its browser before it sends', 900, true],
    ['sends all the same what its browser takes longer to store', 30_000, false],
  ])('%s', async (_, storeMs, isStored) => {
    const { site, here } = calm()
    const tab = await written(site, here, 'first')
    site.storeMs = storeMs
    const sent: boolean[] = []
    const { save } = tab.world.server
    tab.world.server.save = (key, input, request) => {
      sent.push((here.records.get(input.writer)?.sequence ?? -1) >= input.sequence)
      return save(key, input, request)
    }
    for (let word = 0; word < 40; word += 1) {
      write(tab, `w${word}`)
      await site.time.pass(200)
    }
    await site.time.pass(10_000)
    expect(sent.length).toBeGreaterThan(1)
    expect(sent).not.toContain(!isStored)
    expect(site.server.texts).toContain('w39')
  })
})
