/** A statement in the vocabulary of schema.org. */
export type JsonLd = { '@type': string } & { [property: string]: unknown }

/**
 * JSON that is safe inside a <script>: whatever a title contains, nothing can end the element, open a comment or break
 * a line of JavaScript.
 */
export function inertJson(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
