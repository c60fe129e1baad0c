import { inertJson, type JsonLd as Statement } from '@/lib/seo/inert-json'

/** Statements about a page for search engines, as one graph. Nothing a title holds gets out of it. */
export function JsonLd({ data }: { data: Statement | Statement[] }) {
  const graph = { '@context': 'https://schema.org', '@graph': Array.isArray(data) ? data : [data] }
  return <script type="application/ld+json">{inertJson(graph)}</script>
}
