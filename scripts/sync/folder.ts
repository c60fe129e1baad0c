import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import * as z from 'zod/mini'
import type { ListedText } from '@/lib/content-markdown/schema'
import { isId, newRowId } from '@/lib/platform/ids'
import { FOLDERS } from '@/packages/convert/archive/layout'
import { SyncError } from '@/scripts/sync/site'

/** What a folder knows of its site, in .colophon/state.json. */
const stateSchema = z.object({
  format: z.literal(1),
  site: z.string(),
  /** By id: the file, the state of the site that is in it, and the SHA-256 of what the site has of the file; "" for another. */
  texts: z.record(z.string(), z.object({ file: z.string(), etag: z.string(), sha256: z.string() })),
  /** By the SHA-256 of a picture's file. */
  pictures: z.record(z.string(), z.object({ id: z.string(), url: z.string() })),
})

type State = z.output<typeof stateSchema>

export type LocalText = {
  id: string
  kind: ListedText['kind']
  /** Its path in the folder, with slashes. */
  file: string
  /** With \n as ends of lines, and the id in its front matter. */
  text: string
  /** Whether the file itself says the id. */
  hasId: boolean
  hasCrLf: boolean
}

const OWN = '.colophon'
const STATE = `${OWN}/state.json`
const THEIRS = '.theirs.md'
const NAME_MAX_BYTES = 200
/** Code, which is left as it is; else a picture with what it leads to. */
const PICTURES = /^(```|~~~)[\s\S]*?^\1|`[^`\n]+`|(!\[[^\]\n]*\]\()(<[^>\n]+>|[^\s()]+)/gm

export const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** A folder of texts: `content/notes` and `content/projects` with `.md` files of any name, and what is known of the site. */
export class Folder {
  readonly #root: string
  readonly #state: State
  /** Whether something is known of the site. */
  readonly hasState: boolean

  /**
   * @param site where the texts are; without it the one that is known
   * @throws SyncError "missing" without a folder, "usage" without a site, "refused" for the folder of another one
   */
  constructor(path: string, site?: string) {
    this.#root = fs.existsSync(path) ? fs.realpathSync(path) : path
    const known = this.#read(STATE)
    this.hasState = known !== null
    if (known === null && !site)
      throw new SyncError('usage', 'Say which site it is: --site URL, or pull from it first.')
    const state = z.safeParse(
      stateSchema,
      known === null ? { format: 1, site, texts: {}, pictures: {} } : JSON.parse(known),
    )
    if (!state.success)
      throw new SyncError('error', `${STATE} is not of this version: delete the folder ${OWN}, and pull.`)
    this.#state = state.data
    if (site && state.data.site !== site)
      throw new SyncError('refused', `This folder is of ${state.data.site}, not of ${site}: take another one.`)
  }

  get site(): string {
    return this.#state.site
  }

  get ids(): string[] {
    return Object.keys(this.#state.texts)
  }

  known(id: string) {
    return Object.hasOwn(this.#state.texts, id) ? this.#state.texts[id] : undefined
  }

  /**
   * All texts by their paths. One without an id gets one: its own, or without a memory one that its path has for ever.
   * @throws SyncError "refused" for names or links that are not the same everywhere
   */
  texts(): LocalText[] {
    const texts: LocalText[] = []
    const seen = new Map<string, string>()
    const once = (key: string, file: string, what: string) => {
      const earlier = seen.get(key)
      if (earlier !== undefined)
        throw new SyncError('refused', `${earlier} and ${file} have ${what}: give one another.`)
      seen.set(key, file)
    }
    for (const kind of ['note', 'post'] as const)
      for (const file of this.#files(this.#path(folderOf(kind)))) {
        once(file.normalize().toLowerCase(), file, 'the same name but for its case')
        const source = fs.readFileSync(join(this.#root, file), 'utf8').replace(/^\ufeff/, '')
        const text = source.replace(/\r\n?/g, '\n')
        const own = idIn(text)
        const id = own || (this.hasState ? newRowId() : idOf(file.normalize()))
        if (!isId(id)) throw new SyncError('refused', `${file} has the id ${id}, which is no UUID.`)
        once(id, file, `the id ${id}`)
        const hasCrLf = source.includes('\r\n')
        texts.push({ id, kind, file, hasId: own !== '', hasCrLf, text: own === '' ? withId(text, id) : text })
      }
    return texts.sort((left, right) => (left.file < right.file ? -1 : 1))
  }

  *#files(folder: string): Generator<string> {
    for (const entry of fs.existsSync(folder) ? fs.readdirSync(folder, { withFileTypes: true }) : []) {
      const path = join(folder, entry.name)
      if (entry.name.startsWith('.')) continue
      // What it leads to is in the folder, and found there.
      if (entry.isSymbolicLink()) this.#path(path)
      else if (entry.isDirectory()) yield* this.#files(path)
      else if (path.endsWith('.md') && !path.endsWith(THEIRS)) yield relative(this.#root, path).split(sep).join('/')
    }
  }

  /** @throws SyncError "refused" for what is not in the folder, by its name or by a link */
  #path(file: string): string {
    const path = resolve(this.#root, file)
    let there = path
    while (!fs.existsSync(there) && there !== this.#root) there = dirname(there)
    for (const inner of [path, fs.existsSync(there) ? fs.realpathSync(there) : there])
      if (inner !== this.#root && !inner.startsWith(this.#root + sep))
        throw new SyncError('refused', `${file} leads out of the folder.`)
    return path
  }

  #read(file: string): string | null {
    const path = this.#path(file)
    return fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : null
  }

  /** Whole or not at all. */
  #write(file: string, content: string): void {
    const path = this.#path(file)
    fs.mkdirSync(dirname(path), { recursive: true })
    const unfinished = join(dirname(path), `.${basename(path)}.part`)
    // Not through a link that lies there.
    fs.rmSync(unfinished, { force: true })
    fs.writeFileSync(unfinished, content, { flag: 'wx' })
    fs.renameSync(unfinished, path)
  }

  /** A path for a new text: the one the site has for it, unless that is taken here or no name for a file. */
  freePath({ id, kind, path }: ListedText, texts: LocalText[]): string {
    const isFit =
      /^content\/(?:notes|projects)\/[\p{L}\p{N}\p{M}-]+\/index\.md$/u.test(path) &&
      Buffer.byteLength(path) < NAME_MAX_BYTES
    const isFree =
      isFit &&
      !fs.existsSync(join(this.#root, path)) &&
      !texts.some(({ file }) => file.toLowerCase() === path.toLowerCase())
    return isFree ? path : `${folderOf(kind)}/${id}/index.md`
  }

  writeText({ file, text, hasCrLf }: Pick<LocalText, 'file' | 'text' | 'hasCrLf'>): void {
    this.#write(file, hasCrLf ? text.replaceAll('\n', '\r\n') : text)
  }

  /** The site's text beside a file that has changed as well; it is solved when that is gone. */
  hasTheirs = ({ file }: Pick<LocalText, 'file'>) => fs.existsSync(join(this.#root, theirsOf(file)))

  writeTheirs({ file }: LocalText, theirs: string): void {
    this.#write(theirsOf(file), theirs)
  }

  /** The site's text that a file has in it, or that its owner has before them; null where none is known. */
  base = (id: string) => this.#read(baseOf(id))

  /** After the file: a command that is killed in between finds a base that is older than it, never younger. */
  save(id: string, known: State['texts'][string], base: string): void {
    if (base !== this.base(id)) this.#write(baseOf(id), base)
    this.#state.texts[id] = known
  }

  forget(id: string): void {
    fs.rmSync(this.#path(baseOf(id)), { force: true })
    delete this.#state.texts[id]
  }

  remove({ file }: LocalText): void {
    fs.rmSync(this.#path(file))
  }

  saveState(): void {
    if (!fs.existsSync(join(this.#root, OWN, '.gitignore'))) this.#write(`${OWN}/.gitignore`, '*\n')
    this.#write(STATE, `${JSON.stringify(this.#state, null, 1)}\n`)
  }

  /** The pictures beside a text, by how it names them. */
  #picturesOf({ file, text }: LocalText): Map<string, { path: string; hash: string }> {
    const found = new Map<string, { path: string; hash: string }>()
    for (const [, , open, target = ''] of text.matchAll(PICTURES)) {
      if (!open || /^<?(?:[a-z][\w+.-]*:|\/|#)/i.test(target)) continue
      const path = this.#path(
        relative(this.#root, resolve(this.#root, dirname(file), decoded(target.replace(/^<|>$/g, '')))),
      )
      if (fs.existsSync(path) && fs.statSync(path).isFile())
        found.set(target, { path, hash: sha256(fs.readFileSync(path)) })
    }
    return found
  }

  /** A file as the site gets it, with the addresses of its pictures; `missing` are those that it has not got yet. */
  outgoing(local: LocalText): { text: string; missing: Array<{ path: string; hash: string }> } {
    const pictures = this.#picturesOf(local)
    const url = (target: string) => this.#state.pictures[pictures.get(target)?.hash ?? '']?.url
    const text = local.text.replace(PICTURES, (all, _, open, target) => (open ? open + (url(target) ?? target) : all))
    return { text, missing: [...pictures.values()].filter(({ hash }) => !Object.hasOwn(this.#state.pictures, hash)) }
  }

  savePicture(hash: string, { _id: id, url }: { _id: string; url: string }): void {
    this.#state.pictures[hash] = { id, url }
  }

  /** A text of the site as it is in this file: with the names of the pictures beside it. */
  incoming(markdown: string, local: LocalText): string {
    const names = new Map<string | undefined, string>()
    for (const [target, { hash }] of this.#picturesOf(local)) names.set(this.#state.pictures[hash]?.url, target)
    return markdown.replace(PICTURES, (all, _, open, target) => (open ? open + (names.get(target) ?? target) : all))
  }
}

const folderOf = (kind: ListedText['kind']) => FOLDERS[kind === 'note' ? 'note' : 'project']
const theirsOf = (file: string) => file.replace(/\.md$/, THEIRS)
const baseOf = (id: string) => `${OWN}/base/${id}.md`

function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

/** Of a file that nobody can write an id into, as in a job of a CI: the same each time. */
function idOf(file: string): string {
  const hex = sha256(file)
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

/** The id that the front matter says, "" for none. */
function idIn(text: string): string {
  const head = text.startsWith('---') ? text.slice(0, text.indexOf('\n---', 3) + 1) : ''
  // A thousand texts take YAML a second.
  return /^id:[ \t]*["']?([^\s"']+)/m.exec(head)?.[1]?.toLowerCase() ?? ''
}

/** Everything else of the front matter stays as it was written. */
function withId(text: string, id: string): string {
  const head = /^---[ \t]*\n/.exec(text)
  const end = head && /^---[ \t]*$/m.exec(text.slice(head[0].length))
  if (!head || !end) return `---\nid: ${id}\n---\n\n${text}`
  const at = head[0].length + end.index
  return `${text.slice(0, at)}id: ${id}\n${text.slice(at)}`
}
