'use client'

import { type Editor, posToDOMRect } from '@tiptap/core'
import { Placeholder, Selection } from '@tiptap/extensions'
import { NodeSelection } from '@tiptap/pm/state'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import {
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isPaste } from '@/components/editor/extensions/transactions'
import { Paste } from '@/components/editor/paste/paste-extension'
import { pressedKey } from '@/components/ui/pressed-key'
import { prepareImage } from '@/lib/browser/prepare-image'
import { imageProblem } from '@/lib/media/accepted-types'
import { copyImage, uploadImage } from '@/lib/media/upload-image'
import { ownValue } from '@/lib/platform/own-value'
import type { TextTarget } from '@/lib/publishing/findings'
import { readingMinutes } from '@/lib/rich-text/reading-time'
import { countWords } from '@/lib/rich-text/word-count'
import { undescribedInWords } from '@/lib/texts/form-constants'
import { BlockHandle } from './block-handle'
import { type Block, findBlocks } from './blocks'
import { EditorPanel } from './editor-panel'
import { ElementTools, elementKind } from './element-tools'
import { Find } from './extensions/find'
import { FormulaProblems, selectedFormula } from './extensions/formula'
import { Keyboard } from './extensions/keyboard'
import { ListSigns } from './extensions/list-signs'
import { MoveBlock } from './extensions/move-block'
import { picturesIn, undescribedPictures } from './extensions/pictures'
import { SCHEMA_EXTENSIONS } from './extensions/schema'
import { type SuggestionKind, type SuggestionQuery, Suggestions } from './extensions/suggestions'
import { TypeAfter } from './extensions/type-after'
import {
  isCopy,
  type PendingUpload,
  pendingUploads,
  restoreUploads,
  settleUploads,
  type Upload,
  Uploads,
  withoutUploads,
} from './extensions/uploads'
import { FindBar } from './find-bar'
import type { Anchor } from './floating'
import { type PageLink, usePages } from './page-links'
import { FailedCopies, FailedUploads, NOTICE_CLASS } from './picture-notices'
import { stopOf } from './roving-focus'
import { findUnsupportedTags, readStoredHtml, takeStoredHtml, writeStoredHtml } from './stored-html'
import { optionId, SuggestionMenu } from './suggestion-menu'
import { type OpenPanel, Toolbar } from './toolbar'

/** Pixels between the caret and what sticks to the window. */
const CARET_GAP_PX = 24
const CODE_PADDING_PX = 16

/**
 * Pixels of the window the caret keeps out of: at the top are the toolbar and what is told below it, at the bottom the
 * bar of the form, above which the last line leaves room for the foot of the editor.
 */
const coveredBy = (top: RefObject<HTMLElement | null>, elementTools: RefObject<HTMLElement | null>) => ({
  get top() {
    return stuckBottom(top.current) + (elementTools.current?.offsetHeight ?? 0) + CARET_GAP_PX
  },
  get bottom() {
    return matchMedia('(width < 760px)').matches ? 192 : 104
  },
  // Keeps the padding of a code block visible when it is scrolled horizontally.
  left: CODE_PADDING_PX,
  right: CODE_PADDING_PX,
})

export type RichTextEditorHandle = {
  focus: () => void
  getHtml: () => string
  /** Replaces the text without moving the caret or adding to the undo history. */
  takeHtml: (html: string) => void
  /** Waits for uploads and retries failed ones; resolves to those that failed again. */
  settleUploads: () => Promise<{ name: string; error: Error }[]>
  /** Uploads that are not in the text yet. */
  pendingUploads: () => PendingUpload[]
  /** Selects an element of the stored HTML. */
  show: (target: TextTarget) => void
}

export type RichTextEditorProps = {
  label: string
  initialHtml: string
  /** Uploads that were in progress when the text was left. */
  initialUploads?: PendingUpload[]
  /** Whether the writer may have pasted pictures copied into the store. */
  copiesPictures: boolean
  /** Called with the HTML to store, shortly after each change and immediately on blur. */
  onChange: (html: string) => void
  /** Called at every change by the user. */
  onEdit?: () => void
  describedById?: string
  invalid?: boolean
  editorRef?: Ref<RichTextEditorHandle>
}

