import { describe, expect, it } from 'vitest'
import { PostForm } from '@/components/post/post-form'
import {
  answerCalls,
  byLabel,
  byRole,
  byText,
  calls,
  PICTURE_URL,
  pngFile,
  press,
  refused,
  render,
  type,
} from '@/tests/support/component'
import { hold } from '@/tests/support/hold'

const field = (name: string) => byLabel(name, { exact: true })
const preview = () => byRole('img', { name: 'Preview' })
const submit = () => byRole('button', { name: 'Submit' })

async function open(): Promise<void> {
  // Of an account of its own: what a browser keeps of a text outlives its test.
  render(<PostForm from={{ account: crypto.randomUUID(), copy: null }} techInUse={[]} />, '/new')
  await expect.element(field('Title')).toBeEnabled()
}

/** Dispatches the events of a file that is dropped or pasted on the page; tells whether the browser is kept from opening it. */
async function give(how: 'drop' | 'paste', ...names: string[]): Promise<boolean> {
  const transfer = new DataTransfer()
  for (const name of names.length > 0 ? names : ['given.png'])
    transfer.items.add(name.endsWith('.png') ? await pngFile(name) : new File(['x'], name, { type: 'text/plain' }))
  const init = { bubbles: true, cancelable: true }
  if (how === 'paste')
    return !document.body.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: transfer }))
  document.body.dispatchEvent(new DragEvent('dragover', { ...init, dataTransfer: transfer }))
  return !document.body.dispatchEvent(new DragEvent('drop', { ...init, dataTransfer: transfer }))
}

describe('the pictures of a new project', () => {
  it('are dropped together, tried again, described, ordered by keys, and sent in their order', async () => {
    let stored = 0
    let refusals = 1
    const sent: unknown[] = []
    answerCalls({
      'POST /api/media/new': ({ body }) => {
        const name = ((body as FormData).get('image') as File).name
        if (name === 'third.png' && refusals-- > 0) return refused(503, 'In a moment.')
        stored += 1
        const made = { message: 'Stored.', _id: name, url: `${PICTURE_URL}#${stored}`, width: 64, height: 48 }
        return { status: 201, body: made }
      },
      'POST /api/post/new': ({ body }) => {
        const form = body as FormData
        sent.push(form.get('image'), JSON.parse(String(form.get('pictures'))))
        return refused(503, 'Later.')
      },
    })
    await open()
    await field('Title').fill('With pictures')
    await field('Description').fill('Text')
    await give('drop', 'cover.png', 'second.png', 'third.png', 'notes.txt')
    await expect.element(preview()).toBeVisible()
    await expect.element(byText('notes.txt is not a picture we can show', { exact: false })).toBeVisible()
    await byRole('button', { name: 'Remove picture 4' }).click()
    await byRole('button', { name: 'Try again' }).click()
    await expect.element(byText('2 pictures have no description.')).toBeVisible()
    await byLabel('Description of picture 2').fill('Second')
    await expect.element(byText('1 picture has no description.', { exact: false }).first()).toBeVisible()
    await byLabel('Caption of picture 3').fill('The third')
    await press('Alt+ArrowUp')
    await expect.element(byText('Picture 3 is now picture 2 of 3.')).toBeInTheDocument()
    await expect.element(byLabel('Caption of picture 2')).toHaveValue('The third')
    await byRole('button', { name: 'Make cover' }).first().click()
    await expect.element(byLabel('Caption', { exact: true })).toHaveValue('The third')
    await submit().click()
    await expect
      .poll(() => sent)
      .toEqual([
        null,
        [
          { id: 'third.png', alt: '', caption: 'The third' },
          { id: 'cover.png', alt: '', caption: '' },
          { id: 'second.png', alt: 'Second', caption: '' },
        ],
      ])
  })
})

