import { type Editor, Extension } from '@tiptap/core'
import { Fragment, type Node, type Slice } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { DATA_IMAGE } from '@/lib/rich-text/address'
import { picturesIn, replacePicture } from './pictures'
import { dispatchRemoteChange } from './transactions'

export type UploadedImage = { url: string; width: number; height: number }

/** Uploads an image. Rejects with an Error whose message can be shown. `share` is the progress from 0 to 1. */
type UploadImage = (
  file: File,
  options: { alt: string; onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<UploadedImage>

/** An upload in progress, or a failed one, whose reason is `problem`. */
export type Upload = { id: string; name: string; isReplacement: boolean; problem: string | null }

/** `replaces` is the address of the picture in whose place it is shown. */
type InsertOptions = { alt?: string; replaces?: string }

/** An upload that is not in the text yet; `at` is its position in the document. */
export type PendingUpload = InsertOptions & { file: File; alt: string; at: number }

type Options = {
  upload: UploadImage
  /** Called when an upload starts, finishes, fails or is cancelled. */
  onUploads: (uploads: Upload[]) => void
  announce: (message: string) => void
}

/** `error` is what `UploadImage` rejected with. */
export type FailedUpload = { name: string; error: Error }

type Running = {
  id: string
  name: string
  file: File
  alt: string
  replaces: string | undefined
  card: HTMLElement
  preview: string
  abort: AbortController
  error: Error | null
  /** Settles with the current attempt; never rejects. */
  sending: Promise<void>
}
type Card = { id: string; pos: number; card: HTMLElement }
type Change = { add?: Card[]; remove?: string }

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    uploads: {
      /** Uploads images and inserts each as a paragraph at `pos`, or at the caret; or replaces the picture nearest to it. */
      uploadPictures: (files: File[], options?: InsertOptions & { pos?: number }) => ReturnType
      retryUpload: (id: string) => ReturnType
      cancelUpload: (id: string) => ReturnType
    }
  }
  interface Storage {
    uploads: { running: Map<string, Running> }
  }
}

const key = new PluginKey<DecorationSet>('uploads')

/**
 * Uploads images before they are inserted. Until then a widget decoration marks the position, which is not part of the
 * document: a save in between stores no half-uploaded image.
 */