const WRITE_AFTER_MS = 200
const PLACEHOLDER = 'Write here. Type / for headings, pictures, tables and more.'
/** Lets the extensions, which are created once, call the handlers of the latest render. */
type Bridge = {
  onTools: () => void
  onLink: () => void
  onOpen: () => void
  onFind: () => void
  onQuery: (suggestion: SuggestionQuery | null) => void
  onMenuKey: (event: KeyboardEvent) => boolean
  onUploads: (uploads: Upload[]) => void
  announce: (message: string) => void
  report: (message: string) => void
}

async function sendImage(file: File, options: Parameters<typeof uploadImage>[1]) {
  const prepared = await prepareImage(file)
  const problem = imageProblem(prepared)
  if (problem !== null) throw new Error(problem)
  return uploadImage(prepared, options)
}

function extensions(bridge: { current: Bridge }, copiesPictures: boolean) {
  const announce = (message: string) => bridge.current.announce(message)
  return [
    ...SCHEMA_EXTENSIONS,
    Placeholder.configure({ placeholder: PLACEHOLDER }),
    Selection.configure({ className: 'editor-selection' }),
    Uploads.configure({
      upload: sendImage,
      copy: copiesPictures ? copyImage : null,
      onUploads: (uploads) => bridge.current.onUploads(uploads),
      announce,
    }),
    Paste.configure({ report: (message) => bridge.current.report(message) }),
    FormulaProblems.configure({ report: (message) => bridge.current.report(message) }),
    Suggestions.configure({
      onQuery: (suggestion) => bridge.current.onQuery(suggestion),
      onKey: (event) => bridge.current.onMenuKey(event),
    }),
    MoveBlock.configure({ announce }),
    TypeAfter,
    ListSigns,
    Find.configure({ onFind: () => bridge.current.onFind() }),
    Keyboard.configure({
      onTools: () => bridge.current.onTools(),
      onLink: () => bridge.current.onLink(),
      onOpen: () => bridge.current.onOpen(),
      announce,
    }),
  ]
}

