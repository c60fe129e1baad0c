import { filesOf, SOURCES, textOf } from './sources'

type Rule = {
  what: string
  pattern: RegExp
  /** all files of the product where left out */
  within?: RegExp
  /** the one file that may */
  except?: string
}

const RULES: Rule[] = [
  { what: 'a server action, a second way to write beside the API', pattern: /^\s*['"]use server['"]/m },
  { what: 'pictures that are programs', pattern: /dangerouslyAllowSVG/ },
  { what: 'SQL put together from text', pattern: /\$(queryRaw|executeRaw)Unsafe|Prisma\.raw\(/ },
  { what: 'code made from text', pattern: /\beval\(|new Function\(/ },
  { what: 'an answer shared with other origins', pattern: /access-control-allow-origin/i },
  { what: 'an import of a path, which on Windows is no address', pattern: /\bimport\((join|resolve)\(/ },
  {
    what: 'which key was pressed, where keys of input methods are none',
    pattern:
      /\b(?:event|nativeEvent|e)\??\.(?:key|code|keyCode|which|isComposing)\b|\{[^{}]*\b(?:key|code|isComposing)\b[^{}]*\}(?: = event\b|: (?:React\.|React)?KeyboardEvent)|onKey\w+=\{\(\{[^}]*\b(?:key|code)\b/,
    within: /^(?:app|components|lib\/browser)\//,
    except: 'components/ui/pressed-key.ts',
  },
  {
    what: 'HTML that was not written as JSX',
    pattern: /dangerouslySetInnerHTML=/,
    except: 'components/rich-text/rich-text.tsx',
  },
  {
    what: 'what Next does not promise',
    pattern: /__NEXT|__react|s-maxage|x-nextjs|next-router-|_rsc|@next\/|next\/dist/,
    within: /^(?!bench|scripts)/,
    except: 'lib/platform/server/next-internals.ts',
  },
]

/** A browser test's `test` is from tests/support/browser-test.ts or based on it, and fails on an unexpected dialog. */
const OTHER_TEST = /\{[^{}]*\btest\b[^{}]*\} from '(@playwright\/test|\.\.\/support\/api-test)'/

/** What must stand in no source, or in one alone. */
export function findForbiddenSource(): string[] {
  const texts = SOURCES.filter((file) => !file.startsWith('scripts/lint/')).map((file) => [file, textOf(file)] as const)
  const found = RULES.flatMap(({ what, pattern, within = /^/, except }) => {
    const files = texts.filter(([file, text]) => within.test(file) && pattern.test(text)).map(([file]) => file)
    const missing = except && !files.includes(except) ? [`${except}: the rule “${what}” no longer finds it`] : []
    return [...missing, ...files.filter((file) => file !== except).map((file) => `${file}: ${what}`)]
  })
  const specs = filesOf('tests/e2e').filter((file) => file.endsWith('.spec.ts') && OTHER_TEST.test(textOf(file)))
  return [...found, ...specs.map((file) => `${file}: its test does not fail on a dialog that it did not expect`)]
}