export const Uploads = Extension.create<Options, { running: Map<string, Running> }>({
  name: 'uploads',

  addOptions() {
    return {
      upload: () => Promise.reject(new Error('Pictures cannot be uploaded here.')),
      onUploads: () => undefined,
      announce: () => undefined,
    }
  },

  addStorage() {
    return { running: new Map() }
  },

  addCommands() {
    const { editor, options, storage } = this
    const report = () =>
      options.onUploads(
        [...storage.running.values()].map(({ id, name, replaces, error }) => ({
          id,
          name,
          isReplacement: replaces !== undefined,
          problem: error?.message ?? null,
        })),
      )

    const end = (entry: Running) => {
      storage.running.delete(entry.id)
      URL.revokeObjectURL(entry.preview)
      report()
    }

    const send = async (entry: Running) => {
      renderCard(entry, 0)
      options.announce(`Uploading ${entry.name}.`)
      try {
        const onProgress = (share: number) => renderCard(entry, share)
        const { url, width, height } = await options.upload(entry.file, {
          alt: entry.alt,
          onProgress,
          signal: entry.abort.signal,
        })
        if (editor.isDestroyed) return
        const pos = positionOf(editor.state, entry.id)
        const transaction = editor.state.tr.setMeta(key, { remove: entry.id } satisfies Change)
        const source = { src: url, width, height }
        const replaced = pictureNear(editor.state, pos ?? 0, entry.replaces)
        const picture = editor.schema.nodes.image?.create({ ...source, alt: entry.alt || null })
        if (replaced !== null) replacePicture(transaction, replaced, source)
        else if (pos !== null && picture) insertAsBlock(transaction, pos, picture, storage.running.size === 1)
        if (transaction.docChanged) options.announce(`${entry.name} is in the text.`)
        dispatchRemoteChange(editor.view, transaction)
        end(entry)
      } catch (error) {
        if (editor.isDestroyed || entry.abort.signal.aborted) return
        entry.error = error instanceof Error ? error : new Error('The picture could not be uploaded.')
        renderCard(entry, 0)
        // The failure itself is an alert; it is no longer uploading.
        options.announce('')
        report()
      }
    }

    return {
      uploadPictures:
        (files, { alt = '', replaces, pos } = {}) =>
        ({ tr, dispatch }) => {
          if (!dispatch) return files.length > 0
          const position = insertPosition(tr, pos ?? tr.selection.to)
          const started = files.map((file): Running => {
            const abort = new AbortController()
            const card = document.createElement('span')
            const preview = URL.createObjectURL(file)
            return {
              id: crypto.randomUUID(),
              name: file.name || 'Picture',
              error: null,
              sending: Promise.resolve(),
              file,
              alt,
              replaces,
              card,
              preview,
              abort,
            }
          })
          tr.setMeta(key, { add: started.map(({ id, card }) => ({ id, pos: position, card })) } satisfies Change)
          for (const entry of started) {
            storage.running.set(entry.id, entry)
            // After this transaction, because the upload needs its card to be in place when it finishes.
            entry.sending = Promise.resolve().then(() => send(entry))
          }
          report()
          return true
        },

      retryUpload: (id) => () => {
        const entry = storage.running.get(id)
        if (!entry) return false
        entry.error = null
        report()
        entry.sending = send(entry)
        return true
      },

      cancelUpload:
        (id) =>
        ({ tr }) => {
          const entry = storage.running.get(id)
          if (!entry) return false
          entry.abort.abort()
          tr.setMeta(key, { remove: id } satisfies Change)
          end(entry)
          return true
        },
    }
  },

  addProseMirrorPlugins() {
    const { editor, storage } = this
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply: (transaction, cards) => {
            const { mapping, doc } = transaction
            const mapped = mapCards(cards, transaction)
            const change: Change | undefined = transaction.getMeta(key)
            if (!change) return mapped
            const added = (change.add ?? []).map(cardAt)
            const finished = cards.find(undefined, undefined, ({ id }) => id === change.remove)[0]
            if (!finished) return mapped.add(doc, added)
            // The picture has taken the place of the card: the cards beside it that were added later are behind it.
            const adjacent = cards.find(finished.from, finished.from).map(({ spec }): Omit<Card, 'pos'> => spec)
            const index = adjacent.findIndex(({ id }) => id === change.remove)
            const moved = adjacent.map((card, at) =>
              cardAt({ ...card, pos: mapping.map(finished.from, at < index ? -1 : 1) }),
            )
            const isAdjacent = ({ id }: { id: string }) => adjacent.some((card) => card.id === id)
            const others = mapped.remove(mapped.find(undefined, undefined, (spec) => isAdjacent(spec as Card)))
            return others.add(doc, [...moved.filter((_card, at) => at !== index), ...added])
          },
        },
        props: { decorations: (state) => key.getState(state) },
        view: () => {
          // What failed for want of a connection is sent when there is one.
          const retry = () => {
            for (const { id, error } of storage.running.values()) if (error) editor.commands.retryUpload(id)
          }
          window.addEventListener('online', retry)
          return { destroy: () => window.removeEventListener('online', retry) }
        },
      }),
    ]
  },

  onDestroy() {
    for (const { abort, preview } of this.storage.running.values()) {
      abort.abort()
      URL.revokeObjectURL(preview)
    }
  },
})

/** The cards after a change. What replaces the text around a card takes it over; with text that is deleted it goes. */
function mapCards(cards: DecorationSet, { mapping, doc }: Transaction): DecorationSet {
  const removed = new Set<string>()
  const mapped = cards.map(mapping, doc, { onRemove: ({ id }) => removed.add(id) })
  const taken = cards
    .find(undefined, undefined, ({ id }) => removed.has(id))
    .map(({ from, spec }) => ({ id: spec.id, card: spec.card, from, pos: mapping.map(from) }))
    .filter(({ from, pos }) => pos > mapping.map(from, -1))
  return mapped.add(doc, taken.map(cardAt))
}

/** Before the caret: what is typed at its place goes behind it. */
function cardAt({ id, pos, card }: Card): Decoration {
  return Decoration.widget(pos, card, { id, card, key: id, side: -1 })
}

/**
 * Waits for all uploads and retries each failed one once. Resolves to those that failed again, which the text lacks.
 */
export async function settleUploads(editor: Editor): Promise<FailedUpload[]> {
  const { running } = editor.storage.uploads
  const retried = new Set<string>()
  for (;;) {
    for (const { id, error } of running.values()) {
      if (!error || retried.has(id)) continue
      retried.add(id)
      editor.commands.retryUpload(id)
    }
    const open = [...running.values()].filter(({ error }) => error === null)
    if (open.length === 0 || editor.isDestroyed) break
    await Promise.all(open.map(({ sending }) => sending))
  }
  return [...running.values()].map(({ name, error }) => ({ name, error: error ?? new Error('The editor was closed.') }))
}

/** The pictures that are not in the text yet, with the places they are to have in it. */
export function pendingUploads(editor: Editor): PendingUpload[] {
  return [...editor.storage.uploads.running.values()].map(({ id, file, alt, replaces }) => ({
    file,
    alt,
    replaces,
    at: positionOf(editor.state, id) ?? editor.state.doc.content.size,
  }))
}

