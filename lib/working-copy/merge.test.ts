import { describe, expect, it } from 'vitest'
import { galleryLines, galleryPictures, galleryText } from '@/lib/content/gallery'
import { mergeBlocks, mergeFields, mergeTexts } from '@/lib/working-copy/merge'
import { cpuTimeOf } from '@/tests/support/cpu-time'

const letters = (text: string) => [...text]
const merge = (base: string, mine: string, theirs: string) => {
  const merged = mergeBlocks({ base: letters(base), mine: letters(mine), theirs: letters(theirs) })
  return [merged.mine.join(''), merged.theirs.join('')]
}
const both = (text: string) => [text, text]

describe('mergeBlocks', () => {
  it.each([
    ['nothing', 'abcd', 'abcd', 'abcd', 'abcd'],
    ['what I changed', 'abcd', 'aXcd', 'abcd', 'aXcd'],
    ['what they changed', 'abcd', 'abcd', 'abYd', 'abYd'],
    ['different blocks', 'abcd', 'Xbcd', 'abcY', 'XbcY'],
    ['blocks beside each other', 'abcd', 'aXcd', 'abYd', 'aXYd'],
    ['several blocks beside each other', 'abcdef', 'aXYdef', 'abcVWf', 'aXYVWf'],
    ['the same change', 'abcd', 'aXcd', 'aXcd', 'aXcd'],
    ['the same change among others', 'abcde', 'aXcdZ', 'YXcde', 'YXcdZ'],
    ['a block put in beside one that changed', 'abc', 'aXbc', 'aYc', 'aXYc'],
    ['a block put in after one that changed', 'abc', 'aYc', 'abXc', 'aYXc'],
    ['blocks at both ends', 'abc', 'Xabc', 'abcY', 'XabcY'],
    ['a block taken out beside one that changed', 'abcd', 'acd', 'abXd', 'aXd'],
    ['a block taken out by both', 'abcd', 'acd', 'acd', 'acd'],
    ['two texts in an empty one', '', 'X', 'Y', 'YX'],
    ['blocks put in at the same place', 'ab', 'aXb', 'aYb', 'aYXb'],
    ['the same block put in at the same place', 'ab', 'aXb', 'aXb', 'aXb'],
    ['a block cut in two beside one that changed', 'abcd', 'aXYcd', 'abZd', 'aXYZd'],
    ['all taken out by one side only', 'abc', '', 'abc', ''],
  ])('takes %s from both sides', (_, base, mine, theirs, merged) => {
    expect(merge(base, mine, theirs)).toEqual(both(merged))
  })

  it.each([
    ['a block both changed', 'abc', 'aXc', 'aYc'],
    ['a block one changed and the other took out', 'abc', 'aXc', 'ac'],
    ['one of several that both changed', 'abcdef', 'aXcdZf', 'aYcdef', 'aXcdZf', 'aYcdZf'],
    ['a block one cut in two and the other changed', 'abc', 'aXYc', 'aZc'],
    ['a block put in where the other took all away', 'abcd', 'abXcd', 'ad'],
  ])('leaves %s as each side has it', (_, base, mine, theirs, mineMerged = mine, theirsMerged = theirs) => {
    expect(merge(base, mine, theirs)).toEqual([mineMerged, theirsMerged])
  })

  it('loses no block that is on one side alone, whatever the two did', () => {
    // Small texts of few letters meet every way in which two changes can lie to each other.
    let seed = 7
    const random = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % most
    }
    const changed = (text: string, mark: string) =>
      [...text].flatMap((letter, index) => {
        const how = random(8)
        if (how === 0) return []
        if (how === 1) return [`${mark}${index}`]
        return how === 2 ? [letter, `${mark}+${index}`] : [letter]
      })
    for (let turn = 0; turn < 2_000; turn += 1) {
      const base = letters('abcabd'.slice(0, random(7)))
      const mine = changed(base.join(''), 'm')
      const theirs = changed(base.join(''), 't')
      const merged = mergeBlocks({ base, mine, theirs })
      const isMarked = (block: string) => block.length > 1
      for (const block of mine.filter(isMarked)) expect(merged.mine).toContain(block)
      for (const block of theirs.filter(isMarked)) expect(merged.theirs).toContain(block)
      const other = mergeBlocks({ base, mine: theirs, theirs: mine })
      const isClean = merged.mine.join() === merged.theirs.join()
      expect(other.mine.join() === other.theirs.join()).toBe(isClean)
    }
  })

  it('takes texts of thousands of blocks without two in common in time', () => {
    const many = (mark: string) => Array.from({ length: 5_000 }, (_, index) => `${mark}${index}`)
    const merge = () =>
      expect(mergeBlocks({ base: many('a'), mine: many('b'), theirs: many('c') }).mine).toEqual(many('b'))
    expect(cpuTimeOf(merge)).toBeLessThan(5_000)
  })
})

describe('mergeFields', () => {
  const base = { title: 'Title', about: 'About', description: '<p>One</p><p>Two</p>' }
  const split = { description: (html: string) => html.match(/<p>.*?<\/p>/g) ?? [] }

  it('takes each field from the side that changed it, and rich text by its blocks', () => {
    const mine = { ...base, title: 'Mine', description: '<p>One mine</p><p>Two</p>' }
    const theirs = { ...base, about: 'Theirs', description: '<p>One</p><p>Two theirs</p>' }
    const merged = { title: 'Mine', about: 'Theirs', description: '<p>One mine</p><p>Two theirs</p>' }
    expect(mergeFields({ base, mine, theirs }, split)).toEqual({ mine: merged, theirs: merged, conflicts: [] })
  })

  it('names the fields both changed, and merges the rest of them into both sides', () => {
    const mine = { ...base, title: 'Mine', description: '<p>One mine</p><p>Two</p>' }
    const theirs = { ...base, title: 'Theirs', about: 'Theirs', description: '<p>One theirs</p><p>Two theirs</p>' }
    expect(mergeFields({ base, mine, theirs }, split)).toEqual({
      mine: { title: 'Mine', about: 'Theirs', description: '<p>One mine</p><p>Two theirs</p>' },
      theirs: { title: 'Theirs', about: 'Theirs', description: '<p>One theirs</p><p>Two theirs</p>' },
      conflicts: ['title', 'description'],
    })
  })

  it('leaves a text that one side alone changed as it is, letter by letter', () => {
    const html = '<p>not a block as the splitter knows them'
    expect(mergeTexts({ base: '<p>a</p>', mine: html, theirs: '<p>a</p>' }, split.description).mine).toBe(html)
  })
})

it('merges lists of pictures: what both add stays, what one removes is gone', () => {
  const picture = (_id: string, caption = '') => ({ _id, url: `/${_id}`, alt: '', caption })
  const list = (...pictures: Array<ReturnType<typeof picture>>) => galleryText(pictures)
  const [a, b] = [picture('a'), picture('b')]
  const merged = mergeTexts(
    { base: list(a, b), mine: list(b, picture('mine')), theirs: list(a, picture('b', 'Said'), picture('theirs')) },
    galleryLines,
  )
  expect(merged.mine).toBe(merged.theirs)
  expect(galleryPictures(merged.mine).map(({ _id, caption }) => _id + caption)).toEqual(['bSaid', 'theirs', 'mine'])
})
