import type { createCodeColours } from '@/lib/rich-text/code-colours'
import { setTexConverter } from '@/lib/rich-text/formula'
import type { markdownToHtml } from '@/packages/convert/markdown/markdown-to-html'

/** What few texts need is loaded with the first that does; null until then, and where it could not be loaded. */
export const loaded: {
  colours: ReturnType<typeof createCodeColours> | null
  markdownToHtml: typeof markdownToHtml | null
} = { colours: null, markdownToHtml: null }

export const loadCodeColours = once(async () => {
  const { createCodeColours } = await import('@/lib/rich-text/code-colours')
  loaded.colours = createCodeColours()
})

/** Loads what `makeFormula` converts TeX with. */
export const loadFormulas = once(async () => setTexConverter((await import('@/lib/rich-text/tex')).texToMathMl))

/** Loads what pasted Markdown and pasted formulas are converted with. */
export const loadConversions = once(async () => {
  const [{ markdownToHtml }] = await Promise.all([
    import('@/packages/convert/markdown/markdown-to-html'),
    loadFormulas(),
  ])
  loaded.markdownToHtml = markdownToHtml
})

/** Loads once; resolves where loading fails too, and loads again at the next call. */
function once(load: () => Promise<void>): () => Promise<void> {
  let loading: Promise<void> | null = null
  return () => {
    loading ??= load().catch(() => {
      loading = null
    })
    return loading
  }
}
