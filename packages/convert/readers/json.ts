import { LIMITS, Unreadable } from '../model'
import { isRecord } from '../source/scan'
import type { Source } from '../source/source'
import { decodeText } from '../source/text'

export type Json = Record<string, unknown>

/**
 * A JSON document of a source. Whoever reads it takes what it knows by name: exports hold keys and password hashes.
 * @throws Unreadable
 */
export async function readJson(source: Source, path: string): Promise<unknown> {
  const { text } = decodeText(await source.read(path, LIMITS.text))
  try {
    // Names that JavaScript has a meaning for come to nothing.
    return JSON.parse(text, (name, value: unknown) => (name === '__proto__' ? undefined : value))
  } catch (error) {
    throw new Unreadable(
      `${path} is no valid JSON: ${error instanceof Error ? error.message.replace(/, "[\s\S]*$/, '') : ''}`,
    )
  }
}

export function recordsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export function textIn(record: Json | undefined, ...names: string[]): string {
  for (const name of names) {
    const value = record?.[name]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
    if (typeof value === 'number') return String(value)
  }
  return ''
}

export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((raw): raw is string => typeof raw === 'string' && raw.trim() !== '') : []
}
