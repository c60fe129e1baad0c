import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { EXPECT_MS } from '@/tests/runner/time-limits'
import type { ApiAnswer, ApiClient } from './api-client'
import { listNotes, listPosts } from './content'
import type { OwnSite } from './own-site'
import { png } from './pictures'
import type { Note } from './shapes'

const WRITERS = 3
/** Below the rate limit of an admin's writes. */
const PACE_MS = 350
const PICTURES = 4

/** The possible states of a note: as acknowledged, or as in a later write without a response. */
type NoteEntry = { acknowledged: { title: string; version: number }; maybe: { title: string; version: number } | null }

/**
 * A client that creates and changes notes and uploads images, records each write after its 2xx, and finally compares
 * all notes, images and versions with the site.
 */
export class Ledger {
  readonly notes = new Map<string, NoteEntry>()
  /** The hash of each project's image. */
  readonly posts = new Map<string, string>()
  readonly refusals: ApiAnswer[] = []
  acknowledged = 0
  private readonly pictures: { bytes: Buffer; hash: string }[] = []
  private going = true
  private work: Promise<unknown> = Promise.resolve()

  private constructor(
    private readonly site: OwnSite,
    private readonly client: ApiClient,
  ) {}

  static async start(site: OwnSite): Promise<Ledger> {
    const ledger = new Ledger(site, await site.signedIn())
    for (let number = 0; number < PICTURES; number += 1) {
      const bytes = await png({ width: 50 + number, height: 40 })
      const id = await ledger.createPost(bytes)
      // The same image is always stored as the same bytes.
      ledger.pictures.push({ bytes, hash: await ledger.storedHash(id) })
    }
    ledger.work = Promise.all(Array.from({ length: WRITERS }, (_, number) => ledger.write(number)))
    return ledger
  }

  /** Resolves after this many more acknowledged writes, to the milliseconds it took. */
  async progress(writes: number): Promise<number> {
    const begun = performance.now()
    const wanted = this.acknowledged + writes
    await expect.poll(() => this.acknowledged, { timeout: 90_000, intervals: [10] }).toBeGreaterThanOrEqual(wanted)
    return Math.round(performance.now() - begun)
  }

  async stop(): Promise<void> {
    this.going = false
    await this.work
  }

  /** Acknowledged writes that are missing or different. */
  async lost(): Promise<string[]> {
    // After an outage it may still refuse.
    let reader: ApiClient = this.client
    await expect(async () => {
      reader = await this.site.signedIn()
    }).toPass({ timeout: EXPECT_MS })
    const notes = new Map((await listNotes(reader)).map((note) => [note._id, note]))
    const posts = new Map((await listPosts(reader)).map((post) => [post._id, post]))
    const lost: string[] = []
    for (const [id, { acknowledged, maybe }] of this.notes) {
      const note = notes.get(id)
      const fits = [acknowledged, maybe].some((one) => one && one.title === note?.title && one.version === note.version)
      if (!fits) lost.push(`note ${id}: ${JSON.stringify(acknowledged)} became ${note?.title} (${note?.version})`)
    }
    for (const [id, hash] of this.posts) {
      const post = posts.get(id)
      const found = post ? await hashOf(reader, post.image[0]?.url ?? '') : 'no row'
      if (found !== hash) lost.push(`picture of ${id}: ${hash} became ${found}`)
    }
    for (const post of posts.values()) {
      const { status } = await reader.get(new URL(post.image[0]?.url ?? '', this.site.url).pathname)
      if (post.image.length > 0 && status !== 200) lost.push(`project ${post._id} names a picture that is not there`)
    }
    return lost
  }

  private async write(number: number): Promise<void> {
    for (let turn = 0; this.going; turn += 1) {
      const begun = performance.now()
      await [this.createNote, this.changeNote, this.changeNote, this.uploadPicture][turn % 4]?.call(this, number, turn)
      await delay(Math.max(20, PACE_MS - (performance.now() - begun)))
    }
  }

  private async createNote(number: number, turn: number): Promise<void> {
    const title = `Note ${turn} of writer ${number}`
    const answer = await this.send(() => this.client.post('/api/note/new', { title, description: `<p>${title}</p>` }))
    if (answer?.status !== 201) return
    const { data } = answer.json() as { data: Note }
    this.notes.set(data._id, { acknowledged: { title, version: data.version }, maybe: null })
  }

  /** Changes one of the writer's notes, except those whose last change is uncertain. */
  private async changeNote(number: number, turn: number): Promise<void> {
    const mine = [...this.notes].filter(
      ([, { acknowledged, maybe }]) => !maybe && acknowledged.title.endsWith(`writer ${number}`),
    )
    const [id, entry] = mine.at(-1) ?? []
    if (!id || !entry) return
    const next = { title: `Note changed in ${turn} of writer ${number}`, version: entry.acknowledged.version + 1 }
    entry.maybe = next
    const { version } = entry.acknowledged
    const answer = await this.send(() => this.client.put(`/api/note/${id}`, { title: next.title, version }))
    if (answer?.status !== 200) return
    const { data } = answer.json() as { data: Note }
    entry.acknowledged = { title: next.title, version: data.version }
    entry.maybe = null
  }

  private async uploadPicture(number: number, turn: number): Promise<void> {
    const picture = this.pictures[(number + turn) % PICTURES]
    if (!picture) return
    const answer = await this.send(() => this.postForm(picture.bytes))
    if (answer?.status === 201) this.posts.set((answer.json() as { _id: string })._id, picture.hash)
  }

  /** The response; null for none or a refusal. */
  private async send(call: () => Promise<ApiAnswer>): Promise<ApiAnswer | null> {
    const answer = await call().catch(() => null)
    if (!answer) return null
    if (answer.status < 300) this.acknowledged += 1
    else this.refusals.push(answer)
    return answer
  }

  private postForm(image: Buffer): Promise<ApiAnswer> {
    return this.client.form('POST', '/api/post/new', {
      title: 'With a picture',
      description: 'Kept',
      image: { file: image },
    })
  }

  private async createPost(image: Buffer): Promise<string> {
    return ((await this.postForm(image)).json() as { _id: string })._id
  }

  private async storedHash(id: string): Promise<string> {
    const post = (await listPosts(this.client)).find(({ _id }) => _id === id)
    return hashOf(this.client, post?.image[0]?.url ?? '')
  }
}

async function hashOf(client: ApiClient, url: string): Promise<string> {
  const answer = await client.get(new URL(url, client.origin).pathname)
  return answer.status === 200 ? createHash('sha256').update(answer.bytes).digest('hex') : `status ${answer.status}`
}
