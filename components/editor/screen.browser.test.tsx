import { describe, expect, it } from 'vitest'
import {
  answerCalls,
  byRole,
  byText,
  expectAccessible,
  find,
  locate,
  overflow,
  pngFile,
  press,
  refused,
  type,
} from '@/tests/support/component'
import { bar, dialog, openEditor, paste, text, tool, toolbar } from '@/tests/support/component-editor'
import { hold } from '@/tests/support/hold'

const LINES = '<p>A paragraph of its own.</p>'
const CODE = `<pre><code>${'a line of code\n'.repeat(60)}</code></pre><p>End</p>`
const svg = () => new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' })

/** Scrolls so that an element begins this far below the window's top. */
function scrollTo(selector: string, top: number) {
  scrollBy({ top: find(selector).getBoundingClientRect().top - top, behavior: 'instant' })
}

/** Whether two boxes share a line of the window. */
const isAdjacent = (a: DOMRect, b: DOMRect) => a.top < b.bottom && a.bottom > b.top
const caretBox = () => getSelection()?.getRangeAt(0).getBoundingClientRect() ?? new DOMRect()

describe('the editor', () => {
  it('has no fault axe would find, light and dark', async () => {
    answerCalls({ 'POST /api/media/copy': () => refused(422, 'There is no picture.') })
    await openEditor()
    await type(`\`\`\`ts ${'wide '.repeat(30)}`)
    await press('ArrowDown')
    await type('## Title\nword [x](/x)\n- one\n\n[ ] task\n\n')
    await expectAccessible()
    await type('/')
    await expect.element(byRole('listbox', { name: 'Blocks' })).toBeVisible()
    await expectAccessible()
    await type('tab\n')
    await expect.element(bar('Table')).toBeVisible()
    for (const heading of ['one', 'two', 'three']) {
      await type(heading)
      await press('Tab')
    }
    await expectAccessible()
    for (const name of ['Text colour', 'Text language', 'Link', 'Image', 'Video', 'Keyboard help', 'More blocks']) {
      await tool(name).click()
      await expect.element(dialog(name)).toBeVisible()
      await expectAccessible(dialog(name))
      await press('Escape')
    }
    paste({}, [svg()])
    paste({ 'text/html': '<p>A cup <img src="https://example.com/cup.png" alt="White, with tea in it"></p>' })
    await expect.element(byText(/^One picture could not be copied/).first()).toBeVisible()
    await expectAccessible()
  })

  it.each([
    ['Callout', '<aside data-callout="tip"><p>Mind the gap</p></aside>', 'aside'],
    ['Code block', '<pre><code>a\nb</code></pre>', 'pre'],
    ['Footnote', '<p>See<span data-footnote="">the source</span>.</p>', '.editor-footnote'],
    [
      'Picture',
      '<figure><img src="/media/a.png" width="64" height="48"><figcaption>A</figcaption></figure>',
      'img[src]',
    ],
  ])('has no such fault in the tools of a block: %s', async (name, html, selector) => {
    await openEditor(`${html}<p>End</p>`)
    await (await locate(`.editor-text ${selector}`)).click({ force: true })
    await expect.element(bar(name)).toBeVisible()
    await expectAccessible()
  })

  it('fits a phone, with every tool in reach', async () => {
    await openEditor('', { width: 390, height: 844 })
    await type('word')
    expect(overflow()).toBe(0)
    // What is used most, without scrolling.
    for (const name of ['Bold', 'Italic', 'Link', 'Bullet list', 'Image', 'Undo']) {
      await expect.element(tool(name)).toBeInViewport({ ratio: 1 })
    }
    await expect.element(toolbar().getByRole('combobox', { name: 'Header' })).toBeInViewport({ ratio: 1 })
    await tool('Link').click()
    await expect.element(dialog('Link').getByLabelText('Address')).toBeInViewport()
    const { left, right } = dialog('Link').element().getBoundingClientRect()
    expect(left >= 0 && right <= 390).toBe(true)
    expect(overflow()).toBe(0)
    await press('Escape')
    await expect.element(text()).toHaveFocus()
  })

  it('does not move what follows it when the text loses the focus', async () => {
    await openEditor('<p>word and nine more, so that the count is longer</p>', { width: 390, height: 844 })
    const before = find('[aria-label="Next field"]').getBoundingClientRect().top
    text().element().blur()
    await expect.element(text()).not.toHaveFocus()
    expect(find('[aria-label="Next field"]').getBoundingClientRect().top).toBe(before)
  })

  const BLOCKS = [
    ['Code block', '<pre><code class="language-typescript">const a = 1</code></pre>', 'pre'],
    ['Callout', '<aside data-callout="tip"><p>Mind the gap</p></aside>', 'aside'],
    [
      'Table',
      `<table><tbody>${'<tr><td><p>One</p></td><td><p>Two</p></td><td><p>Three</p></td></tr>'.repeat(3)}</tbody></table>`,
      'table',
    ],
  ] as const
  const LONG_LINE = `<p>${'Words that go from one side to the other. '.repeat(6)}</p>`
  it.each([390, 1440])('moves no text where the tools of a block come and go, at %i pixels', async (width) => {
    await openEditor(`<aside data-callout="note"><p>At the top</p></aside>${LONG_LINE}`, { width, height: 800 })
    const callout = () => find('.editor-text aside').getBoundingClientRect()
    const before = callout()
    await expect.element(bar('Callout')).toBeInViewport({ ratio: 1 })
    expect(bar('Callout').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(before.top)
    await text().getByText('Words that go').click()
    await expect.element(bar('Callout')).not.toBeInTheDocument()
    expect(callout()).toEqual(before)
  })

  it.each([390, 1440])('hides no caret behind the tools of its block, at %i pixels', async (width) => {
    const blocks = BLOCKS.map(([, html]) => `${html}${LONG_LINE}`).join('')
    await openEditor(`${LONG_LINE}${blocks}${LONG_LINE.repeat(9)}`, { width, height: 800 })
    for (const [name, , selector] of BLOCKS) {
      await press('ControlOrMeta+Home')
      await expect.element(bar(name)).not.toBeInTheDocument()
      scrollTo(`.editor-text ${selector}`, toolbar().element().getBoundingClientRect().height + 4)
      await (await locate(`.editor-text ${selector}`)).click()
      await expect.element(bar(name)).toBeInViewport({ ratio: 1 })
      await expect
        .poll(() => caretBox().top - bar(name).element().getBoundingClientRect().bottom)
        .toBeGreaterThanOrEqual(0)
    }
  })

  it('keeps the bar of a picture in sight that is higher than the window', async () => {
    const picture = URL.createObjectURL(await pngFile('a.png', { width: 300, height: 2000 }))
    await openEditor('<p><img src="/media/a.png" width="300" height="2000"></p>', { width: 390, height: 600 })
    find<HTMLImageElement>('.editor-text img[src]').src = picture
    await expect.poll(() => find('.editor-text img[src]').getBoundingClientRect().height).toBeGreaterThan(1000)
    await (await locate('.editor-text img[src]')).click({ position: { x: 100, y: 50 } })
    await expect.element(bar('Picture')).toBeVisible()
    scrollTo('.editor-text img[src]', -600)
    await expect.element(bar('Picture')).toBeInViewport({ ratio: 1 })
  })

  it('keeps the bar of long code off its line', async () => {
    await openEditor(CODE, { width: 390, height: 844 })
    for (const from of [0, 400, 700, 1000]) {
      scrollTo('.editor-text pre', 300 - from)
      // Never near the last one: a third click at once selects the whole block.
      await (await locate('.editor-text pre')).click({ position: { x: 60 + from / 10, y: from + 200 } })
      await expect.element(bar('Code block')).toBeInViewport({ ratio: 1 })
      await expect
        .poll(() => isAdjacent(bar('Code block').element().getBoundingClientRect(), caretBox()), {
          message: `scrolled by ${from}`,
        })
        .toBe(false)
    }
  })

  it('keeps the handle of a block in sight that begins above the window', async () => {
    await openEditor(CODE, { width: 1280, height: 700 })
    scrollTo('.editor-text pre', -400)
    await (await locate('.editor-text pre')).hover({ position: { x: 300, y: 800 } })
    await expect.element(byRole('button', { name: 'Move block' })).toBeInViewport({ ratio: 1 })
  })

  it.each([
    { width: 390, height: 430 },
    { width: 1280, height: 720 },
  ])('tells of its pictures beside the caret, however long the text is, at $width pixels', async (size) => {
    const message = 'The picture could not be stored. Try again in a moment.'
    const { held, release } = hold()
    answerCalls({
      'POST /api/media/new': () => held.then(() => refused(503, message)),
      'POST /api/media/copy': () => refused(422, 'There is no picture.'),
    })
    await openEditor(LINES.repeat(120), size)
    await press('ControlOrMeta+End')
    paste({}, [await pngFile()])
    await type('The last line')
    const notice = await locate('.editor-notice')
    await expect.element(notice).toHaveTextContent('Uploading a.png …')
    await expect.element(notice).toBeInViewport({ ratio: 1 })
    release()
    const alert = byRole('alert')
    await expect.element(alert).toHaveTextContent(`a.png was not uploaded. ${message}`)
    await expect.element(alert).toBeInViewport({ ratio: 1 })
    await expect
      .poll(() => {
        const { top, bottom } = caretBox()
        return top >= alert.element().getBoundingClientRect().bottom && bottom <= innerHeight
      })
      .toBe(true)
    await alert.getByRole('button', { name: 'Remove the picture' }).click()

    paste({ 'text/html': '<p>A cup <img src="https://example.com/cup.png" alt="White, with tea"></p>' })
    await expect.element(byText(/^One picture could not be copied/).first()).toBeInViewport({ ratio: 1 })
    await byRole('button', { name: 'Leave it there' }).click()
    paste({}, [svg()])
    await expect.element(await locate('.editor-notice')).toHaveTextContent('a.svg is not a picture we can show')
    await expect.element(await locate('.editor-notice')).toBeInViewport({ ratio: 1 })
  })
})