/** The rich-text editor. Load it with `LazyRichTextEditor`, so that no public page contains it. */
export function RichTextEditor({
  label,
  initialHtml,
  initialUploads = [],
  copiesPictures,
  onChange,
  onEdit,
  describedById,
  invalid = false,
  editorRef,
}: RichTextEditorProps) {
  const ids = { label: useId(), text: useId(), hint: useId(), menu: useId() }
  const top = useRef<HTMLDivElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  const elementTools = useRef<HTMLDivElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<OpenPanel | null>(null)
  /** How many times it was asked for since it was opened; 0 while it is closed. */
  const [finding, setFinding] = useState(0)
  const [suggestion, setSuggestion] = useState<SuggestionQuery | null>(null)
  const [activeOption, setActiveOption] = useState(0)
  const [uploads, setUploads] = useState<Upload[]>([])
  /** For screen readers; `notice` is seen too. */
  const [message, setMessage] = useState('')
  const [notice, setNotice] = useState('')
  const noticed = useRef('')
  const [words, setWords] = useState(0)
  const [undescribed, setUndescribed] = useState(0)
  const [unsupportedTags, setUnsupportedTags] = useState<string[]>([])

  const callbacks = useRef({ onChange, onEdit })
  useEffect(() => {
    callbacks.current = { onChange, onEdit }
  })

  const bridge = useRef<Bridge>({
    onTools: () => undefined,
    onLink: () => undefined,
    onOpen: () => undefined,
    onFind: () => undefined,
    onQuery: () => undefined,
    onMenuKey: () => false,
    onUploads: setUploads,
    announce: setMessage,
    report: (reported) => {
      const before = noticed.current
      noticed.current = reported
      setNotice(reported)
      setMessage((message) => (reported === '' && message !== before ? message : reported))
    },
  })
  const lastHtml = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const [content] = useState(() => readStoredHtml(initialHtml))
  const [covered] = useState(() => coveredBy(top, elementTools))
  const [editorExtensions] = useState(() => extensions(bridge, copiesPictures))
  const sayError = useCallback(({ message }: Error) => setMessage(message), [])
  const pages = usePages(suggestion?.kind === 'pages' ? suggestion.query : null, sayError)
  const options: (Block | PageLink)[] = suggestion?.kind === 'blocks' ? findBlocks(suggestion.query) : pages
  const isMenuOpen = suggestion !== null && options.length > 0

  const editorProps = useMemo(
    () => ({
      scrollThreshold: covered,
      scrollMargin: covered,
      attributes: {
        id: ids.text,
        role: 'textbox',
        class: 'rich-text font-serif text-text editor-text',
        'aria-multiline': 'true',
        'aria-labelledby': ids.label,
        'aria-describedby': [describedById, ids.hint].filter(Boolean).join(' '),
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        ...(isMenuOpen
          ? {
              'aria-haspopup': 'listbox',
              'aria-controls': ids.menu,
              'aria-activedescendant': optionId(ids.menu, activeOption),
            }
          : {}),
      },
    }),
    [ids.text, ids.label, ids.hint, ids.menu, describedById, invalid, isMenuOpen, activeOption, covered],
  )

  /** Passes the current text to the form. */
  function flush(editor: Editor): string {
    clearTimeout(timer.current)
    const html = writeStoredHtml(editor)
    if (html !== lastHtml.current) {
      lastHtml.current = html
      callbacks.current.onChange(html)
      setWords(wordsOf(editor))
    }
    // Those that are being uploaded count too, and are not in what is stored.
    setUndescribed(undescribedPictures(editor.state.doc).length)
    return html
  }

  const editor = useEditor({
    extensions: editorExtensions,
    content,
    editorProps,
    injectCSS: false,
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    // It compares the text before and after each key, for an event that nothing here listens to.
    enableCoreExtensions: { delete: false },
    parseOptions: { preserveWhitespace: true },
    onCreate: ({ editor }) => {
      lastHtml.current = writeStoredHtml(editor)
      setUnsupportedTags(findUnsupportedTags(initialHtml, lastHtml.current))
      setWords(wordsOf(editor))
      setUndescribed(undescribedPictures(editor.state.doc).length)
      restoreUploads(editor, initialUploads)
    },
    onUpdate: ({ editor, transaction }) => {
      // Tiptap adds and removes the trailing paragraph itself.
      if (transaction.docChanged) callbacks.current.onEdit?.()
      // What was said of a paste is not true of the next change.
      if (transaction.getMeta('addToHistory') !== false && !isPaste(transaction)) bridge.current.report('')
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
      takeHtml: (html) => editor && takeStoredHtml(editor, html),
      settleUploads: async () => (editor ? settleUploads(editor) : []),
      pendingUploads: () => (editor ? pendingUploads(editor) : initialUploads),
      show: (target) => editor && showTarget(editor, target),
    }),
    [editor, initialHtml, initialUploads],
  )

  const kind = useEditorState({ editor, selector: ({ editor }) => editor && elementKind(editor) })

  function focusText() {
    setOpen(null)
    editor?.view.focus()
  }

  /** Selects the next picture without a description, which opens its settings. */
  function showUndescribed() {
    if (!editor) return
    const { doc, selection } = editor.state
    const all = undescribedPictures(doc)
    const next = all.find((pos) => pos > selection.from) ?? all[0]
    if (next !== undefined) editor.chain().setNodeSelection(next).scrollIntoView().run()
    focusText()
  }

  function toggle(next: OpenPanel) {
    if (open?.panel === next.panel) focusText()
    else setOpen(next)
  }

  /** Focuses the element's tools, or the toolbar when they have the focus. */
  function focusToolbar() {
    const rows = [elementTools.current, toolbar.current].filter((row) => row !== null)
    const next = rows.find((row) => !row.contains(document.activeElement)) ?? rows[0]
    if (next) stopOf(next)?.focus()
  }

  function pick(option: Block | PageLink) {
    if (!editor) return
    if (suggestion) editor.commands.deleteRange(suggestion.range)
    if ('href' in option) insertPageLink(editor, option)
    else if ('insert' in option) {
      // Before the insertion, which may move the focus to a form of its own.
      focusText()
      option.insert(editor)
    } else setOpen({ panel: option.panel, anchor: caretAnchor(editor) })
  }

  useEffect(() => {
    bridge.current = {
      ...bridge.current,
      onTools: focusToolbar,
      onLink: () => editor && setOpen({ panel: 'link', anchor: caretAnchor(editor) }),
      onOpen: () => {
        if (editor && selectedFormula(editor)) setOpen({ panel: 'formula', anchor: caretAnchor(editor) })
        else focusToolbar()
      },
      onFind: () => setFinding((times) => times + 1),
      onQuery: (next) => {
        setSuggestion(next)
        setActiveOption(0)
      },
      onMenuKey: (event) => {
        if (!isMenuOpen) return false
        const move = ownValue({ ArrowDown: 1, ArrowUp: -1 }, pressedKey(event))
        if (move) {
          setActiveOption((activeOption + move + options.length) % options.length)
          return true
        }
        const option = options[activeOption]
        if (!option || (pressedKey(event) !== 'Enter' && pressedKey(event) !== 'Tab')) return false
        pick(option)
        return true
      },
    }
  })

  const files = uploads.filter(({ file }) => file)
  const copies = uploads.filter(isCopy)
  const failed = files.filter(({ error }) => error)
  // Shown once no copy is running: before, their number is not known.
  const remote = copies.every(({ error }) => error) ? copies : []
  const reported = notice || uploadingMessage(files.filter(({ error }) => !error))
  const problems = failed.length + remote.length

  useEffect(() => {
    // What is told above the text may lie over the line that is being typed.
    if (problems > 0 && editor?.isFocused) editor.commands.scrollIntoView()
  }, [problems, editor])

  useEffect(() => {
    // So may the tools of the element; a picture larger than the window stays where it is.
    const isWhole = editor?.state.selection instanceof NodeSelection && (kind === 'picture' || kind === 'video')
    if (!editor?.isFocused || kind === null || isWhole) return
    const reveal = () => editor.commands.scrollIntoView()
    // Nothing moves under a pressed pointer.
    if (!editor.view.dom.matches(':active')) return void reveal()
    document.addEventListener('mouseup', reveal, { once: true })
    return () => document.removeEventListener('mouseup', reveal)
  }, [kind, editor])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens for the key that focuses the toolbar
    <div
      className="editor"
      data-invalid={invalid || undefined}
      data-open={open ? '' : undefined}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'F10' || !event.altKey || event.defaultPrevented) return
        event.preventDefault()
        focusToolbar()
      }}
      onKeyDownCapture={(event) => {
        // Ctrl+S must save the last keystrokes too.
        if (editor && (event.ctrlKey || event.metaKey)) flush(editor)
      }}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        // Dropped beside the text: otherwise the browser would open the file instead of the page.
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
        {/* Above the toolbar, whose second row is over what follows it. */}
        {unsupportedTags.length > 0 && (
          <p className={NOTICE_CLASS}>
            This text has formatting that the editor does not know ({unsupportedTags.join(', ')}). If you change it
            here, its words stay, but not that formatting.
          </p>
        )}
        {editor && (
          <div ref={top} className="editor-top sticky top-0 z-2 bg-paper print:hidden">
            <Toolbar
              ref={toolbar}
              editor={editor}
              controls={ids.text}
              open={open?.panel ?? null}
              onOpen={toggle}
              isFinding={finding > 0}
              onFind={() => setFinding(finding > 0 ? 0 : 1)}
              onEscape={focusText}
            />
            {finding > 0 && (
              <FindBar
                editor={editor}
                requested={finding}
                onClose={() => {
                  setFinding(0)
                  focusText()
                }}
              />
            )}
            <div className="max-h-[40dvh] overflow-y-auto">
              {remote.length > 0 && <FailedCopies editor={editor} failed={remote} onDone={focusText} />}
              {failed.length > 0 && <FailedUploads editor={editor} failed={failed} onDone={focusText} />}
            </div>
            {/* Over the text, or the padding above it: nothing moves where these come and go. */}
            <div className="absolute inset-x-0 top-full">
              {kind && (
                <ElementTools ref={elementTools} editor={editor} kind={kind} onOpen={toggle} onEscape={focusText} />
              )}
              {reported !== '' && (
                <p
                  aria-hidden="true"
                  className="editor-notice pointer-events-none border-b border-line bg-surface px-3.5 py-1 text-[0.8125rem]"
                >
                  {reported}
                </p>
              )}
            </div>
          </div>
        )}
        <div ref={page} className="editor-page">
          <EditorContent editor={editor} />
          {editor && <BlockHandle editor={editor} page={page} onDone={focusText} />}
        </div>
        {isMenuOpen && (
          <SuggestionMenu
            id={ids.menu}
            label={suggestion.kind === 'blocks' ? 'Blocks' : 'Notes and projects'}
            suggestion={suggestion}
            options={options}
            active={activeOption}
            onHover={setActiveOption}
            onPick={pick}
          />
        )}
        {editor && open && (
          <EditorPanel
            key={open.panel}
            open={open}
            editor={editor}
            onDone={focusText}
            onClose={(isFocusText) => (isFocusText ? focusText() : setOpen(null))}
            onPick={pick}
          />
        )}
        {/* Of the same height whatever the count: it grows when the text loses the focus, under a finger on the button below. */}
        <div className="editor-foot flex justify-between gap-x-6 gap-y-1 border-t border-line px-3.5 py-2 text-[0.8125rem] text-muted tabular-nums max-[760px]:px-(--editor-page-gap) max-sm:flex-col print:hidden">
          {undescribed > 0 && (
            <button type="button" className="link -my-3 py-3" onClick={showUndescribed}>
              {undescribedInWords(undescribed)}
            </button>
          )}
          <p id={ids.hint}>
            <span className="sr-only">
              Press Alt+F10 for the toolbar. Tab leaves the text; in a list, table or code block, press Escape first.{' '}
            </span>
            {notice && <span className="sr-only">{notice}</span>}
            {undescribed === 0 && <span>Type / for blocks, or paste from anywhere.</span>}
          </p>
          <p>{wordCount(words)}</p>
        </div>
      </div>
      <p role="status" className="sr-only">
        {isMenuOpen ? menuMessage(suggestion.kind, options.length) : message}
      </p>
    </div>
  )
}

