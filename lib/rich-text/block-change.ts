import type { SafeHtml } from '@/lib/rich-text/safe-html'

/** What became of a block of a text. In `html` everything removed is in a `<del>`, everything added in an `<ins>`. */
export type BlockChange = {
  type: 'same' | 'removed' | 'added' | 'changed'
  html: SafeHtml
  /** What the marks do not show, or "". */
  note: string
}