it('takes stored pictures, the first as its cover, each with its description and once', async () => {
  const sent: unknown[] = []
  const offer = (_id: string, alt: string) => ({
    _id,
    url: PICTURE_URL,
    preview: PICTURE_URL,
    width: 1,
    height: 1,
    alt,
  })
  answerCalls({
    'GET /api/media': ({ url }) => {
      sent.push(url.searchParams.get('for'))
      return { body: { pictures: [offer('one', 'A kettle'), offer('two', 'A cup')], total: 2 } }
    },
    'POST /api/post/new': ({ body }) => {
      sent.push(JSON.parse(String((body as FormData).get('pictures'))))
      return refused(503, 'Later.')
    },
  })
  await open()
  await field('Title').fill('Stored')
  await field('Description').fill('Text')
  await byRole('button', { name: 'Choose a stored picture' }).click()
  await byRole('button', { name: 'A kettle' }).click()
  await expect.element(byLabel('Alt text')).toHaveValue('A kettle')
  await byRole('button', { name: 'Choose a stored picture' }).click()
  await expect.element(byRole('button', { name: 'A kettle' })).toBeDisabled()
  await byRole('button', { name: 'A cup' }).click()
  await byLabel('Description of picture 2').fill('My cup')
  await submit().click()
  await expect
    .poll(() => sent.at(-1))
    .toEqual([
      { id: 'one', alt: 'A kettle', caption: '' },
      { id: 'two', alt: 'My cup', caption: '' },
    ])
  expect(sent[0]).toBe('post')
})