function showTarget(editor: Editor, { block, selector, index }: TextTarget): void {
  const { view } = editor
  const { doc, mapping } = withoutUploads(editor)
  const toText = mapping.invert()
  const start = doc.children.slice(0, block).reduce((size, one) => size + one.nodeSize, 0)
  const from = toText.map(start)
  const dom = view.nodeDOM(from)
  const inside =
    dom instanceof Element ? [dom, ...dom.querySelectorAll('*')].filter((one) => one.matches(selector)) : []
  const picture = picturesIn(doc).filter(({ pos }) => pos >= start)[index]
  const target = inside[index]
  const chain = editor.chain()
  if (selector === 'img' && picture) chain.setNodeSelection(toText.map(picture.pos))
  else if (!target) chain.setTextSelection(from + 1)
  else chain.setTextSelection({ from: view.posAtDOM(target, 0), to: view.posAtDOM(target, target.childNodes.length) })
  chain.scrollIntoView().run()
  view.focus()
}

function uploadingMessage(uploads: Upload[]): string {
  const [first] = uploads
  if (!first) return ''
  return uploads.length === 1 ? `Uploading ${first.name} …` : `Uploading ${uploads.length} pictures …`
}

function menuMessage(kind: SuggestionKind, count: number): string {
  const what = kind === 'blocks' ? `${count} blocks` : count === 1 ? '1 page to link' : `${count} pages to link`
  return `${what}. Up and down to choose, Enter to insert.`
}

