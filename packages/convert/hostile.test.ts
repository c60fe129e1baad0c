import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { readConverted } from '@/tests/support/read-converted'

const folder = mkdtempSync(join(tmpdir(), 'colophon-import-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A ZIP of deflated entries; `size` is what it says of an entry's bytes. */
function zip(name: string, entries: Array<{ name: string; bytes: Buffer; size?: number }>): string {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, bytes, size = bytes.length } of entries) {
    const packed = deflateRawSync(bytes)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(0x800, 2)
    header.writeUInt16LE(8, 4)
    header.writeUInt32LE(crc32(bytes), 10)
    header.writeUInt32LE(packed.length, 14)
    header.writeUInt32LE(size, 18)
    header.writeUInt16LE(Buffer.byteLength(name), 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), header, rest, Buffer.from(name))
    const local = [Buffer.from('PK\u0003\u0004'), header, Buffer.from(name), packed]
    parts.push(...local)
    at += Buffer.concat(local).length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(at, 12)
  const file = join(folder, name)
  writeFileSync(file, Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006'), end]))
  return file
}

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const rss = (inner: string) => `<?xml version="1.0"?><rss version="2.0"><channel>${inner}</channel></rss>`

it('a bomb by ratio or by a declared size that lies is not unpacked, and the rest is read', async () => {
  const zeros = Buffer.alloc(3_000_000, 32)
  const good = { name: 'posts/good.md', bytes: Buffer.from('---\ntitle: Good\n---\ntext') }
  const preview = await readConverted(zip('bomb.zip', [good, { name: 'posts/bomb.md', bytes: zeros }]))
  expect(preview.items).toMatchObject([{ title: 'Good', action: 'create' }])
  expect(preview.refused).toMatchObject([{ source: 'posts/bomb.md' }])
  expect(preview.refused[0]?.reason).toContain('grows more than 200 times')
  const lying = await readConverted(
    zip('lying.zip', [good, { name: 'posts/lie.md', bytes: Buffer.from('# a\n\nlong'), size: 3 }]),
  )
  expect(lying.refused).toMatchObject([{ source: 'posts/lie.md' }])
})

it('two names that differ in case alone are one file, and archives in archives stay closed', async () => {
  const text = (words: string) => Buffer.from(`---\ntitle: ${words}\n---\n`)
  const preview = await readConverted(
    zip('names.zip', [
      { name: 'a.md', bytes: text('First') },
      { name: 'A.md', bytes: text('Second') },
      { name: 'inner.zip', bytes: Buffer.from('PK') },
      { name: '__MACOSX/._a.md', bytes: text('Litter') },
    ]),
  )
  expect(preview.items.map(({ title }) => title)).toEqual(['First'])
  expect(preview.refused).toMatchObject([{ source: 'A.md' }, { source: 'inner.zip' }])
})

it('a file that is called an archive and is none is no archive in another', async () => {
  writeFileSync(join(folder, 'none.zip'), Buffer.alloc(100))
  await expect(readConverted(join(folder, 'none.zip'))).rejects.toThrow('It is no text.')
})

it('folders that hold one folder alone are left out of the paths of an archive', async () => {
  const preview = await readConverted(
    zip('folders.zip', [
      { name: 'one/two/_config.yml', bytes: Buffer.from('permalink: /:title/\n') },
      { name: 'one/two/_posts/2020-01-02-a.md', bytes: Buffer.from('---\ntitle: A\n---\nx\n') },
    ]),
  )
  expect(preview.items).toMatchObject([{ source: '_posts/2020-01-02-a.md', path: '/a/' }])
})

it('a link in a folder is not followed', async () => {
  const inside = mkdtempSync(join(folder, 'links-'))
  writeFileSync(join(inside, 'a.md'), '# A\n\ntext')
  symlinkSync('/etc/passwd', join(inside, 'b.md'))
  const preview = await readConverted(inside)
  expect(preview.items).toHaveLength(1)
  expect(preview.refused).toEqual([{ source: 'b.md', reason: 'A link to another file is not followed.' }])
})

it.each([
  ['entities', rss('').replace('<rss', '<!DOCTYPE rss [<!ENTITY a "b">]><rss'), 'DOCTYPE'],
  ['depth', rss(`<item>${'<a>'.repeat(300)}${'</a>'.repeat(300)}</item>`), 'nested more than 200 levels'],
  ['attributes', rss(`<item ${Array.from({ length: 600 }, (_, n) => `a${n}=""`).join(' ')}/>`), 'too many attributes'],
  ['a closing tag of another', rss('<item><title>a</item>'), 'not well-formed XML at line 1'],
  ['a line without an end', rss(`<item><title>${'a'.repeat(40_000_000)}</title></item>`), 'without any element'],
])('XML with %s is refused with the reason', async (name, text, reason) => {
  await expect(readConverted(file(`${name.replaceAll(' ', '-')}.xml`, text))).rejects.toThrow(reason)
})

it('more texts than any site has are refused before one is brought', async () => {
  const path = file('many.xml', rss('<item><title>a</title></item>'.repeat(50_001)))
  await expect(readConverted(path)).rejects.toThrow('holds more than 50000 texts')
})

it('what a text says of itself is told in brief', async () => {
  const long = 'x'.repeat(300_000)
  const head = `title: Long\ncanonical_url: https://${long}.example\ncategories: [${long}]\nslug: ${long}`
  const preview = await readConverted(file('long.md', `---\n${head}\n---\ntext`), { as: 'hugo' })
  expect(preview.items).toMatchObject([{ title: 'Long' }])
  expect(JSON.stringify(preview.items).length).toBeLessThan(5_000)
})

it('ampersands, named characters and control characters of careless feeds are read for what they mean', async () => {
  const item =
    '<item><title>A & B &mdash; C &amp; D\u0001</title><link>/a?b=1&c=2</link><description>AT&T &lt;b&gt;x&lt;/b&gt;<![CDATA[ & ]]></description></item>'
  const preview = await readConverted(file('careless.xml', rss(item)))
  expect(preview.items).toMatchObject([{ title: 'A & B — C & D', path: '/a?b=1&c=2', action: 'create' }])
})

it('YAML that grows by its aliases, names of JavaScript and code in front matter do nothing', async () => {
  const aliases = [
    'a0: &a0 [x,x,x,x,x,x,x,x,x]',
    ...Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(',')}]`),
  ]
  const bomb = await readConverted(file('aliases.md', `---\ntitle: Aliases\n${aliases.join('\n')}\n---\ntext`))
  expect(bomb.items).toMatchObject([{ title: 'Aliases', action: 'create' }])
  const proto = await readConverted(file('proto.md', '---\ntitle: Proto\n__proto__:\n  draft: true\n---\ntext'))
  expect(proto.items).toMatchObject([{ title: 'Proto', status: 'published' }])
  const code = await readConverted(file('code.md', '---js\n{ title: globalThis.imported = true }\n---\ntext'))
  expect(code.items).toHaveLength(1)
  expect(globalThis).not.toHaveProperty('imported')
})

it.each([
  ['beginnings of shortcodes', '{{< '.repeat(100_000)],
  ['beginnings of tags', '{% '.repeat(150_000)],
  ['beginnings of components', '<A a={'.repeat(80_000)],
  ['backticks', '`a``b```c'.repeat(40_000)],
  ['brackets', '[['.repeat(150_000)],
  ['beginnings of formulas', 'x $$a\n'.repeat(50_000)],
  ['beginnings of comments', '{::comment}'.repeat(27_000)],
  ['definitions', 'T\n: d\n'.repeat(10_000)],
  ['beginnings of modules', 'import {\n\n'.repeat(10_000)],
])(
  'a text of %s takes no longer than its length',
  async (name, text) => {
    const begun = process.cpuUsage()
    for (const as of ['hugo', 'jekyll', 'next', 'obsidian'] as const) {
      const path = file(`${name.replaceAll(' ', '-')}.mdx`, `# A\n\n${text}`)
      expect((await readConverted(path, { as })).items).toHaveLength(1)
    }
    // Of the processor: others may have it for most of the time.
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(20_000)
  },
  180_000,
)
