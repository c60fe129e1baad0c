import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ConflictDialog } from '@/components/content/conflict-dialog'

const words = (text: string) => text.replace(/<summary.*?<\/summary>/g, '').replace(/<[^>]+>/g, '')

function shown(mine: string, theirs: string): string {
  const field = { name: 'description', label: 'Description', mine, theirs }
  return renderToStaticMarkup(<ConflictDialog fields={[field]} onDecide={() => {}} onClose={() => {}} />)
}

it('folds what both texts say far from what differs, and loses none of it', () => {
  const long = Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ')
  const html = shown(`${long} mine ${long} end`, `${long} theirs ${long} end`)
  expect(html.match(/\d+ unchanged words/g)).toHaveLength(4)
  for (const [side, own] of [
    ['What you wrote', 'mine'],
    ['The saved version', 'theirs'],
  ]) {
    const text = html.slice(html.indexOf(`aria-label="Description: ${side}"`))
    const before = text.slice(0, text.indexOf('<mark'))
    const context = before.slice(before.lastIndexOf('</details>') + '</details>'.length)
    expect(context.length, 'characters before the difference').toBeLessThan(200)
    expect(words(text)).toContain(`${long} ${own} ${long} end`)
  }
})

it('shows short texts, and what says the same, whole', () => {
  expect(shown('One word', 'One other word')).not.toContain('unchanged words')
  const long = 'same '.repeat(300)
  expect(shown(long, long)).not.toContain('unchanged words')
})
