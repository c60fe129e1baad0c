import { inertJson, type JsonLd as Statement } from '@/lib/seo/inert-json'

/** Structured data for search engines as one graph, escaped so that no value can end the script element. */
export function JsonLd({ data }: { data: Statement | Statement[] }) {
  const graph = { '@context': 'https://schema.org', '@graph': Array.isArray(data) ? data : [data] }
  return <script type="application/ld+json">{inertJson(graph)}</script>
}