/** Inserts a stored picture at the caret, as one that was uploaded there. */
export function insertPicture(editor: Editor, attrs: Record<string, unknown>): void {
  const { tr } = editor.state
  const picture = editor.schema.nodes.image?.create(attrs)
  if (picture) insertAsBlock(tr, insertPosition(tr, tr.selection.to), picture, true)
  editor.view.dispatch(tr)
}

/** Inserts a picture as a paragraph of its own. The caret that was there goes behind it; at the end of the text below it. */
function insertAsBlock(transaction: Transaction, pos: number, picture: Node, isLastUpload: boolean): void {
  const { paragraph } = picture.type.schema.nodes
  const { selection } = transaction
  const isBetween = !transaction.doc.resolve(pos).parent.inlineContent
  const isAtCaret = selection.empty && (selection.from === pos || (isBetween && selection.from === pos - 1))
  if (paragraph) transaction.replaceRangeWith(pos, pos, paragraph.create(null, picture))
  const at = picturesIn(transaction.doc).find(({ node }) => node === picture)?.pos
  if (!paragraph || !isAtCaret || at === undefined) return
  const below = transaction.doc.resolve(at + 2)
  const isLast = isLastUpload && below.depth === 0 && below.nodeAfter === null
  if (isLast) transaction.insert(below.pos, paragraph.create())
  const isBlankBelow = isLast || (below.nodeAfter?.isTextblock && below.nodeAfter.content.size === 0)
  transaction.setSelection(TextSelection.create(transaction.doc, isBlankBelow ? below.pos + 1 : at + 1))
}

function positionOf(state: EditorState, id: string): number | null {
  return key.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from ?? null
}

/** The picture from an address that is nearest to a position; null where there is none by now. */
function pictureNear({ doc }: EditorState, pos: number, src: string | undefined): number | null {
  const distance = (at: number) => Math.abs(at - pos)
  const found = picturesIn(doc).filter(({ node }) => node.attrs.src === src)
  return found.sort((a, b) => distance(a.pos) - distance(b.pos))[0]?.pos ?? null
}

/** Code blocks and captions cannot contain images: an image dropped there is inserted below. */
function insertPosition(tr: Transaction, pos: number): number {
  const $pos = tr.doc.resolve(Math.min(Math.max(pos, 0), tr.doc.content.size))
  if ($pos.parent.type.name === 'figcaption') return $pos.after(-1)
  return $pos.parent.type.spec.code ? $pos.after() : $pos.pos
}

function renderCard({ card, name, preview, error }: Running, share: number): void {
  card.className = error ? 'editor-upload editor-upload-failed' : 'editor-upload'
  card.contentEditable = 'false'
  if (!card.firstChild) {
    const image = document.createElement('img')
    image.src = preview
    image.alt = ''
    card.append(image, document.createElement('span'), document.createElement('progress'))
  }
  const [, text, bar] = card.children
  if (text) text.textContent = error ? `${name} was not uploaded.` : `Uploading ${name} …`
  if (!(bar instanceof HTMLProgressElement)) return
  bar.setAttribute('aria-label', `Uploading ${name}`)
  bar.hidden = error !== null
  // Sent completely, but the server is still encoding it.
  if (share < 1) bar.value = share
  else bar.removeAttribute('value')
}

/** Whether pasted or dropped content contains images as data URLs. */
export function hasDataPictures(slice: Slice): boolean {
  let found = false
  slice.content.descendants((node) => {
    found ||= node.type.name === 'image' && String(node.attrs.src).startsWith('data:')
    return !found
  })
  return found
}

/**
 * Dispatches a transaction whose range `from` to `to` was inserted, without the data URL images in it, and uploads
 * those instead: the document never contains them.
 */
export function insertWithUploads(
  view: EditorView,
  transaction: Transaction,
  { from, to }: { from: number; to: number },
  upload: (file: File, pos: number) => void,
): void {
  const pictures: { pos: number; size: number; file: File | null }[] = []
  transaction.doc.nodesBetween(from, to, (node, pos) => {
    const src = node.type.name === 'image' ? String(node.attrs.src) : ''
    if (src.startsWith('data:')) {
      pictures.push({ pos, size: node.nodeSize, file: pictureFile(src, String(node.attrs.alt ?? '')) })
    }
  })
  // From last to first, so that the remaining positions stay valid.
  const removed = pictures.toReversed().map(({ pos, size, file }) => {
    transaction.replaceWith(pos, pos + size, Fragment.empty)
    return { pos, file, steps: transaction.mapping.maps.length }
  })
  view.dispatch(transaction.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'))
  for (const { pos, file, steps } of removed) if (file) upload(file, transaction.mapping.slice(steps).map(pos))
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
