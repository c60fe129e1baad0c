import type { Editor } from '@tiptap/core'
import type { IconName } from '@/components/ui/icon-names'
import { CALLOUTS, type CalloutKind } from '@/lib/rich-text/callout'
import type { Panel } from './toolbar'

/** An entry of the slash menu. It inserts a block, or opens the panel that asks for an address. */
export type Block = {
  name: string
  about: string
  icon: IconName
  /** Synonyms to search by. */
  words: string
  /** Whether the panel More blocks lists it, because the toolbar has no button for it. */
  more?: boolean
} & ({ insert: (editor: Editor) => void } | { panel: Panel })

const heading = (level: 2 | 3 | 4, about: string): Block => ({
  name: `Heading ${level}`,
  about,
  icon: 'heading',
  words: `h${level} title section`,
  insert: (editor) => editor.commands.setHeading({ level }),
})

const callout = (kind: CalloutKind, about: string): Block => ({
  name: `Callout: ${CALLOUTS[kind].toLowerCase()}`,
  about,
  icon: 'callout',
  words: `${kind} aside info alert admonition`,
  more: true,
  insert: (editor) => editor.commands.setCallout(kind),
})

export const BLOCKS: Block[] = [
  {
    name: 'Text',
    about: 'Plain paragraph',
    icon: 'text',
    words: 'paragraph',
    insert: (editor) => editor.commands.setParagraph(),
  },
  heading(2, 'Section heading'),
  heading(3, 'Subsection heading'),
  heading(4, 'Smaller heading'),
  { name: 'Image', about: 'From a file or an address', icon: 'image', words: 'picture photo upload', panel: 'picture' },
  {
    name: 'Video',
    about: 'YouTube, Vimeo or a file',
    icon: 'video',
    words: 'youtube vimeo film embed',
    panel: 'video',
  },
  {
    name: 'Bullet list',
    about: 'Items in any order',
    icon: 'bulletList',
    words: 'unordered points',
    insert: (editor) => editor.commands.toggleBulletList(),
  },
  {
    name: 'Ordered list',
    about: 'Step by step',
    icon: 'orderedList',
    words: 'numbered steps',
    insert: (editor) => editor.commands.toggleOrderedList(),
  },
  {
    name: 'Task list',
    about: 'With boxes to tick',
    icon: 'taskList',
    words: 'todo check',
    more: true,
    insert: (editor) => editor.commands.toggleTaskList(),
  },
  {
    name: 'Code block',
    about: 'With coloured syntax',
    icon: 'codeBlock',
    words: 'source program pre',
    insert: (editor) => editor.commands.setCodeBlock(),
  },
  {
    name: 'Blockquote',
    about: 'Quotation',
    icon: 'quote',
    words: 'quote citation',
    insert: (editor) => editor.commands.setBlockquote(),
  },
  callout('note', 'A side remark'),
  callout('tip', 'Advice'),
  callout('warning', 'A caution'),
  {
    name: 'Footnote',
    about: 'A remark at the end',
    icon: 'footnote',
    words: 'note reference source endnote',
    more: true,
    insert: (editor) => editor.commands.insertFootnote(),
  },
  {
    name: 'Formula',
    about: 'Written in TeX',
    icon: 'formula',
    words: 'tex latex math equation',
    more: true,
    panel: 'formula',
  },
  {
    name: 'Table',
    about: '3 × 3 to start with',
    icon: 'table',
    words: 'grid rows columns',
    more: true,
    insert: (editor) => editor.commands.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
  {
    name: 'Horizontal rule',
    about: 'A line between two parts',
    icon: 'rule',
    words: 'line divider hr separator',
    more: true,
    insert: (editor) => editor.commands.setHorizontalRule(),
  },
]

/** The blocks with a name or synonym that begins with the query. */
export function findBlocks(query: string): Block[] {
  const typed = query.toLowerCase()
  return BLOCKS.filter(
    ({ name, words }) =>
      `${name} ${words}`
        .toLowerCase()
        .split(' ')
        .some((word) => word.startsWith(typed)) || name.toLowerCase().replaceAll(' ', '').startsWith(typed),
  )
}
