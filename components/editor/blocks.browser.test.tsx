import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  answerCalls,
  byLabel,
  byRole,
  calls,
  drag,
  find,
  locate,
  press,
  releaseMouse,
  type,
} from '@/tests/support/component'
import {
  announced,
  bar,
  dialog,
  html,
  openEditor,
  paste,
  selectedText,
  text,
  tool,
} from '@/tests/support/component-editor'
import { hold } from '@/tests/support/hold'

describe('links', () => {
  it('of another protocol are refused at their field, and the text stays', async () => {
    await openEditor()
    await type('word')
    await press('ControlOrMeta+a')
    await press('ControlOrMeta+k')
    const address = dialog('Link').getByLabelText('Address')
    for (const refused of ['', 'javascript:alert(1)', 'ftp://example.com', 'data:text/html,x', 'two words']) {
      await address.fill(refused)
      await press('Enter')
      await expect.element(address).toHaveAttribute('aria-invalid', 'true')
      await expect.element(address).toHaveAccessibleDescription(/address/)
    }
    await address.fill('me@example.com')
    await press('Enter')
    await expect.element(text()).toHaveFocus()
    expect(html()).toBe('<p><a href="mailto:me@example.com">word</a></p>')
  })

  it('can be changed and removed in place', async () => {
    await openEditor()
    await type('see [here](/projects) now')
    await press('ArrowLeft', 6)
    const link = bar('Link').getByRole('link')
    await expect.element(link).toHaveAttribute('href', '/projects')
    await bar('Link').getByRole('button', { name: 'Change link' }).click()
    await dialog('Link').getByLabelText('Address').fill('/about')
    await press('Enter')
    await expect.element(link).toHaveAttribute('href', '/about')
    await bar('Link').getByRole('button', { name: 'Remove link' }).click()
    expect(html()).toBe('<p>see here now</p>')
  })
})

describe('two brackets', () => {
  const found = (title: string) => ({
    ...{ kind: 'note', _id: title, title, path: `/note/${title.toLowerCase()}` },
    ...{ extract: '', marks: [], tech: '', createdAt: '' },
  })
  const menu = () => byRole('listbox', { name: 'Notes and projects' })

  it('link a page by its title, and leave alone what matches none', async () => {
    answerCalls({
      'GET /api/find/newest': () => ({ body: [found('Newest')] }),
      'GET /api/find': ({ url }) => ({
        body: { results: url.searchParams.get('q') === 'zebra' ? [found('Zebra')] : [], total: 1 },
      }),
    })
    await openEditor()
    await type('See [[zebra')
    const option = menu().getByRole('option', { name: /^Zebra/ })
    await expect.element(option).toHaveAttribute('aria-selected', 'true')
    await expect.element(text()).toHaveAttribute('aria-activedescendant', option.element().id)
    await press('Enter')
    await expect.element(menu()).not.toBeInTheDocument()
    await type(', too [[zebra]]')
    await expect.element(menu()).not.toBeInTheDocument()
    expect(html()).toBe('<p>See <a href="/note/zebra">Zebra</a>, too [[zebra]]</p>')
  })

  it('ask for what they match alone, and show no answer that is late', async () => {
    const { held, release } = hold()
    answerCalls({
      'GET /api/find/newest': () => ({ body: [found('Newest')] }),
      'GET /api/find': async ({ url }) => {
        const title = url.searchParams.get('q') ?? ''
        if (title === 'First') await held
        return { body: { results: [found(title)], total: 1 } }
      },
    })
    await openEditor()
    await type('See [[')
    await expect.element(menu().getByRole('option')).toHaveTextContent(/^Newest/)
    await type('First')
    await expect.poll(() => calls.some((call) => call.includes('q=First'))).toBe(true)
    await press('Backspace', 5)
    await type('Second')
    await expect.element(menu().getByRole('option')).toHaveTextContent(/^Second/)
    release()
    await type('x')
    await press('Backspace')
    await expect.element(menu().getByRole('option')).toHaveTextContent(/^Second/)
    expect(calls.filter((call) => !call.startsWith('GET /api/find'))).toEqual([])
  })
})

