import { describe, expect, it } from 'vitest'
import { postConflict } from '@/components/post/post-form-conflict'
import { NO_FACTS } from '@/lib/content/post-facts'

const base = { title: 'One', repo: '', link: '', tech: 'React', ...NO_FACTS, description: 'Text', image: [] }
const left = { previewUrl: null, removed: false, alt: '' }
const picture = (url: string, alt = '') => ({ url, alt, width: 1, height: 1, placeholder: '', variants: [] })

describe('postConflict', () => {
  it("preselects the form's value where both changed a field, and the stored one where only they did", () => {
    const mine = { ...base, title: 'Mine' }
    const current = { ...base, title: 'Theirs', tech: 'Vue', ...NO_FACTS }
    expect(postConflict(mine, left, base, current)).toEqual([
      { name: 'title', label: 'Title', mine: 'Mine', theirs: 'Theirs', first: 'mine' },
      { name: 'tech', label: 'Technologies', mine: 'React', theirs: 'Vue', first: 'theirs' },
    ])
  })

  it('lists no field in which both have the same value', () => {
    const same = { ...base, title: 'Same' }
    expect(postConflict({ ...same, title: ' Same ' }, left, base, same)).toEqual([])
  })

  it('takes the stored picture when the form has not changed it', () => {
    const before = { ...base, image: [picture('/media/old', 'Old')] }
    const after = { ...base, image: [picture('/media/new', 'New')] }
    expect(postConflict(base, { ...left, alt: 'Old' }, before, after)).toEqual([])
  })

  it('lists a new picture, and a removed one that is still stored', () => {
    const current = { ...base, image: [picture('/media/theirs', 'Their picture')] }
    expect(postConflict(base, { previewUrl: 'blob:mine', removed: false, alt: 'My picture' }, base, current)).toEqual([
      {
        name: 'image',
        label: 'Image',
        mine: 'My picture',
        theirs: 'Their picture',
        pictures: { mine: 'blob:mine', theirs: '/media/theirs' },
        first: 'mine',
      },
    ])
    const [field] = postConflict(base, { previewUrl: null, removed: true, alt: '' }, current, current)
    expect(field).toMatchObject({ mine: 'No picture', theirs: 'Their picture', pictures: { theirs: '/media/theirs' } })
  })
})