describe('the form of a new project', () => {
  it('shows the server’s errors at each field, and keeps everything entered', async () => {
    const words = 'x'.repeat(301)
    const issues = [
      { path: 'title', message: 'Title is required.' },
      { path: 'description', message: 'Description is required.' },
      { path: 'repo', message: 'Repository must be a web address that starts with http:// or https://.' },
      { path: 'alt', message: 'Alt text can have at most 300 characters.' },
    ]
    answerCalls({ 'POST /api/post/new': () => refused(422, 'Title is required.', { issues }) })
    await open()
    await field('Repository').fill('not an address')
    await field('Technologies').fill('Zig')
    await field('Image').upload(await pngFile('chart.png'))
    await byLabel('Alt text').fill(words)
    await submit().click()
    await expect.element(field('Title')).toHaveFocus()
    await expect.element(field('Title')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field('Title')).toHaveAccessibleDescription('Title is required.')
    await expect.element(field('Description')).toHaveAccessibleDescription('Description is required.')
    await expect
      .element(field('Repository'))
      .toHaveAccessibleDescription('Repository must be a web address that starts with http:// or https://.')
    await expect.element(byLabel('Alt text')).toHaveAccessibleDescription(/Alt text can have at most 300 characters\./)
    await expect.element(field('Repository')).toHaveValue('not an address')
    await expect.element(field('Technologies')).toHaveValue('Zig')
    await expect.element(byLabel('Alt text')).toHaveValue(words)
    expect((field('Image').element() as HTMLInputElement).files?.[0]?.name).toBe('chart.png')
    await expect.element(preview()).toBeVisible()
  })

  it('takes a picture that is pasted or dropped, which can be removed, but not while it is sent', async () => {
    const { held, release } = hold()
    const sent: FormDataEntryValue[] = []
    answerCalls({
      'POST /api/post/new': async ({ body }) => {
        sent.push(...(body as FormData).getAll('image'))
        await held
        return refused(503, 'In a moment.')
      },
    })
    await open()
    await field('Title').fill('With a picture')
    await field('Description').fill('Text')
    expect(await give('paste')).toBe(true)
    await expect.element(preview()).toBeVisible()
    await byRole('button', { name: 'Remove picture' }).click()
    await expect.element(preview()).not.toBeInTheDocument()
    await expect.element(byLabel('Alt text')).not.toBeInTheDocument()
    await expect.element(field('Image')).toHaveFocus()
    expect(await give('drop')).toBe(true)
    await expect.element(preview()).toBeVisible()
    await submit().click()
    await expect.poll(() => sent).toMatchObject([{ name: 'given.png' }])
    await byRole('button', { name: 'Remove picture' }).click({ force: true })
    await expect.element(preview()).toBeVisible()
    release()
    await expect.element(byRole('alert').filter({ hasText: 'In a moment.' })).toBeVisible()
    await expect.element(preview()).toBeVisible()
    expect(calls.filter((call) => call.startsWith('POST /api/post/'))).toHaveLength(1)
  })

  it('says that the server cannot be reached, and when it can again waits: nothing is typed or sent twice', async () => {
    answerCalls({})
    await open()
    await field('Title').fill('Only once')
    await field('Description').fill('Text')
    await submit().click()
    await expect.element(byRole('alert').filter({ hasText: 'The server cannot be reached.' })).toBeVisible()

    const { held, release } = hold()
    const sent: FormDataEntryValue[][] = []
    answerCalls({
      'POST /api/post/new': async ({ body }) => {
        sent.push((body as FormData).getAll('image'))
        await held
        return refused(503, 'In a moment.')
      },
    })
    await submit().dblClick()
    await expect.element(submit()).toHaveAttribute('aria-busy', 'true')
    await expect.element(submit().element().querySelector('svg')).toBeVisible()
    await submit().click({ force: true })
    await field('Description').click({ force: true })
    await type(' and while it is sent')
    await expect.element(field('Description')).toHaveValue('Text')
    field('Title').element().focus()
    await press('Enter')
    await press('Control+s')
    expect(await give('drop')).toBe(true)
    await expect.element(preview()).not.toBeInTheDocument()
    release()
    await expect.element(byRole('alert').filter({ hasText: 'In a moment.' })).toBeVisible()
    await expect.element(preview()).not.toBeInTheDocument()
    expect(sent).toEqual([[]])
  })

  it('sends its six fields at once, and the draft they were', async () => {
    const sent: FormData[] = []
    answerCalls({ 'POST /api/post/new': ({ body }) => refused(503, String(sent.push(body as FormData))) })
    await open()
    const fields = {
      ...{ Title: 'Called', Repository: 'https://example.org/code', Link: 'https://example.org/' },
      ...{ Technologies: 'Zig, C', Description: 'Said – so' },
    }
    for (const [label, words] of Object.entries(fields)) await field(label).fill(words)
    await field('Image').upload(await pngFile('chart.png'))
    await submit().click()
    await expect.poll(() => sent.length).toBe(1)
    const [form] = sent
    expect(['title', 'repo', 'link', 'tech', 'description'].map((name) => form?.get(name))).toEqual(
      Object.values(fields),
    )
    expect(form?.get('image')).toMatchObject({ name: 'chart.png' })
    const draft = { _id: expect.any(String), ended: { writer: expect.any(String), sequence: expect.any(Number) } }
    expect(JSON.parse(String(form?.get('draft')))).toMatchObject(draft)
  })

  it('has a story, whose editor is not there before it is wanted', async () => {
    const sent: FormData[] = []
    answerCalls({
      'POST /api/post/new': ({ body }) => {
        sent.push(body as FormData)
        const issues = [{ path: 'story', message: 'Story is too long: at most 1024 KiB.' }]
        return refused(422, 'Story is too long: at most 1024 KiB.', { issues })
      },
    })
    await open()
    await field('Title').fill('A sieve')
    await field('Description').fill('Text')
    await expect.element(byRole('textbox', { name: 'Story' })).not.toBeInTheDocument()
    await byRole('button', { name: 'Start with headings' }).click()
    await expect.element(byRole('textbox', { name: 'Story' })).toHaveFocus()
    await expect.element(byRole('heading', { name: 'What was hard' })).toBeVisible()
    await submit().click()
    await expect.element(byRole('textbox', { name: 'Story' })).toHaveAccessibleDescription(/at most 1024 KiB/)
    expect(sent[0]?.get('story')).toBe(
      ['Problem', 'What was hard', 'Result', 'Would do differently'].map((text) => `<h2>${text}</h2><p></p>`).join(''),
    )
  })
})

it('takes further links by name and address, which go out as one field', async () => {
  const sent: FormDataEntryValue[] = []
  const issues = [{ path: 'links.0.url', message: 'Link must be a web address that starts with http:// or https://.' }]
  answerCalls({
    'POST /api/post/new': async ({ body }) => {
      sent.push((body as FormData).get('links') ?? '')
      return refused(422, issues[0]?.message ?? '', { issues })
    },
  })
  await open()
  await byRole('button', { name: 'Add link' }).click()
  await expect.element(field('Link 1, name')).toHaveFocus()
  await field('Link 1, name').fill('Docs')
  await field('Link 1, address').fill('docs.example.org')
  await byRole('button', { name: 'Add link' }).click()
  await byRole('button', { name: 'Add link' }).click()
  await field('Link 3, name').fill('Talk')
  await field('Link 3, address').fill('https://talk.example.org/')
  await byRole('button', { name: 'Remove Talk' }).click()
  await submit().click()
  await expect.element(field('Link 1, address')).toHaveAccessibleDescription(/must be a web address/)
  expect(sent).toEqual(['[{"label":"Docs","url":"https://docs.example.org"}]'])
})