/** Inserts a title as a link; text typed after it is not part of the link. */
function insertPageLink(editor: Editor, { name, href }: PageLink): void {
  editor
    .chain()
    .insertContent({ type: 'text', text: name, marks: [{ type: 'link', attrs: { href } }] })
    .command(({ tr }) => {
      tr.setStoredMarks([])
      return true
    })
    .run()
}

function wordCount(words: number): string {
  if (words === 0) return '0 words'
  return `${words === 1 ? '1 word' : `${words.toLocaleString('en')} words`} · ${readingMinutes(words)} min read`
}

function wordsOf(editor: Editor): number {
  const { doc } = editor.state
  const parts: string[] = []
  doc.descendants(({ type, attrs, text, isBlock, isLeaf }) => {
    if (isBlock) parts.push('\n')
    if (text) parts.push(text)
    else if (attrs.tex) parts.push(attrs.tex)
    else if (type.name === 'image' || type.name === 'figure') parts.push(String(attrs.alt ?? ''))
    else if (isLeaf) parts.push(' ')
    return type.name !== 'footnote'
  })
  return countWords(parts.join(''))
}

/** Where the toolbar ends once it sticks to the window, in pixels. */
function stuckBottom(top: HTMLElement | null): number {
  return top ? Number.parseFloat(getComputedStyle(top).insetBlockStart) + top.offsetHeight : 0
}

/** The caret's position, for panels that were not opened by a button. */
function caretAnchor({ view, state }: Editor): Anchor {
  const { from, to } = state.selection
  return { getBoundingClientRect: () => posToDOMRect(view, from, to), contextElement: view.dom }
}
