/**
 * The place of a value that the whole process shares, empty at first. Next bundles pages and route handlers separately
 * from the server, and reloads modules in development: what a module holds exists several times, what hangs on
 * globalThis once.
 */
export function processSingleton<Value>(name: string): { value?: Value } {
  const positions = globalThis as { [key: symbol]: { value?: Value } | undefined }
  const key = Symbol.for(`colophon.${name}`)
  positions[key] ??= {}
  return positions[key]
}
