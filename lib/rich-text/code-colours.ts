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

/** The languages the editor offers, by the name stored in `class="language-…"` and the name people read. */
export const CODE_LANGUAGES = [
  { id: 'plaintext', label: 'Plain text' },
  { id: 'bash', label: 'Shell' },
  { id: 'c', label: 'C' },
  { id: 'cpp', label: 'C++' },
  { id: 'csharp', label: 'C#' },
  { id: 'css', label: 'CSS' },
  { id: 'diff', label: 'Diff' },
  { id: 'dockerfile', label: 'Dockerfile' },
  { id: 'go', label: 'Go' },
  { id: 'graphql', label: 'GraphQL' },
  { id: 'xml', label: 'HTML, XML' },
  { id: 'ini', label: 'INI' },
  { id: 'java', label: 'Java' },
  { id: 'javascript', label: 'JavaScript' },
  { id: 'json', label: 'JSON' },
  { id: 'kotlin', label: 'Kotlin' },
  { id: 'lua', label: 'Lua' },
  { id: 'markdown', label: 'Markdown' },
  { id: 'nginx', label: 'Nginx' },
  { id: 'php', label: 'PHP' },
  { id: 'powershell', label: 'PowerShell' },
  { id: 'python', label: 'Python' },
  { id: 'ruby', label: 'Ruby' },
  { id: 'rust', label: 'Rust' },
  { id: 'sql', label: 'SQL' },
  { id: 'swift', label: 'Swift' },
  { id: 'toml', label: 'TOML' },
  { id: 'typescript', label: 'TypeScript' },
  { id: 'yaml', label: 'YAML' },
] as const

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

const grammars = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  graphql,
  ini,
  java,
  javascript: withNamesFrom(javascript),
  json,
  kotlin,
  lua,
  markdown,
  nginx,
  php,
  plaintext,
  powershell,
  python,
  ruby,
  rust,
  sql,
  swift,
  toml: ini,
  typescript: withNamesFrom(typescript),
  xml,
  yaml,
}

/** A new instance with the grammars above, for callers that must not share state. */
export function createCodeColours(): ReturnType<typeof createLowlight> {
  return createLowlight(grammars)
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

/** Common names of the languages above. */
const ALIASES: Record<string, string> = {
  'c#': 'csharp',
  'c++': 'cpp',
  cc: 'cpp',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  gql: 'graphql',
  h: 'c',
  html: 'xml',
  js: 'javascript',
  jsonc: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  kts: 'kotlin',
  md: 'markdown',
  mjs: 'javascript',
  nginxconf: 'nginx',
  patch: 'diff',
  plain: 'plaintext',
  postgresql: 'sql',
  ps1: 'powershell',
  pwsh: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  shellscript: 'bash',
  svg: 'xml',
  text: 'plaintext',
  ts: 'typescript',
  tsx: 'typescript',
  txt: 'plaintext',
  typescriptreact: 'typescript',
  javascriptreact: 'javascript',
  yml: 'yaml',
  zsh: 'bash',
}
const STORABLE = /^[\w+#.-]{1,30}$/

/** The id a language is stored under, from any of its common names; null for none. */
export function languageId(name: string | null | undefined): string | null {
  const lower = (name ?? '').trim().toLowerCase()
  const id = ownValue(ALIASES, lower) ?? lower
  return id && STORABLE.test(id) ? id : null
}

/** The display name of a stored language; the stored name itself for one the editor does not offer. */
export function languageLabel(language: string): string {
  const known = languageId(language)
  return CODE_LANGUAGES.find(({ id }) => id === known)?.label ?? language
}
