'use client'

import '@/components/rich-text/rich-text.css'
import './editor.css'
import { type Editor, posToDOMRect } from '@tiptap/core'
import { Placeholder, Selection } from '@tiptap/extensions'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { type Ref, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { Paste } from '@/components/editor/paste/paste-extension'
import { Button } from '@/components/ui/button'
import { prepareImage } from '@/lib/browser/prepare-image'
import { imageProblem } from '@/lib/media/accepted-types'
import { uploadImage } from '@/lib/media/upload-image'
import { readingMinutes } from '@/lib/rich-text/reading-time'
import { countWords } from '@/lib/rich-text/word-count'
import { type Block, findBlocks, removeQuery } from './blocks'
import { ColourPicker } from './colour-picker'
import { ContextBar, type ContextKind, contextKind } from './context-bar'
import { Keyboard } from './extensions/keyboard'
import { SCHEMA_EXTENSIONS } from './extensions/schema'
import { Slash, type SlashQuery } from './extensions/slash'
import { type FailedUpload, settleUploads, type Upload, Uploads } from './extensions/uploads'
import type { Anchor } from './floating'
import { EditorHelp } from './help'
import { ImageForm } from './image-form'
import { LinkForm } from './link-form'
import { Popover } from './popover'
import { stopOf } from './roving-focus'
import { optionId, SlashMenu } from './slash-menu'
import { readStoredHtml, tagsLost, writeStoredHtml } from './stored-html'
import { BACKGROUND_COLOURS, TEXT_COLOURS } from './text-styles'
import { type OpenPanel, type Panel, Toolbar } from './toolbar'
import { VideoForm } from './video-form'

/** What a form may ask of its editor. */
export type RichTextEditorHandle = {
  focus: () => void
  /** The text as it is to be stored, up to the last key. */
  getHtml: () => string
  /** Puts another text in, as one step that can be undone. */
  setHtml: (html: string) => void
  /** Waits for pictures on their way and tries failed ones again; answers those that are still not in the text. */
  settleUploads: () => Promise<FailedUpload[]>
}

export type RichTextEditorProps = {
  label: string
  initialHtml: string
  /** Told the text as it is to be stored, shortly after each change and at once when the focus leaves. */
  onChange: (html: string) => void
  /** Told once, at the first change made here. */
  onDirty?: () => void
  describedById?: string
  invalid?: boolean
  editorRef?: Ref<RichTextEditorHandle>
}

const WRITE_AFTER_MS = 200
const PLACEHOLDER = 'Write here. Type / for headings, pictures, tables and more.'
const PANEL_LABELS: Record<Panel, string> = {
  colour: 'Text colour',
  background: 'Background colour',
  link: 'Link',
  picture: 'Image',
  video: 'Video',
  help: 'Keyboard help',
}

/** Talks from the editor's own machinery, which is made once, to what is drawn now. */
type Bridge = {
  onTools: () => void
  onLink: () => void
  onEscape: () => void
  onSlash: (slash: SlashQuery | null) => void
  onSlashKey: (event: KeyboardEvent) => boolean
  onUploads: (uploads: Upload[]) => void
  announce: (message: string) => void
}

async function sendImage(file: File, options: Parameters<typeof uploadImage>[1]) {
  const prepared = await prepareImage(file)
  const problem = imageProblem(prepared)
  if (problem !== null) throw new Error(problem)
  return uploadImage(prepared, options)
}

function extensions(bridge: { current: Bridge }) {
  const announce = (message: string) => bridge.current.announce(message)
  return [
    ...SCHEMA_EXTENSIONS,
    Placeholder.configure({ placeholder: PLACEHOLDER }),
    Selection.configure({ className: 'editor-selection' }),
    Uploads.configure({ upload: sendImage, onUploads: (uploads) => bridge.current.onUploads(uploads), announce }),
    Paste.configure({ announce }),
    Slash.configure({
      onQuery: (slash) => bridge.current.onSlash(slash),
      onKey: (event) => bridge.current.onSlashKey(event),
    }),
    Keyboard.configure({
      onTools: () => bridge.current.onTools(),
      onLink: () => bridge.current.onLink(),
      onEscape: () => bridge.current.onEscape(),
      announce,
    }),
  ]
}

/** Writes rich text as its reader will see it. Load it with `LazyRichTextEditor`: no public page carries it. */
export function RichTextEditor({
  label,
  initialHtml,
  onChange,
  onDirty,
  describedById,
  invalid = false,
  editorRef,
}: RichTextEditorProps) {
  const ids = { label: useId(), text: useId(), hint: useId(), slash: useId() }
  const toolbar = useRef<HTMLDivElement>(null)
  const contextBar = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<OpenPanel | null>(null)
  const [slash, setSlash] = useState<SlashQuery | null>(null)
  const [activeBlock, setActiveBlock] = useState(0)
  const [uploads, setUploads] = useState<Upload[]>([])
  const [message, setMessage] = useState('')
  const [words, setWords] = useState(0)
  const [lost, setLost] = useState<string[]>([])
  /** The selection whose tools were sent away with Escape. */
  const [dismissed, setDismissed] = useState<string | null>(null)

  const bridge = useRef<Bridge>({
    onTools: () => undefined,
    onLink: () => undefined,
    onEscape: () => undefined,
    onSlash: () => undefined,
    onSlashKey: () => false,
    onUploads: setUploads,
    announce: setMessage,
  })
  const written = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isDirty = useRef(false)
  const told = useRef({ onChange, onDirty })
  useEffect(() => {
    told.current = { onChange, onDirty }
  })

  const [content] = useState(() => readStoredHtml(initialHtml))
  const [made] = useState(() => extensions(bridge))
  const blocks = useMemo(() => (slash ? findBlocks(slash.query) : []), [slash])
  const isSlashOpen = slash !== null && blocks.length > 0

  const editorProps = useMemo(
    () => ({
      attributes: {
        id: ids.text,
        role: 'textbox',
        class: 'rich-text font-serif text-text editor-text',
        'aria-multiline': 'true',
        'aria-labelledby': ids.label,
        'aria-describedby': [describedById, ids.hint].filter(Boolean).join(' '),
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        ...(isSlashOpen
          ? {
              'aria-haspopup': 'listbox',
              'aria-controls': ids.slash,
              'aria-activedescendant': optionId(ids.slash, activeBlock),
            }
          : {}),
      },
    }),
    [ids.text, ids.label, ids.hint, ids.slash, describedById, invalid, isSlashOpen, activeBlock],
  )

  /** Tells the form what the text is by now. */
  function flush(editor: Editor): string {
    clearTimeout(timer.current)
    const html = writeStoredHtml(editor)
    if (html !== written.current) {
      written.current = html
      told.current.onChange(html)
      setWords(wordsOf(editor))
    }
    return html
  }

  const editor = useEditor({
    extensions: made,
    content,
    editorProps,
    injectCSS: false,
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    parseOptions: { preserveWhitespace: true },
    onCreate: ({ editor }) => {
      written.current = writeStoredHtml(editor)
      setLost(tagsLost(initialHtml, written.current))
      setWords(wordsOf(editor))
    },
    onUpdate: ({ editor, transaction }) => {
      // The empty paragraph at the end comes and goes by itself: only what was done here makes a change.
      if (transaction.docChanged && !isDirty.current) {
        isDirty.current = true
        told.current.onDirty?.()
      }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => !editor.isDestroyed && flush(editor), WRITE_AFTER_MS)
    },
    onBlur: ({ editor }) => flush(editor),
  })

  useEffect(() => () => clearTimeout(timer.current), [])

  useImperativeHandle(
    editorRef,
    () => ({
      focus: () => editor?.view.focus(),
      getHtml: () => (editor ? writeStoredHtml(editor) : initialHtml),
      setHtml: (html) => editor?.commands.setContent(readStoredHtml(html)),
      settleUploads: () => (editor ? settleUploads(editor) : Promise.resolve([])),
    }),
    [editor, initialHtml],
  )

  const context = useEditorState({
    editor,
    selector: ({ editor }) => {
      if (!editor) return null
      const { from, to } = editor.state.selection
      return { kind: contextKind(editor), key: `${from} ${to}` }
    },
  })
  const hasFocus = useFocusWithin(editor, toolbar, contextBar)
  const shownKind: ContextKind | null =
    context?.kind && context.key !== dismissed && hasFocus && !isSlashOpen && !open ? context.kind : null

  function toText() {
    setOpen(null)
    editor?.view.focus()
  }

  /** To the tools; from the one bar to the other, where there are two. */
  function toTools() {
    const bars = [contextBar.current, toolbar.current].filter((bar) => bar !== null)
    const next = bars.find((bar) => !bar.contains(document.activeElement)) ?? bars[0]
    if (next) stopOf(next)?.focus()
  }

  function pick(block: Block) {
    if (!editor || !slash) return
    removeQuery(editor, slash.range)
    if ('insert' in block) block.insert(editor)
    else setOpen({ panel: block.panel, anchor: caretAnchor(editor) })
  }

  useEffect(() => {
    bridge.current = {
      ...bridge.current,
      onTools: toTools,
      onLink: () => editor && setOpen({ panel: 'link', anchor: caretAnchor(editor) }),
      onEscape: () => setDismissed(context?.key ?? null),
      onSlash: (next) => {
        setSlash(next)
        setActiveBlock(0)
      },
      onSlashKey: (event) => {
        if (!isSlashOpen) return false
        const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        if (move) {
          setActiveBlock((activeBlock + move + blocks.length) % blocks.length)
          return true
        }
        const block = blocks[activeBlock]
        if (!block || (event.key !== 'Enter' && event.key !== 'Tab')) return false
        pick(block)
        return true
      },
    }
  })

  const failed = uploads.filter(({ problem }) => problem !== null)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears the key that leads to the tools
    <div
      className="editor"
      data-invalid={invalid || undefined}
      data-open={open ? '' : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'F10' || !event.altKey || event.defaultPrevented) return
        event.preventDefault()
        toTools()
      }}
      onKeyDownCapture={(event) => {
        // A form that saves on Ctrl+S must not miss the last word.
        if (editor && (event.ctrlKey || event.metaKey)) flush(editor)
      }}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        // Beside the text: without this the browser would leave the page for the picture.
        if (event.defaultPrevented || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        editor?.commands.uploadPictures([...event.dataTransfer.files])
      }}
    >
      <div className="editor-head">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: as a label does; the text names it already */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the text by itself */}
        <span id={ids.label} className="text-sm font-medium" onClick={() => editor?.view.focus()}>
          {label}
        </span>
      </div>
      <div className="editor-frame">
        {editor && (
          <Toolbar
            ref={toolbar}
            editor={editor}
            controls={ids.text}
            open={open?.panel ?? null}
            onOpen={(next) => (open?.panel === next.panel ? toText() : setOpen(next))}
            onEscape={toText}
          />
        )}
        {lost.length > 0 && (
          <p className="editor-lost">
            This text holds what no tool here makes ({lost.join(', ')}). If you change it here, its words stay, but not
            that formatting.
          </p>
        )}
        {failed.length > 0 && editor && <FailedUploads editor={editor} uploads={failed} onDone={toText} />}
        <div className="editor-page">
          <EditorContent editor={editor} />
        </div>
        {editor && shownKind && (
          <ContextBar
            ref={contextBar}
            editor={editor}
            kind={shownKind}
            topRoom={toolbar.current?.offsetHeight ?? 0}
            // Its own buttons go away with it.
            onOpen={({ panel }) => setOpen({ panel, anchor: caretAnchor(editor) })}
            onEscape={toText}
          />
        )}
        {isSlashOpen && (
          <SlashMenu
            id={ids.slash}
            slash={slash}
            blocks={blocks}
            active={activeBlock}
            onHover={setActiveBlock}
            onPick={pick}
          />
        )}
        {editor && open && (
          <Popover
            key={open.panel}
            label={PANEL_LABELS[open.panel]}
            anchor={open.anchor}
            onClose={(isToText) => (isToText ? toText() : setOpen(null))}
          >
            <PanelContent panel={open.panel} editor={editor} onDone={toText} />
          </Popover>
        )}
        <div className="editor-foot">
          <p id={ids.hint}>
            <span className="sr-only">
              Alt+F10 leads to the tools. Tab leaves the text, in a list, table or code block after Escape.{' '}
            </span>
            Type / for blocks, or paste from anywhere.
          </p>
          <p>{wordCount(words)}</p>
        </div>
      </div>
      <p role="status" className="sr-only">
        {isSlashOpen ? `${blocks.length} blocks. Up and down to choose, Enter to insert.` : message}
      </p>
    </div>
  )
}