describe('blocks of a technical writer', () => {
  it('are written by hand', async () => {
    await openEditor()
    await type('/tip')
    await press('Enter')
    await type('Mind the gap')
    await bar('Callout').getByRole('combobox', { name: 'Kind' }).selectOptions('warning')
    text().element().focus()
    await press('ControlOrMeta+End')

    await type('```js a\nb\nc')
    await bar('Code block').getByLabelText('File name').fill('src/a.js')
    const lines = bar('Code block').getByLabelText('Marked lines')
    await expect.element(lines).toHaveAttribute('placeholder', '3')
    await lines.click()
    await type('1, 3,')
    expect(html()).toContain('data-lines="1,3"')
    await lines.fill('3')
    await press('Enter')
    await press('ControlOrMeta+End')
    await press('ArrowDown')

    await type('See')
    await press('ControlOrMeta+Alt+f')
    await expect.element(byRole('textbox', { name: 'Footnote' })).toHaveFocus()
    await type('the ')
    await press('ControlOrMeta+b')
    await type('source')
    await press('Enter')
    await expect.element(text()).toHaveFocus()
    await type(', and $x^2$.\n')
    const foot = await locate('.editor-foot')
    await type('$\\nonsense{x}$')
    await expect
      .element(foot)
      .toHaveTextContent('This formula cannot be shown. Unsupported function name: \\nonsense at position 1.')
    await press('Backspace', '$\\nonsense{x}$'.length)
    await expect.element(foot).not.toHaveTextContent('This formula')

    await tool('More blocks').click()
    await dialog('More blocks').getByRole('button', { name: 'Formula' }).click()
    const tex = dialog('Formula').getByLabelText('TeX')
    await tex.fill('\\frac{a')
    await press('Enter')
    await expect.element(dialog('Formula').getByRole('alert')).toHaveTextContent('expected')
    await tex.fill('\\frac{a}{b}')
    await press('Enter')
    await expect.element(text()).toHaveFocus()
    expect(html()).toBe(
      '<aside data-callout="warning"><p>Mind the gap</p></aside>' +
        '<pre data-file="src/a.js" data-lines="3"><code class="language-javascript">a\nb\nc</code></pre>' +
        '<p>See<span data-footnote="">the <strong>source</strong></span>, and <math data-tex="x^2"><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math>.</p>' +
        '<math data-tex="\\frac{a}{b}" display="block"><mfrac><mi>a</mi><mi>b</mi></mfrac></math>',
    )
  })

  it('take the signs of Markdown in a footnote as in the text', async () => {
    await openEditor()
    await type('See')
    await press('ControlOrMeta+Alt+f')
    await expect.element(byRole('textbox', { name: 'Footnote' })).toHaveFocus()
    await type('**b** *i* `c` ~~s~~ [l](/x) 2 * 3 * 4')
    await press('Enter')
    await expect.element(text()).toHaveFocus()
    await type('.')
    expect(html()).toBe(
      '<p>See<span data-footnote=""><strong>b</strong> <em>i</em> <code>c</code> <s>s</s> <a href="/x">l</a> 2 * 3 * 4</span>.</p>',
    )
  })

  it('let an arrow at the end of a footnote lead to the tool beside it', async () => {
    await openEditor()
    await type('See')
    await press('ControlOrMeta+Alt+f')
    const footnote = byRole('textbox', { name: 'Footnote' })
    await expect.element(footnote).toHaveFocus()
    await type('one')
    await press('ArrowLeft')
    await press('ArrowRight')
    await expect.element(footnote).toHaveFocus()
    await press('ArrowRight')
    await expect.element(byRole('button', { name: 'Remove footnote' })).toHaveFocus()
    await press('ArrowLeft')
    await expect.element(footnote).toHaveFocus()
  })

  it('have marked lines of code across the whole width', async () => {
    const code = '<pre data-lines="2"><code>a\n\nb</code></pre>'
    await openEditor()
    paste({ 'text/html': code })
    await locate('.editor-text pre')
    const pre = document.querySelector('.editor-text pre') as HTMLElement
    const inner = pre.firstElementChild as HTMLElement
    const { width, height, maskImage } = getComputedStyle(inner, '::before')
    expect({ width, height }).toEqual({ width: `${pre.clientWidth}px`, height: `${inner.clientHeight}px` })
    expect(maskImage).toMatch(/^linear-gradient/)
    expect(html()).toBe(code)
  })

  it('show code whole again at the beginning of the line after a long one', async () => {
    const scrolled = () => document.querySelector('.editor-text pre')?.scrollLeft
    await openEditor('', { width: 390, height: 844 })
    await type('```ts\n')
    await type(`const long = '${'word '.repeat(15)}'`)
    await expect.poll(scrolled).toBeGreaterThan(50)
    await press('Enter')
    await type('x')
    await expect.poll(scrolled).toBe(0)
  })
})

