import { type Editor, Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import pLimit from 'p-limit'
import { DATA_IMAGE, webAddress } from '@/lib/rich-text/address'
import { picturesIn, replacePicture } from './pictures'
import { dispatchRemoteChange, isPaste } from './transactions'

export type UploadedImage = { url: string; width: number; height: number }

/** `replaces` is the address of the picture in whose place it is shown. */
type InsertOptions = { alt?: string; replaces?: string }

/** A file whose picture is not stored yet; `at` is its position in the stored text. */
export type PendingUpload = InsertOptions & { file: File; alt: string; at: number }

type Options = {
  /** Uploads an image. Rejects with an Error whose message can be shown. `share` is the progress from 0 to 1. */
  upload: (
    file: File,
    options: { alt: string; onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<UploadedImage>
  /** Copies a pasted picture of another server. Rejects like `upload`. Null to leave pictures where they are. */
  copy: ((address: string, alt: string) => Promise<UploadedImage>) | null
  /** Called with what is on its way or has failed, whenever that changes. */
  onUploads: (uploads: Upload[]) => void
  announce: (message: string) => void
}

/**
 * A picture that gets an address in the site's store. Until then it is known by the address it is shown from: that of a
 * file (`blob:`), which is stored nowhere, or on another server. It outlives its node, which an undo may restore.
 */
export type Upload = {
  src: string
  /** Of its file, or of the other server. */
  name: string
  /** Null for a copy, and once it is stored: browsers hold the bytes of a file in memory. */
  file: File | null
  replaces?: string
  image: UploadedImage | null
  error: Error | null
  /** Settles with the current attempt; never rejects. Null while there is none. */
  sending: Promise<void> | null
  abort: AbortController
  status: HTMLElement
}
type Entries = Map<string, Upload>
type Context = { editor: Editor; options: Options; storage: { entries: Entries } }

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    uploads: {
      /** Inserts each image as a paragraph at `pos`, or at the caret, or in the place of another; and uploads it. */
      uploadPictures: (files: File[], options?: InsertOptions & { pos?: number }) => ReturnType
      retryUploads: (sources: string[]) => ReturnType
      /** Removes these pictures, or puts back what they replace; leaves those of other servers where they are. */
      cancelUploads: (sources: string[]) => ReturnType
    }
  }
  interface Storage {
    uploads: { entries: Entries }
  }
}

/** At a time: the server waits for others, and the browser has connections for saving left. */
const COPIES_AT_A_TIME = 2
/** What a save waits for pictures of slow servers: what is not copied by then stays there in what is saved. */
const COPIES_MAX_MS = 10_000

const limit = pLimit(COPIES_AT_A_TIME)

const isOpen = ({ sending, error }: Upload) => sending !== null || error !== null
const isWaiting = ({ attrs }: Node) => String(attrs.src).startsWith('blob:')
export const isCopy = ({ src }: Upload) => !src.startsWith('blob:')
const picturesFrom = (doc: Node, src: string | undefined) =>
  picturesIn(doc).filter(({ node }) => node.attrs.src === src)

/** Uploads the pictures that are put into the text, and copies those that are pasted from other servers. */
export const Uploads = Extension.create<Options, { entries: Entries }>({
  name: 'uploads',

  addOptions() {
    return {
      upload: () => Promise.reject(new Error('Pictures cannot be uploaded here.')),
      copy: null,
      onUploads: () => undefined,
      announce: () => undefined,
    }
  },

  addStorage() {
    return { entries: new Map() }
  },

  addCommands() {
    const { entries } = this.storage
    return {
      uploadPictures:
        (files, { alt = '', replaces, pos } = {}) =>
        ({ tr, dispatch }) => {
          if (!dispatch) return files.length > 0
          let at = pos ?? tr.selection.to
          // What is replaced may itself not be stored yet.
          const stored = replaces?.startsWith('blob:') ? entries.get(replaces)?.replaces : replaces
          for (const file of files) {
            const entry = addFile(entries, file, stored)
            at = showUpload(tr, entry, alt || null, at, replaces)
            // One undo shows the old picture again, once the new one is stored.
            if (entry.replaces === undefined) closeHistory(tr)
            else tr.setMeta('addToHistory', false)
          }
          return true
        },

      retryUploads: (sources) => () => {
        const found = sources.flatMap((src) => entries.get(src) ?? [])
        start(this, found)
        return found.length > 0
      },

      cancelUploads:
        (sources) =>
        ({ tr }) => {
          for (const src of sources) {
            const entry = entries.get(src)
            if (entry && isCopy(entry)) entries.delete(src)
          }
          for (const { node, pos } of picturesIn(tr.doc).reverse()) {
            if (isWaiting(node) && sources.includes(node.attrs.src)) leaveOut(tr, entries, node, pos)
          }
          report(this)
          return true
        },
    }
  },

  onTransaction({ transaction }) {
    if (!transaction.docChanged) return
    const { entries } = this.storage
    if (isPaste(transaction)) {
      for (const src of this.options.copy ? copiedSources(transaction) : []) {
        if (!entries.has(src)) addEntry(entries, src, new URL(src, window.location.href).host)
      }
    } else if (entries.size === 0) return
    followText(this)
  },

  addProseMirrorPlugins() {
    const { editor, storage } = this
    return [
      new Plugin({
        props: {
          decorations: ({ doc }) => {
            const pictures = storage.entries.size > 0 ? picturesIn(doc).reverse() : []
            // Of copies of a picture the first has the status.
            const positions = new Map(pictures.map(({ node, pos }) => [node.attrs.src, pos]))
            const shown = [...storage.entries.values()].flatMap(({ src, file, status }) => {
              const pos = file ? positions.get(src) : undefined
              return pos === undefined ? [] : Decoration.widget(pos + 1, status, { key: src, side: -1 })
            })
            return DecorationSet.create(doc, shown)
          },
        },
        view: () => {
          // What failed for want of a connection is sent when there is one.
          const retry = () => {
            const failed = [...storage.entries.values()].filter(({ file, error }) => file && error)
            editor.commands.retryUploads(failed.map(({ src }) => src))
          }
          window.addEventListener('online', retry)
          return { destroy: () => window.removeEventListener('online', retry) }
        },
      }),
    ]
  },

  onDestroy() {
    for (const entry of this.storage.entries.values()) {
      entry.abort.abort()
      if (entry.file) URL.revokeObjectURL(entry.src)
    }
  },
})

function addEntry(entries: Entries, src: string, name: string, file: File | null = null, replaces?: string): Upload {
  const [abort, status] = [new AbortController(), document.createElement('span')]
  const entry: Upload = { src, name, file, replaces, image: null, error: null, sending: null, abort, status }
  entries.set(src, entry)
  renderStatus(entry, 0)
  return entry
}

const addFile = (entries: Entries, file: File, replaces?: string) =>
  addEntry(entries, URL.createObjectURL(file), file.name || 'Picture', file, replaces)

/** Sends what has come into the text, also by an undo, and no longer sends what is not in it. */
function followText(context: Context): void {
  const { editor, storage } = context
  const { doc, tr } = editor.state
  const pictures = picturesIn(doc)
  const shown = new Set(pictures.map(({ node }) => node.attrs.src))
  const entries = [...storage.entries.values()]
  const removed = entries.filter((entry) => isOpen(entry) && !shown.has(entry.src))
  for (const entry of removed) {
    entry.abort.abort()
    Object.assign(entry, { sending: null, error: null })
  }
  const added = entries.filter((entry) => shown.has(entry.src) && !isOpen(entry) && !entry.image)
  if (removed.length + added.length > 0) start(context, added)
  for (const { node, pos } of pictures.reverse()) {
    const entry = storage.entries.get(node.attrs.src)
    if (entry?.image) showStored(tr, pos, entry.image, isCopy(entry))
    // Copied in another tab, whose files are not here.
    else if (!entry && isWaiting(node)) leaveOut(tr, storage.entries, node, pos)
  }
  if (tr.docChanged) dispatchRemoteChange(editor.view, tr.setMeta('addToHistory', false))
}

function start(context: Context, entries: Upload[]): void {
  const { editor, options } = context
  const copies = entries.filter(isCopy).length
  if (copies > 0) options.announce(copies === 1 ? 'Copying one picture.' : `Copying ${copies} pictures.`)
  for (const entry of entries) {
    const { src, name, file } = entry
    const alt = String(picturesFrom(editor.state.doc, src)[0]?.node.attrs.alt ?? '')
    entry.abort = new AbortController()
    entry.error = null
    const { signal } = entry.abort
    if (file) {
      renderStatus(entry, 0)
      options.announce(`Uploading ${name}.`)
    }
    const requested = file
      ? options.upload(file, { alt, signal, onProgress: (share) => renderStatus(entry, share) })
      : limit(async () => {
          signal.throwIfAborted()
          return options.copy?.(new URL(src, window.location.href).href, alt)
        })
    entry.sending = requested.then(
      (image) => {
        if (!signal.aborted && image) onStored(context, entry, image)
      },
      (error) => {
        if (!signal.aborted) onFailed(context, entry, error)
      },
    )
  }
  report(context)
}

function onStored(context: Context, entry: Upload, image: UploadedImage): void {
  const { editor, options } = context
  Object.assign(entry, { image, file: null, sending: null })
  if (entry.replaces !== undefined) {
    const found = picturesFrom(editor.state.doc, entry.src)
    const back = editor.state.tr.setMeta('addToHistory', false)
    for (const { pos } of found) back.setNodeAttribute(pos, 'src', entry.replaces)
    dispatchRemoteChange(editor.view, back)
    const { tr } = editor.state
    for (const { pos } of found) showStored(tr, pos, image)
    dispatchRemoteChange(editor.view, tr)
  } else followText(context)
  if (isCopy(entry)) announceCopies(context)
  else {
    URL.revokeObjectURL(entry.src)
    options.announce(`${entry.name} is in the text.`)
  }
  report(context)
}

function onFailed(context: Context, entry: Upload, error: unknown): void {
  const problem = `The picture could not be ${isCopy(entry) ? 'copied' : 'uploaded'}.`
  Object.assign(entry, { error: error instanceof Error ? error : new Error(problem), sending: null })
  if (isCopy(entry)) announceCopies(context)
  else {
    renderStatus(entry, 0)
    // The failure itself is an alert; it is no longer uploading.
    context.options.announce('')
  }
  report(context)
}

function announceCopies({ options, storage }: Context): void {
  const copies = [...storage.entries.values()].filter(isCopy)
  if (copies.some(({ sending }) => sending)) return
  const failed = copies.filter(({ error }) => error).length
  options.announce(failed === 0 ? 'The pictures are copied.' : failedCopiesMessage(failed))
}

export function failedCopiesMessage(count: number): string {
  return count === 1
    ? 'One picture could not be copied and stays on its server. Readers see it only as long as it is there.'
    : `${count} pictures could not be copied and stay on their servers. Readers see them only as long as they are there.`
}

function report({ options, storage }: Context): void {
  options.onUploads([...storage.entries.values()].filter(isOpen))
}

/** Puts in the stored address. The size becomes that of the image, but for a copy that has one. */
function showStored(tr: Transaction, pos: number, { url, width, height }: UploadedImage, isCopy = false): void {
  const { attrs } = tr.doc.nodeAt(pos) ?? {}
  if (isCopy && attrs && (attrs.width !== null || attrs.height !== null)) tr.setNodeAttribute(pos, 'src', url)
  else replacePicture(tr, pos, { src: url, width, height })
}

/** Waits for all pictures, for copies not long, and retries each failed file once. Resolves to those that failed again. */
export async function settleUploads(editor: Editor): Promise<{ name: string; error: Error }[]> {
  const { entries } = editor.storage.uploads
  const attempts = (uploads: Upload[]) => Promise.all(uploads.map(({ sending }) => sending))
  const late = new Promise((resolve) => setTimeout(resolve, COPIES_MAX_MS))
  await Promise.race([attempts([...entries.values()].filter(isCopy)), late])
  const files = () => [...entries.values()].filter((entry) => entry.file && isOpen(entry))
  const retried = new Set<string>()
  for (;;) {
    const failed = files().flatMap(({ src, error }) => (error && !retried.has(src) ? src : []))
    for (const src of failed) retried.add(src)
    editor.commands.retryUploads(failed)
    if (editor.isDestroyed || files().every(({ error }) => error)) break
    await attempts(files())
  }
  return files().map(({ name, error }) => ({ name, error: error ?? new Error('The editor was closed.') }))
}

/** The files of pictures that are not stored yet, with the positions they are to have in the stored text. */
export function pendingUploads(editor: Editor): PendingUpload[] {
  const { mapping } = withoutUploads(editor)
  return picturesIn(editor.state.doc).flatMap(({ node, pos }) => {
    const { file, replaces } = editor.storage.uploads.entries.get(node.attrs.src) ?? {}
    return file ? [{ file, alt: String(node.attrs.alt ?? ''), replaces, at: mapping.map(pos, -1) }] : []
  })
}

/** Shows pending files again where they were, which no undo takes away. */
export function restoreUploads(editor: Editor, pending: PendingUpload[]): void {
  // From last to first, so that the remaining positions stay valid.
  for (const { file, at, ...how } of pending.toReversed())
    editor
      .chain()
      .uploadPictures([file], { ...how, pos: at })
      .setMeta('addToHistory', false)
      .run()
}

/** The change that leads from the text to the stored one: without the pictures that are not stored yet. */
export function withoutUploads({ state, storage }: Editor): Transaction {
  const { tr } = state
  for (const { node, pos } of picturesIn(state.doc).reverse())
    if (isWaiting(node)) leaveOut(tr, storage.uploads.entries, node, pos)
  return tr
}

/** Puts back what is replaced, or takes out a picture with the paragraph it has for itself; a caption stays as words. */
function leaveOut(tr: Transaction, entries: Entries, node: Node, pos: number): void {
  const replaces = entries.get(node.attrs.src)?.replaces
  const $pos = tr.doc.resolve(pos)
  const caption = node.firstChild?.content.size ? node.firstChild.content : null
  if (replaces !== undefined) tr.setNodeAttribute(pos, 'src', replaces)
  else if (caption) tr.replaceWith(pos, pos + node.nodeSize, node.type.schema.node('paragraph', null, caption))
  else if (node.isInline && $pos.parent.childCount === 1) tr.delete($pos.before(), $pos.after())
  else tr.delete(pos, pos + node.nodeSize)
}

/** After a change from elsewhere: shows the uploads again that it has taken out of the text. */
export function retainUploads(tr: Transaction, { state, storage }: Editor): void {
  for (const { node, pos } of picturesIn(state.doc)) {
    const { src, alt } = node.attrs
    const entry = isWaiting(node) && picturesFrom(tr.doc, src).length === 0 && storage.uploads.entries.get(src)
    if (entry) showUpload(tr, entry, alt, tr.mapping.map(pos), entry.replaces)
  }
}

/** Shows a picture in the place of the nearest from an address, or as a block of its own. Returns the position behind it. */
function showUpload(tr: Transaction, entry: Upload, alt: string | null, pos: number, replaces?: string): number {
  const distance = (at: number) => Math.abs(at - pos)
  const [replaced] = picturesFrom(tr.doc, replaces).sort((a, b) => distance(a.pos) - distance(b.pos))
  if (replaced) tr.setNodeAttribute(replaced.pos, 'src', entry.src)
  else entry.replaces = undefined
  return replaced ? pos : insertAsBlock(tr, pos, { src: entry.src, alt })
}

/** Inserts a stored picture at the caret, as one that was uploaded there. */
export function insertPicture({ state, view }: Editor, attrs: Record<string, unknown>): void {
  const { tr } = state
  insertAsBlock(tr, tr.selection.to, attrs)
  view.dispatch(tr)
}

/**
 * Inserts a picture as a paragraph of its own. The caret that was there goes behind it; at the end of the text below it.
 * Returns the position behind the paragraph.
 */
function insertAsBlock(tr: Transaction, requested: number, attrs: Record<string, unknown>): number {
  const { schema } = tr.doc.type
  const picture = schema.node('image', attrs)
  const pos = insertPosition(tr, requested)
  const { selection } = tr
  const { parent, parentOffset } = tr.doc.resolve(pos)
  const isAtCaret = selection.empty && selection.from === (parent.inlineContent ? pos : pos - 1)
  const isInside = parent.inlineContent && parentOffset < parent.content.size
  tr.replaceRangeWith(pos, pos, schema.node('paragraph', null, picture))
  const at = picturesIn(tr.doc).find(({ node }) => node === picture)?.pos
  if (at === undefined) return pos
  const below = tr.doc.resolve(at + 2)
  if (!isAtCaret) return below.pos
  const isLast = below.depth === 0 && below.nodeAfter === null
  if (isLast) tr.insert(below.pos, schema.node('paragraph'))
  const isBlank = below.nodeAfter?.isTextblock && below.nodeAfter.content.size === 0
  tr.setSelection(TextSelection.create(tr.doc, isLast || isBlank || isInside ? below.pos + 1 : at + 1))
  return below.pos
}

/** Code blocks and captions cannot contain images: an image dropped there is inserted below. */
function insertPosition(tr: Transaction, pos: number): number {
  const $pos = tr.doc.resolve(Math.min(Math.max(pos, 0), tr.doc.content.size))
  if ($pos.parent.type.name === 'figcaption') return $pos.after(-1)
  return $pos.parent.type.spec.code ? $pos.after() : $pos.pos
}

function renderStatus({ status, name, error }: Upload, share: number): void {
  status.className = error ? 'editor-upload editor-upload-failed' : 'editor-upload'
  if (!status.firstChild) status.append(document.createElement('span'), document.createElement('progress'))
  const [text, bar] = status.children
  if (text) text.textContent = error ? `${name} was not uploaded.` : `Uploading ${name} …`
  if (!(bar instanceof HTMLProgressElement)) return
  bar.setAttribute('aria-label', `Uploading ${name}`)
  bar.hidden = error !== null
  // Sent completely, but the server is still encoding it.
  if (share < 1) bar.value = share
  else bar.removeAttribute('value')
}

/** The addresses on other servers that a paste has added. */
function copiedSources({ before, doc }: Transaction): string[] {
  const known = new Set(picturesIn(before).map(({ node }) => node.attrs.src))
  const sources = picturesIn(doc).map(({ node }) => String(node.attrs.src))
  return [...new Set(sources)].filter((src) => !known.has(src) && isElsewhere(src))
}

function isElsewhere(src: string): boolean {
  const { origin, href } = window.location
  const url = URL.canParse(src, href) ? new URL(src, href) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.origin !== origin
}

/**
 * Pasted or dropped content whose pictures in data URLs are files to upload. The document contains no address that is
 * not stored but those of pictures that wait: anybody can write the mark of what comes from an editor like this one.
 */
export function dataAsUploads({ content, openStart, openEnd }: Slice, { storage }: Editor): Slice {
  const convert = (nodes: Fragment): Fragment =>
    Fragment.from(
      nodes.content.flatMap((node) => {
        const src: unknown = node.attrs.src
        const isPicture = node.type.name === 'image' || node.type.name === 'figure'
        if (typeof src !== 'string' || webAddress(src) !== null || (isPicture && storage.uploads.entries.has(src))) {
          return node.isLeaf ? node : node.copy(convert(node.content))
        }
        const file = isPicture ? pictureFile(src.trim(), String(node.attrs.alt ?? '')) : null
        if (!file) return []
        const attrs = { ...node.attrs, src: addFile(storage.uploads.entries, file).src, width: null, height: null }
        return node.type.create(attrs, node.content, node.marks)
      }),
    )
  return new Slice(convert(content), openStart, openEnd)
}

function pictureFile(src: string, alt: string): File | null {
  const [, type, base64] = DATA_IMAGE.exec(src) ?? []
  if (!type || !base64) return null
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return new File([bytes], alt || 'Pasted picture', { type })
  } catch {
    return null
  }
}
