const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a valid UUID. Anything else needs no query: it is not found. */
export function isId(text: string): boolean {
  return UUID.test(text)
}

/** A random UUID (version 4); `crypto.randomUUID` is missing on a site that is not served over https. */
export function newId(): string {
  return uuid(crypto.getRandomValues(new Uint8Array(16)), 4)
}

/** An id for a new row, made before the row is: like the database's (version 7) it grows with time. */
export function newRowId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  for (let position = 5, time = Date.now(); position >= 0; position -= 1, time = Math.floor(time / 256))
    bytes[position] = time % 256
  return uuid(bytes, 7)
}

function uuid(bytes: Uint8Array, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
