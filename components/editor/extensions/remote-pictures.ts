import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import pLimit from 'p-limit'
import { dispatchRemoteChange, isPaste } from '@/components/editor/extensions/transactions'
import { picturesIn } from './pictures'
import type { UploadedImage } from './uploads'

/** A picture that stays on its server; `problem` says why, as a sentence to show. */
export type FailedCopy = { src: string; host: string; problem: string }

type Options = {
  /**
   * Copies the picture at a full address into the site's store. Rejects with an Error whose message can be shown. Null to
   * leave pictures where they are.
   */
  copy: ((address: string, alt: string) => Promise<UploadedImage>) | null
  /** Called with all pictures that could not be copied, whenever these change. */
  onFailed: (failed: FailedCopy[]) => void
  announce: (message: string) => void
}

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    remotePictures: {
      retryCopies: () => ReturnType
      /** Leaves the pictures that could not be copied on their servers, and speaks of them no more. */
      leaveRemote: () => ReturnType
    }
  }
  interface Storage {
    remotePictures: { running: Set<Promise<void>>; failed: Map<string, FailedCopy> }
  }
}

/** At a time: the server waits for others, and the browser has connections for saving left. */
const COPIES_AT_A_TIME = 2

/**
 * Copies the pictures of a pasted text from their servers into the site's store. They are shown from where they are
 * until then, and where that fails.
 */
export const RemotePictures = Extension.create<
  Options,
  { running: Set<Promise<void>>; failed: Map<string, FailedCopy> }
>({
  name: 'remotePictures',

  addOptions() {
    return {
      copy: null,
      onFailed: () => undefined,
      announce: () => undefined,
    }
  },

  addStorage() {
    return { running: new Set(), failed: new Map() }
  },

  addCommands() {
    const { editor, options, storage } = this
    return {
      retryCopies: () => () => {
        const sources = [...storage.failed.keys()]
        storage.failed.clear()
        options.onFailed([])
        startCopies(editor, options, sources)
        return sources.length > 0
      },
      leaveRemote: () => () => {
        storage.failed.clear()
        options.onFailed([])
        return true
      },
    }
  },

  onTransaction({ transaction }) {
    if (!transaction.docChanged) return
    if (isPaste(transaction)) startCopies(this.editor, this.options, pastedSources(transaction))
    else if (this.storage.failed.size > 0) forgetRemoved(transaction.doc, this.storage.failed, this.options)
  },
})

/** What a save waits for pictures of slow servers: what is still on its way then stays there in what is saved. */
const SETTLE_MAX_MS = 10_000

/** Waits until each picture has been copied, or could not be, but not for long. */
export async function settleCopies(editor: Editor): Promise<void> {
  const { running } = editor.storage.remotePictures
  if (running.size === 0) return
  await Promise.race([Promise.all(running), new Promise((resolve) => setTimeout(resolve, SETTLE_MAX_MS))])
}

const limit = pLimit(COPIES_AT_A_TIME)

function startCopies(editor: Editor, options: Options, sources: string[]): void {
  const { copy } = options
  if (sources.length === 0 || !copy) return
  const { running, failed } = editor.storage.remotePictures
  options.announce(sources.length === 1 ? 'Copying one picture.' : `Copying ${sources.length} pictures.`)
  for (const src of sources) {
    const copying = limit(() => copyPicture(editor, copy, src)).finally(() => {
      running.delete(copying)
      if (running.size > 0 || editor.isDestroyed) return
      if (failed.size === 0) options.announce('The pictures are copied.')
      options.onFailed([...failed.values()])
    })
    running.add(copying)
  }
}

async function copyPicture(editor: Editor, copy: NonNullable<Options['copy']>, src: string): Promise<void> {
  const found = editor.isDestroyed ? [] : picturesIn(editor.state.doc).filter(({ node }) => node.attrs.src === src)
  const [first] = found
  if (!first) return
  const { href, host } = new URL(src, window.location.href)
  try {
    const image = await copy(href, String(first.node.attrs.alt ?? ''))
    if (!editor.isDestroyed) replaceSource(editor, src, image)
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'The picture could not be copied.'
    if (!editor.isDestroyed) editor.storage.remotePictures.failed.set(src, { src, host, problem })
  }
}

/** In place and outside of the history: undoing goes back to before the paste, not to somebody's server. */
function replaceSource({ state, view }: Editor, src: string, { url, width, height }: UploadedImage): void {
  const transaction = state.tr.setMeta('addToHistory', false)
  for (const { node, pos } of picturesIn(state.doc)) {
    if (node.attrs.src !== src) continue
    transaction.setNodeAttribute(pos, 'src', url)
    if (node.attrs.width !== null || node.attrs.height !== null) continue
    transaction.setNodeAttribute(pos, 'width', width).setNodeAttribute(pos, 'height', height)
  }
  if (transaction.docChanged) dispatchRemoteChange(view, transaction)
}

/** The addresses on other servers that a paste has brought. */
function pastedSources({ before, doc }: Transaction): string[] {
  const known = new Set(picturesIn(before).map(({ node }) => node.attrs.src))
  const sources = picturesIn(doc).map(({ node }) => String(node.attrs.src))
  return [...new Set(sources)].filter((src) => !known.has(src) && isElsewhere(src))
}

function isElsewhere(src: string): boolean {
  const { origin, href } = window.location
  const url = URL.canParse(src, href) ? new URL(src, href) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.origin !== origin
}

function forgetRemoved(doc: Node, failed: Map<string, FailedCopy>, { onFailed }: Options): void {
  const left = new Set(picturesIn(doc).map(({ node }) => node.attrs.src))
  const removed = [...failed.keys()].filter((src) => !left.has(src))
  for (const src of removed) failed.delete(src)
  if (removed.length > 0) onFailed([...failed.values()])
}
