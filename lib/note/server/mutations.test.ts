import DOMPurify from 'isomorphic-dompurify'
import { parseFragment } from 'parse5'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { OPERATOR } from '@/lib/access/system-actors'
import { createNote, updateNote } from '@/lib/note/server/mutations'
import { throwAwayDatabase } from '@/tests/support/unit-database'

vi.mock('parse5', async (importActual) => {
  const actual = await importActual<typeof import('parse5')>()
  return { ...actual, parseFragment: vi.fn(actual.parseFragment) }
})
vi.mock('isomorphic-dompurify', async (importActual) => {
  const actual = await importActual<typeof import('isomorphic-dompurify')>()
  const { sanitize, addHook, version } = actual.default
  return { ...actual, default: { sanitize: vi.fn(sanitize), addHook, version } }
})

throwAwayDatabase()

const WRITTEN_BY_THE_EDITOR =
  '<h2>Tea</h2><p>It <strong>is</strong> <a href="https://example.org/?a=1&amp;b=2">hot</a>,&nbsp;1 &lt; 2.</p>' +
  '<pre><code class="language-rust">let a = 1;</code></pre><p></p>'
const NOTE = { title: 'Tea', about: '', description: WRITTEN_BY_THE_EDITOR }

describe('what saving a note costs', () => {
  beforeEach(async () => {
    // The sanitiser tests itself at its first use.
    await createNote(OPERATOR, { ...NOTE, description: '<p>Cold.</p>' })
    vi.clearAllMocks()
  })

  it('of the editor: one parse for each of the two layers, another for the search', async () => {
    await createNote(OPERATOR, { ...NOTE, description: `${WRITTEN_BY_THE_EDITOR}<p>Or warm.</p>` })
    expect(parseFragment).toHaveBeenCalledTimes(2)
    expect(DOMPurify.sanitize).toHaveBeenCalledTimes(1)
  })

  it('changed: the same parses, and DOMPurify gets the new block alone', async () => {
    const { _id } = await createNote(OPERATOR, NOTE)
    vi.clearAllMocks()
    const description = `${WRITTEN_BY_THE_EDITOR}<p>Or cold.</p>`
    await updateNote(OPERATOR, _id, { description })
    expect(parseFragment).toHaveBeenCalledTimes(2)
    expect(DOMPurify.sanitize).toHaveBeenCalledExactlyOnceWith('<p>Or cold.</p>', expect.anything())
  })

  it('of another writer: one parse more, because what the policy made of it has to parse to itself', async () => {
    await createNote(OPERATOR, { ...NOTE, description: '<p class=a>It <b onclick="x()">is</b> hot.<br/>' })
    expect(parseFragment).toHaveBeenCalledTimes(3)
    expect(DOMPurify.sanitize).toHaveBeenCalledTimes(1)
  })
})
