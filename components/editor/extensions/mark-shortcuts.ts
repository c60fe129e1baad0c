import { type Editor, getExtensionField, type InputRule, inputRulesPlugin } from '@tiptap/core'
import type { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { ownValue } from '@/lib/platform/own-value'

/** Markdown's signs for words, as the editor takes them, for a view of its own. */
export function markShortcuts(editor: Editor, view: () => EditorView): Plugin {
  const rules = editor.extensionManager.extensions.flatMap((extension): InputRule[] => {
    const { name, options } = extension
    const type = ownValue(editor.schema.marks, name)
    if (!type) return []
    return getExtensionField<() => InputRule[]>(extension, 'addInputRules', { name, options, editor, type })?.() ?? []
  })
  // Tiptap's plugin asks its editor for the view that was typed into.
  return inputRulesPlugin({ editor: Object.create(editor, { view: { get: view } }), rules })
}
