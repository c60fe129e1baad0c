import { DOMSerializer, type Fragment, type Schema } from '@tiptap/pm/model'

/**
 * What this editor alone writes on the clipboard. ProseMirror's own `data-pm-slice` is no proof: Jira, GitLab, Outline
 * and many others write it around a structure of their own.
 */
export const OWN_MARK = 'data-colophon-editor'

/** Increase it when a stored structure is no longer read as it was. */
const VERSION = '1'

class MarkedSerializer extends DOMSerializer {
  override serializeFragment(
    fragment: Fragment,
    options?: { document?: Document },
    target?: HTMLElement | DocumentFragment,
  ): HTMLElement | DocumentFragment {
    const written = super.serializeFragment(fragment, options, target)
    if (!target) written.firstElementChild?.setAttribute(OWN_MARK, VERSION)
    return written
  }
}

/** Writes for the clipboard as `DOMSerializer` does, with the mark on the first element. */
export function markedSerializer(schema: Schema): DOMSerializer {
  const { nodes, marks } = DOMSerializer.fromSchema(schema)
  return new MarkedSerializer(nodes, marks)
}
