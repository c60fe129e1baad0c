import type { Extensions } from '@tiptap/core'
import { TaskList } from '@tiptap/extension-list'
import { Subscript } from '@tiptap/extension-subscript'
import { Superscript } from '@tiptap/extension-superscript'
import { TableKit } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { TextStyleKit } from '@tiptap/extension-text-style'
import { linkAddress } from '@/lib/rich-text/address'
import { Autolink } from './autolink'
import { Callout } from './callout'
import { Clean } from './clean'
import { CodeBlock } from './code-block'
import { Direction } from './direction'
import { StrictStarterKit } from './emphasis'
import { Caption, Figure } from './figure'
import { Footnote } from './footnote'
import { Formula, FormulaBlock } from './formula'
import { Highlight } from './highlight'
import { Picture } from './image'
import { Indent } from './indent'
import { Language } from './language'
import { MarkedLines } from './marked-lines'
import { Task } from './task-item'
import { Embed, Video } from './videos'

/**
 * The editor's schema. The order is the order of nested marks and of attributes in stored HTML: changing it would
 * rewrite every text that is opened and saved.
 */
export const SCHEMA_EXTENSIONS: Extensions = [
  StrictStarterKit.configure({
    codeBlock: false,
    link: {
      openOnClick: false,
      markdownLinks: true,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (address) => linkAddress(address) !== null,
      // Autolink has a rule of its own.
      autolink: false,
    },
    dropcursor: { class: 'editor-drop-cursor', color: false },
  }),
  TextStyleKit,
  Subscript,
  Superscript,
  Highlight,
  CodeBlock,
  Picture,
  Figure,
  Caption,
  Callout,
  Footnote,
  Formula,
  FormulaBlock,
  Embed,
  Video,
  TableKit.configure({ table: { resizable: true } }),
  TaskList,
  Task,
  Indent,
  Direction,
  Language,
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  Autolink,
  Clean,
  MarkedLines,
]
