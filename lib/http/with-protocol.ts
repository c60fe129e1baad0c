const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]|$)/u

/** An address as people type it, with the protocol that is missing before a host: "https://" before "example.com/a". */
export function withProtocol(typed: string): string {
  const text = typed.trim()
  return HOST.test(text) ? `https://${text}` : text
}
