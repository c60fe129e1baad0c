import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import graphql from 'highlight.js/lib/languages/graphql'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import lua from 'highlight.js/lib/languages/lua'
import markdown from 'highlight.js/lib/languages/markdown'
import nginx from 'highlight.js/lib/languages/nginx'
import php from 'highlight.js/lib/languages/php'
import plaintext from 'highlight.js/lib/languages/plaintext'
import powershell from 'highlight.js/lib/languages/powershell'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight, type LanguageFn } from 'lowlight'
import { ownValue } from '@/lib/platform/own-value'

/** With `from` as a keyword only before the name of a module: elsewhere it is a name, as in `slice(from, to)`. */
function withNamesFrom(grammar: LanguageFn): LanguageFn {
  return (hljs) => {
    const own = grammar(hljs)
    // The parts inside share this object.
    const keywords = own.keywords as Record<string, string[]>
    keywords.keyword = keywords.keyword?.filter((word) => word !== 'from') ?? []
    own.contains?.unshift({ scope: 'keyword', match: /\bfrom(?=\s*["'])/ })
    return own
  }
}

/** The languages the editor offers: the name stored in `class="language-…"`, the name people read, and what colours it. */
export const CODE_LANGUAGES = [
  { id: 'plaintext', label: 'Plain text', grammar: plaintext },
  { id: 'bash', label: 'Shell', grammar: bash },
  { id: 'c', label: 'C', grammar: c },
  { id: 'cpp', label: 'C++', grammar: cpp },
  { id: 'csharp', label: 'C#', grammar: csharp },
  { id: 'css', label: 'CSS', grammar: css },
  { id: 'diff', label: 'Diff', grammar: diff },
  { id: 'dockerfile', label: 'Dockerfile', grammar: dockerfile },
  { id: 'go', label: 'Go', grammar: go },
  { id: 'graphql', label: 'GraphQL', grammar: graphql },
  { id: 'xml', label: 'HTML, XML', grammar: xml },
  { id: 'ini', label: 'INI', grammar: ini },
  { id: 'java', label: 'Java', grammar: java },
  { id: 'javascript', label: 'JavaScript', grammar: withNamesFrom(javascript) },
  { id: 'json', label: 'JSON', grammar: json },
  { id: 'kotlin', label: 'Kotlin', grammar: kotlin },
  { id: 'lua', label: 'Lua', grammar: lua },
  { id: 'markdown', label: 'Markdown', grammar: markdown },
  { id: 'nginx', label: 'Nginx', grammar: nginx },
  { id: 'php', label: 'PHP', grammar: php },
  { id: 'powershell', label: 'PowerShell', grammar: powershell },
  { id: 'python', label: 'Python', grammar: python },
  { id: 'ruby', label: 'Ruby', grammar: ruby },
  { id: 'rust', label: 'Rust', grammar: rust },
  { id: 'sql', label: 'SQL', grammar: sql },
  { id: 'swift', label: 'Swift', grammar: swift },
  { id: 'toml', label: 'TOML', grammar: ini },
  { id: 'typescript', label: 'TypeScript', grammar: withNamesFrom(typescript) },
  { id: 'yaml', label: 'YAML', grammar: yaml },
]

/** A new instance with the grammars above, for callers that must not share state. */
export function createCodeColours(): ReturnType<typeof createLowlight> {
  return createLowlight(Object.fromEntries(CODE_LANGUAGES.map(({ id, grammar }) => [id, grammar])))
}

const shared = createCodeColours()

/**
 * The editor's highlighter, with the languages above and their aliases (`js`, `html`, `sh`). Pages are highlighted with
 * the same grammars; a block without a language stays plain in both.
 */
export const lowlight: typeof shared = {
  ...shared,
  highlightAuto: (code) => shared.highlight('plaintext', code),
}

/** Names of the languages above that their grammars do not know. */
const OTHER_NAMES: Record<string, string> = {
  javascriptreact: 'javascript',
  plain: 'plaintext',
  postgresql: 'sql',
  shell: 'bash',
  shellscript: 'bash',
  typescriptreact: 'typescript',
}
const namesOf = (grammar: LanguageFn) => grammar(hljs).aliases ?? []
/** By all their names; an id of its own, as "toml", goes before a name that another has. */
const IDS = new Map([
  ...CODE_LANGUAGES.flatMap(({ id, grammar }) => namesOf(grammar).map((name) => [name, id] as const)),
  ...CODE_LANGUAGES.map(({ id }) => [id, id] as const),
])
const STORABLE = /^[\w+#.-]{1,30}$/

/** The id a language is stored under, from any of its common names; null for none. */
export function languageId(name: string | null | undefined): string | null {
  const lower = (name ?? '').trim().toLowerCase()
  const id = ownValue(OTHER_NAMES, lower) ?? IDS.get(lower) ?? lower
  return id && STORABLE.test(id) ? id : null
}

/** The display name of a stored language; the stored name itself for one the editor does not offer. */
export function languageLabel(language: string): string {
  const known = languageId(language)
  return CODE_LANGUAGES.find(({ id }) => id === known)?.label ?? language
}
