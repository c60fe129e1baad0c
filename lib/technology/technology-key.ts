import { fold, tokensOf } from '@/lib/content/words'
import { ownValue } from '@/lib/platform/own-value'

/** Other names of the same, as keys. */
const ALIASES: Record<string, string> = {
  js: 'javascript',
  ecmascript: 'javascript',
  ts: 'typescript',
  golang: 'go',
  py: 'python',
  python3: 'python',
  rb: 'ruby',
  rs: 'rust',
  cpp: 'cplusplus',
  cs: 'csharp',
  dotnetcore: 'dotnet',
  postgres: 'postgresql',
  psql: 'postgresql',
  mongo: 'mongodb',
  k8s: 'kubernetes',
  rails: 'rubyonrails',
  ror: 'rubyonrails',
  tailwind: 'tailwindcss',
  amazonwebservices: 'aws',
  googlecloudplatform: 'gcp',
  html5: 'html',
  css3: 'css',
}

/** Without "js" these are something else, or nothing. */
const NAMED_JS = new Set(['js', 'threejs', 'nextjs', 'solidjs', 'alpinejs'])

/** What the spellings of a technology share: "React.js", "ReactJS", "React"; but C, C++ and C# are three. */
export function technologyKey(name: string): string {
  const folded = [...tokensOf(name)].flatMap(({ parts }) => parts).join('') || fold(name.trim())
  const key = NAMED_JS.has(folded) ? folded : folded.replace(/js$/, '')
  return ownValue(ALIASES, key) ?? key
}