function PanelContent({ panel, editor, onDone }: { panel: Panel; editor: Editor; onDone: () => void }) {
  const { color, backgroundColor } = editor.getAttributes('textStyle')
  switch (panel) {
    case 'colour':
      return (
        <ColourPicker
          colours={TEXT_COLOURS}
          current={color ?? null}
          onPick={(value) => (value === null ? editor.commands.unsetColor() : editor.commands.setColor(value))}
          onDone={onDone}
        />
      )
    case 'background':
      return (
        <ColourPicker
          colours={BACKGROUND_COLOURS}
          current={backgroundColor ?? null}
          onPick={(value) =>
            value === null ? editor.commands.unsetBackgroundColor() : editor.commands.setBackgroundColor(value)
          }
          onDone={onDone}
        />
      )
    case 'link':
      return <LinkForm editor={editor} onDone={onDone} />
    case 'picture':
      return <ImageForm editor={editor} onDone={onDone} />
    case 'video':
      return <VideoForm editor={editor} onDone={onDone} />
    case 'help':
      return <EditorHelp />
  }
}

type FailedUploadsProps = {
  editor: Editor
  uploads: Upload[]
  /** The button that was pressed goes away, and the focus with it. */
  onDone: () => void
}

function FailedUploads({ editor, uploads, onDone }: FailedUploadsProps) {
  function act(command: 'retryUpload' | 'giveUpUpload', id: string) {
    editor.commands[command](id)
    onDone()
  }
  return (
    <div role="alert" data-problem tabIndex={-1}>
      <ul className="editor-failed">
        {uploads.map(({ id, name, problem }) => (
          <li key={id}>
            <span>
              <strong>{name}</strong> was not uploaded. {problem}
            </span>
            <span className="editor-actions">
              <Button onClick={() => act('retryUpload', id)}>Try again</Button>
              <Button look="quiet" onClick={() => act('giveUpUpload', id)}>
                Remove the picture
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function wordCount(words: number): string {
  if (words === 0) return '0 words'
  return `${words === 1 ? '1 word' : `${words.toLocaleString('en')} words`} · ${readingMinutes(words)} min read`
}

function wordsOf(editor: Editor): number {
  const { doc } = editor.state
  const text = doc.textBetween(0, doc.content.size, '\n', (leaf) =>
    leaf.type.name === 'image' ? String(leaf.attrs.alt ?? '') : ' ',
  )
  return countWords(text)
}

/** Where the caret is, for forms that no button of the toolbar opened. */
function caretAnchor({ view, state }: Editor): Anchor {
  const { from, to } = state.selection
  return { getBoundingClientRect: () => posToDOMRect(view, from, to), contextElement: view.dom }
}

/** Whether the text or its tools have the focus. */
function useFocusWithin(editor: Editor | null, ...parts: { current: HTMLElement | null }[]): boolean {
  const [hasFocus, setFocus] = useState(false)
  const inside = useRef(parts)
  useEffect(() => {
    if (!editor) return
    const look = () => {
      const { activeElement } = document
      const isInside = inside.current.some(({ current }) => current?.contains(activeElement))
      setFocus(isInside || editor.view.dom.contains(activeElement))
    }
    // After the focus has moved: while it moves, nothing has it.
    const lookSoon = () => setTimeout(() => !editor.isDestroyed && look())
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', lookSoon)
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', lookSoon)
    }
  }, [editor])
  return hasFocus
}
