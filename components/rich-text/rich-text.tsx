import type { SafeHtml } from '@/lib/rich-text/safe-html'

export function RichText({ html }: { html: SafeHtml }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place, and its type says it was sanitised
  return <div className="rich-text font-serif text-text" dangerouslySetInnerHTML={{ __html: html }} />
}
