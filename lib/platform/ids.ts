const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text could be one of our ids at all: what could not is not worth a query, and is simply not found. */
export function isId(text: string): boolean {
  return UUID.test(text)
}
