import { expect, it } from 'vitest'
import { isDrawing, sanitiseDrawing } from './drawing'

const svg = (inner: string, attributes = 'viewBox="0 0 40 20"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`)

it.each([
  ['a script', '<script>alert(1)</script>'],
  ['a handler', '<rect onload="alert(1)" width="1" height="1"/>'],
  ['markup of another kind', '<foreignObject><iframe src="https://a.example"></iframe></foreignObject>'],
  ['a link of a scheme', '<a href="javascript:alert(1)"><text>x</text></a>'],
  ['an address elsewhere', '<use href="https://a.example/x.svg#a"/><image href="https://a.example/p.png"/>'],
  ['a style elsewhere', '<style>@import url(https://a.example/x.css); rect { fill: url(https://a.example/y) }</style>'],
  ['an animation of an address', '<a><set attributeName="href" to="javascript:alert(1)"/></a>'],
])('a drawing comes without %s', (_what, inner) => {
  const drawing = sanitiseDrawing(svg(`${inner}<path d="M0 0h9"/>`))
  expect(drawing?.svg).toContain('<path d="M0 0h9">')
  expect(drawing?.svg).not.toMatch(/script|alert|a\.example|foreignObject|onload/i)
})

it('a drawing has what it is drawn with: shapes, words, gradients, its own style, and what is named in it', () => {
  const inner =
    '<style>.a{fill:#fff}</style><defs><linearGradient id="g"><stop offset="1"/></linearGradient><path id="p" d="M0 0"/></defs><rect class="a" fill="url(#g)"/><use xlink:href="#p"/><text>a&#160;b</text>'
  const drawing = sanitiseDrawing(svg(inner, 'viewBox="0 0 40 20" xmlns:xlink="http://www.w3.org/1999/xlink"'))
  for (const part of ['.a{fill:#fff}', '<linearGradient id="g">', 'url(#g)', 'xlink:href="#p"', 'a&#160;b'])
    expect(drawing?.svg).toContain(part)
})

it.each([
  ['viewBox="0 0 40 20"', 40, 20],
  ['width="80" viewBox="0 0 40 20"', 80, 40],
  ['width="10px" height="5px"', 10, 5],
  ['width="100%"', 300, 150],
])('a drawing has a size: %s', (attributes, width, height) => {
  expect(sanitiseDrawing(svg('', attributes))).toMatchObject({ width, height })
})

it('is told by its beginning, and refused with entities or without end', () => {
  expect(isDrawing(svg(''))).toBe(true)
  expect(isDrawing(Buffer.from('<?xml version="1.0"?>\n<!-- x --><svg></svg>'))).toBe(true)
  expect(isDrawing(Buffer.from('<html><svg></svg></html>'))).toBe(false)
  expect(sanitiseDrawing(Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'))).toBeNull()
  expect(sanitiseDrawing(svg('x'.repeat(1_048_577)))).toBeNull()
})
