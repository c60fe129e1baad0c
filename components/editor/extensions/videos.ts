import { Node } from '@tiptap/core'
import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import type { NodeView } from '@tiptap/pm/view'
import { embedAttributes, videoFileAttributes } from '@/lib/rich-text/embed'
import { insertBlock } from './insert-block'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    videos: {
      /** Inserts a video: YouTube and Vimeo as their player, any other address as a file. */
      insertVideo: (video: { address: string; title: string }) => ReturnType
    }
  }
}

/** Wraps a player in the editor, so that a click selects it instead of starting the video. */
function framed(shown: ProseMirrorNode, player: HTMLElement): NodeView {
  const dom = document.createElement('div')
  dom.className = 'editor-video'
  // Not focusable: the keyboard would be trapped in it.
  player.tabIndex = -1
  dom.append(player)
  return {
    dom,
    ignoreMutation: () => true,
    // Editing the title of the selected video must not reload the player.
    update: (node) => {
      if (node.type !== shown.type || node.attrs.src !== shown.attrs.src) return false
      player.title = node.attrs.title ?? ''
      return true
    },
  }
}

function withAttributes(tag: string, attributes: Record<string, unknown>): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, String(value))
  }
  return element
}

/** A YouTube or Vimeo video. Only address and title are stored; `embedAttributes` provides the rest. */
export const Embed = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes() {
    return { src: { default: null, rendered: false }, title: { default: null, rendered: false } }
  },

  parseHTML() {
    return [
      {
        tag: 'iframe[src]',
        getAttrs: (element) => {
          const attributes = embedAttributes(element.getAttribute('src') ?? '', element.getAttribute('title'))
          return attributes ? { src: attributes.src, title: attributes.title } : false
        },
      },
    ]
  },

  renderHTML({ node }) {
    return ['iframe', embedAttributes(node.attrs.src, node.attrs.title) ?? {}]
  },

  addNodeView() {
    return ({ node }) => framed(node, withAttributes('iframe', embedAttributes(node.attrs.src, node.attrs.title) ?? {}))
  },

  addCommands() {
    return {
      insertVideo:
        ({ address, title }) =>
        (props) => {
          const embed = embedAttributes(address, title)
          if (embed) return insertBlock({ type: this.name, attrs: { src: embed.src, title: embed.title } })(props)
          const attrs = videoFileAttributes(address, title)
          return attrs !== null && insertBlock({ type: 'video', attrs })(props)
        },
    }
  },
})

/** A video file, played by the browser itself. */
export const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes() {
    const names = ['src', 'title', 'controls', 'preload', 'poster', 'width', 'height']
    return Object.fromEntries(
      names.map((name) => [name, { default: null, parseHTML: (element: HTMLElement) => element.getAttribute(name) }]),
    )
  },

  parseHTML() {
    return [{ tag: 'video[src]' }]
  },

  renderHTML({ HTMLAttributes }) {
    return ['video', HTMLAttributes]
  },

  addNodeView() {
    return ({ node, HTMLAttributes }) => framed(node, withAttributes('video', HTMLAttributes))
  },
})
