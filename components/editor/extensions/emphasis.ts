import { type AnyExtension, Mark, markInputRule, markPasteRule } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { ownValue } from '@/lib/platform/own-value'

/** Markdown's signs by mark. Not `__`, which Markdown takes for bold: `__init__` is a name. */
const SIGNS: Record<string, string[]> = { bold: ['**'], italic: ['*', '_'], strike: ['~~'] }

/**
 * A mark between two signs, with no blank after the first and before the second, as CommonMark has it: Tiptap's own
 * rules take `2 * 3 * 4` for emphasis.
 */
function between(sign: string, flags = ''): RegExp {
  const signs = sign.replace(/\*/g, '\\*')
  const other = `[^${sign[0]}]`
  const edge = `[^${sign[0]}\\s]`
  return new RegExp(`(?:^|\\s)(${signs}(${edge}(?:${other}*${edge})?)${signs})${flags === 'g' ? '' : '$'}`, flags)
}

function withStrictRules(extension: AnyExtension): AnyExtension {
  const signs = ownValue(SIGNS, extension.name)
  if (!signs || !(extension instanceof Mark)) return extension
  return extension.extend({
    addInputRules() {
      return signs.map((sign) => markInputRule({ find: between(sign), type: this.type }))
    },
    addPasteRules() {
      return signs.map((sign) => markPasteRule({ find: between(sign, 'g'), type: this.type }))
    },
  })
}

/** A link ends with its words: Tiptap's own goes on with what is typed after it. */
function withEnd(extension: AnyExtension): AnyExtension {
  return extension instanceof Mark && extension.name === 'link' ? extension.extend({ inclusive: false }) : extension
}

/** The starter kit, in which Markdown's signs of emphasis are taken for such only where they are, and links end. */
export const StrictStarterKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map(withStrictRules).map(withEnd)
  },
})
