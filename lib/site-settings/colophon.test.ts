import { expect, it } from 'vitest'
import { newColophon, plainColophon, shownColophon } from './colophon'

it.each([newColophon, plainColophon])('a colophon that nobody has edited names the fonts that are chosen', (made) => {
  expect(shownColophon(made('book'), 'essay')).toBe(made('essay'))
  expect(made('grotesk')).toContain('in Bricolage Grotesque and Hanken Grotesk,')
})

it('is as it was edited, though it names fonts, or gone', () => {
  for (const mine of ['Set in Newsreader.', `${newColophon('book')} By hand.`, '']) {
    expect(shownColophon(mine, 'grotesk')).toBe(mine)
  }
})
