/** Whether an If-None-Match header names the tag, compared weakly (RFC 9110). */
export function namesEtag(header: string | null | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return (header ?? '').split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}
