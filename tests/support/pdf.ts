import { inflateSync } from 'node:zlib'

/*
 * The text of a PDF as Chromium prints it, in the order in which programs read it. It knows as much of the format as
 * that: objects one after the other, streams that are deflated or plain, texts in hexadecimal digits, a ToUnicode for
 * each font.
 */

type Part = { head: string; stream: string }

/** The lines of each page. */
export function linesOfPages(pdf: Buffer): string[][] {
  const parts = partsOf(pdf)
  const pages = [...parts.values()].filter(({ head }) => /\/Type \/Page\b/.test(head))
  return pages.map(({ head }) => linesOf(referred(parts, head, 'Contents').stream, fontsOf(parts, head)))
}

function partsOf(pdf: Buffer): Map<string, Part> {
  const text = pdf.toString('latin1')
  const parts = new Map<string, Part>()
  for (const { 1: id = '', index } of text.matchAll(/(?<=^|\n)(\d+) 0 obj\b/g)) {
    const end = text.indexOf('endobj', index)
    const begin = text.indexOf('stream\n', index)
    if (begin < 0 || begin > end) parts.set(id, { head: text.slice(index, end), stream: '' })
    else {
      const head = text.slice(index, begin)
      const from = begin + 'stream\n'.length
      const bytes = pdf.subarray(from, from + Number(/\/Length (\d+)/.exec(head)?.[1]))
      const stream = head.includes('/FlateDecode') && !head.includes('/Subtype /Image') ? inflateSync(bytes) : bytes
      parts.set(id, { head, stream: stream.toString('latin1') })
    }
  }
  return parts
}

function referred(parts: Map<string, Part>, head: string, name: string): Part {
  const part = parts.get(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? '')
  if (!part) throw new Error(`The PDF has no ${name}.`)
  return part
}

type Font = { digits: number; letters: Map<number, string> }

function fontsOf(parts: Map<string, Part>, head: string): Map<string, Font> {
  const names = /\/Font <<(.*?)>>/s.exec(head)?.[1] ?? ''
  return new Map(
    [...names.matchAll(/\/(\w+) (\d+) 0 R/g)].map(({ 1: name = '', 2: id = '' }) => {
      const { stream } = referred(parts, parts.get(id)?.head ?? '', 'ToUnicode')
      const digits = /begincodespacerange\s*<(\w+)>/.exec(stream)?.[1]?.length ?? 4
      return [name, { digits, letters: lettersOf(stream) }]
    }),
  )
}

const hex = (digits = '') => Number.parseInt(digits, 16)
const decoded = (digits = '') => Buffer.from(digits, 'hex').swap16().toString('utf16le')

function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const { 1: list = '' } of map.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
    for (const { 1: code, 2: text } of list.matchAll(/<(\w+)> <(\w+)>/g)) letters.set(hex(code), decoded(text))
  }
  for (const { 1: list = '' } of map.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const { 1: from, 2: to, 3: text } of list.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let at = 0; at <= hex(to) - hex(from); at += 1) {
        letters.set(hex(from) + at, String.fromCodePoint((decoded(text).codePointAt(0) ?? 0) + at))
      }
    }
  }
  return letters
}

function linesOf(content: string, fonts: Map<string, Font>): string[] {
  const lines: string[] = []
  let font: Font | undefined
  let top = Number.NaN
  const operators = /\/(\w+) [\d.]+ Tf|(-?[\d.]+) Tm|(-?[\d.]+) Td|<(\w*)> Tj/g
  for (const { 1: name, 2: line, 3: down, 4: text } of content.matchAll(operators)) {
    if (name !== undefined) font = fonts.get(name)
    if (line !== undefined && Number(line) !== top) lines.push('')
    if (line !== undefined) top = Number(line)
    if (down !== undefined && Number(down) !== 0) lines.push('')
    const codes = text?.match(new RegExp(`.{${font?.digits ?? 4}}`, 'g')) ?? []
    if (codes.length > 0)
      lines.push((lines.pop() ?? '') + codes.map((code) => font?.letters.get(hex(code)) ?? '').join(''))
  }
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
