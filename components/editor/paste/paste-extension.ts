import { type Editor, Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { DOMParser as DocumentParser, Mark, type Slice } from '@tiptap/pm/model'
import { NodeSelection, Plugin, PluginKey, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Mapping } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'
import { afterLoading, isPaste, recordChanges } from '@/components/editor/extensions/transactions'
import { dataAsUploads } from '@/components/editor/extensions/uploads'
import { loadConversions, loaded, loadFormulas } from '@/components/editor/on-demand'
import { imageTypeProblem } from '@/lib/media/accepted-types'
import { linkAddress } from '@/lib/rich-text/address'
import { languageId } from '@/lib/rich-text/code-languages'
import { embedAttributes } from '@/lib/rich-text/embed'
import { hasTexConverter, makeFormula } from '@/lib/rich-text/formula'
import { codeAsMarkdown, looksLikeMarkdown } from './markdown'
import { markedSerializer } from './own-mark'
import { cleanPastedHtml } from './pasted-html'
import { pictureBlocks } from './picture-blocks'

type Options = {
  /** Shows what became of a paste until the next change; "" takes it away. */
  report: (message: string) => void
}

/** Handles paste and drop: cleans HTML, converts Markdown, uploads images. */
export const Paste = Extension.create<Options>({
  name: 'cleanPaste',
  // Runs before the handlers of links and code blocks.
  priority: 1100,

  addOptions() {
    return { report: () => undefined }
  },

  addProseMirrorPlugins() {
    const { editor, options } = this
    let isPlain = false

    /** What is no picture is said to be none: it could never be uploaded. */
    const upload = (files: File[], pos?: number) => {
      const problems = files.map(imageTypeProblem)
      const pictures = files.filter((_file, index) => problems[index] === null)
      const refused = problems.filter((problem) => problem !== null)
      if (pictures.length > 0) editor.commands.uploadPictures(pictures, { pos })
      if (refused.length > 0) options.report(refused.join(' '))
      return true
    }

    /** Pastes where the caret is now once what converts it is loaded; what is typed until then follows it. */
    const pasteLater = (view: EditorView, data: DataTransfer) => {
      // Before loading: otherwise the paste would also replace what is typed or pasted there while it waits.
      if (view.state.selection instanceof TextSelection) view.dispatch(view.state.tr.deleteSelection())
      const { selection } = view.state
      const event = new ClipboardEvent('paste', { clipboardData: copyOf(data) })
      const html = data.getData('text/html')
      const text = data.getData('text/plain')
      return afterLoading(editor, loadConversions, (map) => {
        const { selection: writing, doc, tr } = view.state
        const isMoved = !writing.eq(selection)
        const at = (position: number) => doc.resolve(map(position))
        if (isMoved) view.dispatch(tr.setSelection(TextSelection.between(at(selection.from), at(selection.to))))
        // Shift may be held for a letter since.
        isPlain = false
        const { made, stop } = recordChanges(editor)
        if (html === '') view.pasteText(text, event)
        else view.pasteHTML(html, event)
        stop()
        if (!isMoved) return
        const pasted = new Mapping(made.flatMap(({ mapping }) => mapping.maps))
        view.dispatch(view.state.tr.setSelection(writing.getBookmark().map(pasted).resolve(view.state.doc)))
      })
    }

    return [
      new Plugin({
        key: new PluginKey('cleanPaste'),
        // What is typed after a paste has the formatting of before it, not that of its last word.
        appendTransaction: (transactions, before, after) => {
          const { selection, storedMarks } = after
          if (!transactions.some((tr) => tr.docChanged && isPaste(tr)) || !selection.empty) return null
          const marks = before.storedMarks ?? before.selection.$from.marks()
          if (Mark.sameSet(storedMarks ?? selection.$from.marks(), marks)) return null
          return after.tr.setStoredMarks(selection.$from.parent.type.allowedMarks(marks))
        },
        props: {
          clipboardSerializer: markedSerializer(editor.schema),

          handleDOMEvents: {
            // Like the editor itself: Ctrl+Shift+V pastes plain text.
            keydown: (_view, event) => {
              isPlain = event.shiftKey
              return false
            },
            keyup: (_view, event) => {
              isPlain = event.shiftKey
              return false
            },
            paste: (view, event) => {
              options.report('')
              const { clipboardData } = event
              const isCode = view.state.selection.$from.parent.type.spec.code
              if (!clipboardData || isPlain || isCode || !needsConversion(clipboardData)) return false
              event.preventDefault()
              void pasteLater(view, clipboardData)
              return true
            },
            dragenter: (_view, event) => {
              // What is dropped may have formulas.
              if (event.dataTransfer?.types.includes('text/html')) void loadFormulas()
              return false
            },
          },

          transformPastedHTML: (html) => {
            const pasted = cleanPastedHtml(html)
            if (pasted.lostPictures > 0) options.report(lostImagesMessage(pasted.lostPictures))
            return pasted.html
          },

          transformPasted: (slice) => dataAsUploads(pictureBlocks(slice), editor),

          transformPastedText: (text, _isPlain, view) =>
            view.state.selection.$from.parent.type.spec.code ? text : text.normalize(),

          handlePaste: (view, event) => {
            const data = event.clipboardData
            const { $from, from } = view.state.selection
            if (!data || $from.parent.type.spec.code) return false
            const html = data.getData('text/html')
            const text = data.getData('text/plain')
            const mode = codeEditorMode(data)

            // Word and Excel also offer an image of the text, so an image counts only where there is no text.
            if (data.files.length > 0 && (html === '' || isLonePicture(html))) {
              return upload([...data.files])
            }
            if (isPlain) return false
            const address = /^https?:\/\/\S+$/.test(text) ? linkAddress(text) : null
            if (address && isFigure(view.state.selection)) {
              view.dispatch(view.state.tr.setNodeAttribute(from, 'href', address))
              return true
            }
            if (mode && mode !== 'markdown') return pasteCode(view, text, mode)
            const markdown = markdownOf(data)
            if (markdown && loaded.markdownToHtml) {
              pasteMarkdown(editor, text, loaded.markdownToHtml(markdown.source, { isFormula }))
              options.report(`Pasted as ${markdown.name}. Undo to get the plain text.`)
              return true
            }
            if (/^\S+$/.test(text) && embedAttributes(text) && $from.parent.content.size === 0 && $from.depth === 1) {
              return editor.commands.insertVideo({ address: text, title: '' })
            }
            return false
          },

          handleDrop: (view, event, _slice, isMoved) => {
            const files = [...(event.dataTransfer?.files ?? [])]
            const pos = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
            return !isMoved && pos !== undefined && files.length > 0 && upload(files, pos)
          },
        },
      }),
    ]
  },
})

/** Whether a paste is one picture and nothing else, as browsers copy a picture beside its file. */
function isLonePicture(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return body.textContent?.trim() === '' && body.children.length === 1 && body.firstElementChild?.tagName === 'IMG'
}

/** A picture with its caption becomes a link when an address is pasted over it, as words do. */
function isFigure(selection: Selection): boolean {
  return selection instanceof NodeSelection && selection.node.type.name === 'figure'
}

/** The language VS Code and similar editors put on the clipboard. */
function codeEditorMode(data: DataTransfer): string | null {
  const json = data.getData('vscode-editor-data')
  try {
    const mode: unknown = json === '' ? null : JSON.parse(json)?.mode
    return typeof mode === 'string' ? mode : null
  } catch {
    return null
  }
}

/** A plain text as Markdown, and what it is called; null for one that is neither Markdown nor code. */
function markdownOf(data: DataTransfer): { source: string; name: string } | null {
  const isUnformatted = data.getData('text/html') === ''
  const text = data.getData('text/plain')
  const mode = codeEditorMode(data)
  const code = isUnformatted && mode === null ? codeAsMarkdown(text) : null
  if (code !== null) return { source: code, name: 'a code block' }
  return (isUnformatted || mode === 'markdown') && looksLikeMarkdown(text) ? { source: text, name: 'Markdown' } : null
}

/** Whether what converts these data is not loaded yet. */
function needsConversion(data: DataTransfer): boolean {
  if (!loaded.markdownToHtml && data.files.length === 0 && markdownOf(data)) return true
  return !hasTexConverter() && /<math[\s>]/i.test(data.getData('text/html'))
}

/** A browser empties its own after the event. */
function copyOf(data: DataTransfer): DataTransfer {
  const copy = new DataTransfer()
  for (const type of data.types) if (type !== 'Files') copy.setData(type, data.getData(type))
  for (const file of data.files) copy.items.add(file)
  return copy
}

/** Several lines of code become a code block; a single one is inserted as text. */
function pasteCode(view: EditorView, text: string, mode: string): boolean {
  const code = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  const { schema, tr } = view.state
  if (code === '') return false
  const block = schema.nodes.codeBlock?.create({ language: languageId(mode) }, schema.text(code))
  if (code.includes('\n') && block) tr.replaceSelectionWith(block)
  else tr.insertText(code)
  view.dispatch(tr.scrollIntoView().setMeta('paste', true))
  return true
}

/** Inserts the plain text first and converts it in a second step, so that one undo restores the text. */
function pasteMarkdown(editor: Editor, text: string, converted: string): void {
  const { view } = editor
  const { selection } = view.state
  const formattedSlice = cleanSlice(editor, converted)
  const plain = replaceWithLines(view, text)
  view.dispatch(plain.setMeta('paste', true))
  const formatted = closeHistory(view.state.tr)
  for (const [index, step] of [...plain.steps.entries()].reverse()) {
    const before = plain.docs[index]
    if (before) formatted.step(step.invert(before))
  }
  formatted.setSelection(Selection.fromJSON(formatted.doc, selection.toJSON())).replaceSelection(formattedSlice)
  view.dispatch(formatted.scrollIntoView().setMeta('paste', true))
}

function replaceWithLines(view: EditorView, text: string): Transaction {
  const { schema, tr } = view.state
  const holder = document.createElement('div')
  for (const line of text.replace(/\r\n?/g, '\n').split(/\n+/)) {
    const paragraph = document.createElement('p')
    paragraph.textContent = line
    holder.append(paragraph)
  }
  return tr.replaceSelection(DocumentParser.fromSchema(schema).parseSlice(holder, { preserveWhitespace: true }))
}

function cleanSlice(editor: Editor, converted: string): Slice {
  const { html } = cleanPastedHtml(converted)
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const parser = DocumentParser.fromSchema(editor.schema)
  return dataAsUploads(pictureBlocks(parser.parseSlice(body, { context: editor.state.selection.$from })), editor)
}

const isFormula = (tex: string, isBlock: boolean) => 'math' in makeFormula(tex, isBlock)

function lostImagesMessage(count: number): string {
  return count === 1
    ? 'One picture could not be pasted. Copy it by itself, or save it as a file and drop it here.'
    : `${count} pictures could not be pasted. Copy each by itself, or save them as files and drop them here.`
}
