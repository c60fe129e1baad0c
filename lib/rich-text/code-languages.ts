/**
 * The languages the editor offers: the name stored in `class="language-…"`, the name people read, and the others it is
 * known by. Their grammars are in `code-colours.ts`, which the editor loads with the first block of code.
 */
export const CODE_LANGUAGES = [
  { id: 'plaintext', label: 'Plain text', aliases: 'text txt plain' },
  { id: 'bash', label: 'Shell', aliases: 'sh zsh shell shellscript' },
  { id: 'c', label: 'C', aliases: 'h' },
  { id: 'cpp', label: 'C++', aliases: 'cc c++ h++ hpp hh hxx cxx' },
  { id: 'csharp', label: 'C#', aliases: 'cs c#' },
  { id: 'css', label: 'CSS', aliases: '' },
  { id: 'diff', label: 'Diff', aliases: 'patch' },
  { id: 'dockerfile', label: 'Dockerfile', aliases: 'docker' },
  { id: 'go', label: 'Go', aliases: 'golang' },
  { id: 'graphql', label: 'GraphQL', aliases: 'gql' },
  { id: 'xml', label: 'HTML, XML', aliases: 'html xhtml rss atom xjb xsd xsl plist wsf svg' },
  { id: 'ini', label: 'INI', aliases: '' },
  { id: 'java', label: 'Java', aliases: 'jsp' },
  { id: 'javascript', label: 'JavaScript', aliases: 'js jsx mjs cjs javascriptreact' },
  { id: 'json', label: 'JSON', aliases: 'jsonc json5' },
  { id: 'kotlin', label: 'Kotlin', aliases: 'kt kts' },
  { id: 'lua', label: 'Lua', aliases: 'pluto' },
  { id: 'markdown', label: 'Markdown', aliases: 'md mkdown mkd' },
  { id: 'nginx', label: 'Nginx', aliases: 'nginxconf' },
  { id: 'php', label: 'PHP', aliases: '' },
  { id: 'powershell', label: 'PowerShell', aliases: 'pwsh ps ps1' },
  { id: 'python', label: 'Python', aliases: 'py gyp ipython' },
  { id: 'ruby', label: 'Ruby', aliases: 'rb gemspec podspec thor irb' },
  { id: 'rust', label: 'Rust', aliases: 'rs' },
  { id: 'sql', label: 'SQL', aliases: 'postgresql' },
  { id: 'swift', label: 'Swift', aliases: '' },
  { id: 'toml', label: 'TOML', aliases: '' },
  { id: 'typescript', label: 'TypeScript', aliases: 'ts tsx mts cts typescriptreact' },
  { id: 'yaml', label: 'YAML', aliases: 'yml' },
]

const IDS = new Map(
  CODE_LANGUAGES.flatMap(({ id, aliases }) =>
    `${id} ${aliases}`
      .trim()
      .split(' ')
      .map((name) => [name, id]),
  ),
)
const STORABLE = /^[\w+#.-]{1,30}$/

/** The id a language is stored under, from any of its common names; null for none. */
export function languageId(name: string | null | undefined): string | null {
  const lower = (name ?? '').trim().toLowerCase()
  const id = IDS.get(lower) ?? lower
  return id && STORABLE.test(id) ? id : null
}

/** The display name of a stored language; the stored name itself for one the editor does not offer. */
export function languageLabel(language: string): string {
  const known = languageId(language)
  return CODE_LANGUAGES.find(({ id }) => id === known)?.label ?? language
}
