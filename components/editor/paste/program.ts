/** What a shell writes before what it is told, by the language of the rest. */
const PROMPTS: [prompt: RegExp, language: string][] = [
  [/^[$%❯] [a-z./~]/, 'bash'],
  [/^(?:\([\w.-]+\) )?[\w.-]+@[\w.-]+:[^\s$#%]*[$#%] \S/, 'bash'],
  [/^PS(?: [A-Z]:\\[^>]*)?> \S/, 'powershell'],
  [/^[A-Z]:\\[^>]*> ?\S/, ''],
  [/^Traceback \(most recent call last\):$/, ''],
  [/^>>> \S/, 'python'],
]
/** What begins a statement that ends in a sign of its own, and what begins one that is as short as a name or two. */
const OPENING = new Set(
  `async class const def do elif else enum except export final finally fn for foreach func function if impl interface let
   match namespace private protected public static struct switch trait try type unsafe var void while with`.split(
    /\s+/,
  ),
)
const SHORT = new Set(
  'await break continue del done end fi from import package pass raise return throw use using yield'.split(' '),
)
const SHORT_MAX_WORDS = 6
/** Only programs shout at the beginning of lines. */
const DOCKER = /^(?:FROM|RUN|CMD|COPY|ENV|WORKDIR|EXPOSE|ENTRYPOINT|ARG|USER|VOLUME) \S/
const SQL = /^(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|FROM|WHERE|JOIN|GROUP BY|ORDER BY|VALUES)\b/
const ASSIGNS = new Set(['=', ':=', '+=', '-=', '*=', '<-'])
const NAME = /^[\w.$[\]"']+:?$/
const COMMENT = /^(?:#|\/\/|--|\/\*|\*)/

/** The language of a program or a shell's session of several lines, "" for one that is not told; null for other text. */
export function languageOfProgram(lines: string[]): string | null {
  const [first = ''] = lines
  const prompt = PROMPTS.find(([sign]) => sign.test(first))
  if (prompt) return prompt[1]
  const full = lines.map((line) => line.trim()).filter((line) => /\w/.test(line) && !COMMENT.test(line))
  const statements = full.filter(isStatement)
  const sentences = full.filter((line) => !isStatement(line) && line.split(' ').length > SHORT_MAX_WORDS)
  // Two lines of three, and of the others hardly one that could be read out.
  if (statements.length < 2 || statements.length * 3 < full.length * 2 || sentences.length * 5 > full.length)
    return null
  if (full.every((line) => line.startsWith('<') || !isStatement(line))) return 'html'
  if (SQL.test(full[0] ?? '') && !DOCKER.test(full[0] ?? '')) return 'sql'
  const isPython = full.some((line) => /^(?:def |class |elif |except|from \S+ import |import \w)/.test(line))
  return isPython && !full.some((line) => /[;{]$/.test(line)) ? 'python' : ''
}

/** Whether a line begins and ends as programs do, and sentences do not. */
function isStatement(line: string): boolean {
  if (/^(?:[-*+>]|\d+[.)]) /.test(line)) return false
  const words = line.split(/\s+/)
  const [first = '', second = ''] = words
  if (/(?:[{}([]|=>|[)\]}],)$/.test(line) || /^@\w+/.test(line) || SQL.test(line) || DOCKER.test(line)) return true
  if (line.endsWith(';') && /[=(){}[\]<>."'$]|^\w+;$/.test(line)) return true
  if (/^<[/!]?[a-zA-Z]/.test(line)) return line.endsWith('>')
  if (NAME.test(first) && ASSIGNS.has(second)) return true
  if (/^[A-Za-z_]\w*=\S/.test(first) || /^[\w.]+\(.*\)$/.test(line)) return true
  const [word = ''] = /^\w*/.exec(first) ?? []
  if (SHORT.has(word)) return words.length <= SHORT_MAX_WORDS && !/[.!?]$/.test(line)
  return OPENING.has(word) && (/[:)]$/.test(line) || words.includes('='))
}
