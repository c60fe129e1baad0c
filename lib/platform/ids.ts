const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a valid UUID. Anything else needs no query: it is not found. */
export function isId(text: string): boolean {
  return UUID.test(text)
}
