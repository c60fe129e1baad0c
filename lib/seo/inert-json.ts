/** A statement in the vocabulary of schema.org. */
export type JsonLd = { '@type': string } & { [property: string]: unknown }

/**
 * JSON that may stand inside a <script>: nothing in it can end the element, open a comment or break a line of
 * JavaScript, whatever a title holds.
 */
export function inertJson(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
