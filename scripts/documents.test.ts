import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file))
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs').filter((file) => file.endsWith('.md'))]
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

it.each(DOCUMENTS)('%s names files and commands that are there', (document) => {
  const text = readFileSync(document, 'utf8')
  const paths = found(text, /`((?:app|bench|components|docs|lib|packages|prisma|scripts|tests)\/[^`\s]*)`/g)
  // NAME, <domain> and … stand for others.
  const named = paths.filter((name) => !/[A-Z]{4}|[…<*]/.test(name))
  const linked = found(text, /(?<!!)\[[^\][]*\]\((?!https?:)([^)#\s]+)/g)
  const all = [...named, ...linked.map((name) => path.join(path.dirname(document), name))]
  expect(all.filter((name) => !existsSync(name))).toEqual([])
  expect(found(text, /npm\s+run\s+(\w[\w:-]*)/g).filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})

it('each guarantee names tests by a part of their titles', () => {
  const rows = readFileSync('docs/security.md', 'utf8').split('\n')
  const tests = rows.flatMap((row) => [...row.matchAll(/`([\w./-]+\.tsx?)`:((?:[^`"|]*"[^"]*")+)/g)])
  expect(tests.length).toBeGreaterThan(100)
  const wrong = tests.flatMap(([, file = '', titles = '']) => {
    const text = readFileSync(file, 'utf8').replaceAll("\\'", '’').replaceAll("'", '’')
    return found(titles.replaceAll("'", '’'), /"([^"]*)"/g).flatMap((title) =>
      text.includes(title) ? [] : [[file, title]],
    )
  })
  expect(wrong).toEqual([])
})

it('each name in the glossary and the recipes is one in the source', () => {
  const files = ['app', 'components', 'lib', 'packages', 'prisma', 'scripts'].flatMap(filesIn)
  const code = files.filter((file) => /\.(?:tsx?|mjs|css|prisma|sql)$/.test(file))
  const texts = [...code, 'package.json'].map((file) => readFileSync(file, 'utf8'))
  const words = new Set(`${files.join(' ')} ${texts.join(' ')}`.match(/[\w$]+(?:-\w+)*/g))
  const terms = found(readFileSync('docs/glossary.md', 'utf8'), /^\| ([^|]*)/gm).join(' ')
  const names = found(`${terms} ${readFileSync('CONTRIBUTING.md', 'utf8')}`, /`([A-Za-z][\w$-]*)(?:\(\))?`/g)
  expect(names.length).toBeGreaterThan(200)
  expect(names.filter((name) => !words.has(name))).toEqual([])
})