it('moves blocks by keys, by their handle, and step by step', async () => {
  const paragraphs = () => [...text().element().querySelectorAll('p')].map(({ textContent }) => textContent)
  await openEditor()
  await type('one\ntwo\nthree\nfour')
  await press('Alt+Shift+ArrowUp')
  await expect.poll(paragraphs).toEqual(['one', 'two', 'four', 'three'])
  await expect.element(announced()).toHaveTextContent('Moved up.')

  const handle = byRole('button', { name: 'Move block' })
  await text().getByText('one', { exact: true }).hover()
  await drag('[aria-label="Move block"]', '.editor-text p:nth-of-type(3)')
  await locate('.editor-drop-line')
  await releaseMouse()
  await expect.poll(paragraphs).toEqual(['two', 'four', 'one', 'three'])

  await text().getByText('three', { exact: true }).hover()
  await handle.click()
  await dialog('Block').getByRole('button', { name: 'Move up' }).click()
  await dialog('Block').getByRole('button', { name: 'Move up' }).click()
  await press('Escape')
  expect(html()).toBe('<p>two</p><p>three</p><p>four</p><p>one</p>')
})

describe('finding', () => {
  const field = () => byLabel('Find', { exact: true })
  const count = () => page.elementLocator(find('search')).getByRole('status')

  it('replaces words, as one step', async () => {
    await openEditor()
    await type('One cat, **two** Cats.\nNo dog, one caf\u00e9.')
    await press('ControlOrMeta+f')
    await expect.element(field()).toHaveFocus()
    await type('cat')
    await expect.element(count()).toHaveTextContent('1 of 2')
    await press('Enter')
    await expect.element(count()).toHaveTextContent('2 of 2')
    await expect.element(await locate('.ProseMirror-active-search-match')).toHaveTextContent('Cat')
    // As file names of macOS are copied; the text has it composed.
    await field().fill('cafe\u0301')
    await expect.element(count()).toHaveTextContent('1 of 1')
    await field().fill('cat')
    await expect.element(count()).toHaveTextContent('1 of 2')
    const matchCase = byLabel('Match case')
    expect(matchCase.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(13)
    await matchCase.click()
    await expect.element(count()).toHaveTextContent('1 of 1')
    await matchCase.click()
    await byLabel('Replace with').fill('$& fox')
    await byRole('button', { name: 'Replace all' }).click()
    await expect.element(count()).toHaveTextContent('2 replaced')
    await press('Escape')
    await expect.element(text()).toHaveFocus()
    await press('ControlOrMeta+z')
    await expect.element(text()).toHaveTextContent('One cat, two Cats.')
    await press('ControlOrMeta+Shift+z')
    expect(html()).toBe('<p>One $&amp; fox, <strong>two</strong> $&amp; foxs.</p><p>No dog, one caf\u00e9.</p>')
  })

  it('begins with what follows the caret, and goes on at the start after the end', async () => {
    await openEditor()
    await type('a cat\na cat\na cat')
    await press('ArrowUp')
    await press('Home')
    await press('ArrowRight')
    await press('ControlOrMeta+f')
    await expect.element(field()).toHaveFocus()
    await type('cat')
    await expect.element(count()).toHaveTextContent('2 of 3')
    await press('Escape')
    // What is selected is what is looked for, and itself the first.
    await expect.poll(selectedText).toBe('cat')
    await expect.element(text()).toHaveFocus()
    await press('ControlOrMeta+f')
    await expect.element(field()).toHaveFocus()
    await expect.element(count()).toHaveTextContent('2 of 3')
    for (const next of ['3 of 3', '1 of 3']) {
      await press('Enter')
      await expect.element(count()).toHaveTextContent(next)
    }
    // Asked for once more from the text, it is there to be typed into.
    await text().getByText('a cat').first().click()
    await press('ControlOrMeta+f')
    await expect.element(field()).toHaveFocus()
    await type('a cat')
    await expect.element(field()).toHaveValue('a cat')
  })
})
