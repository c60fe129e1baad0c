import { expect, it } from 'vitest'
import { WritingPage } from '@/components/content/writing-page'
import { NoteForm } from '@/components/note/note-form'
import type { AdminNote } from '@/lib/note/schema'
import { answerCalls, byRole, byText, expectAccessible, find, press, render, resize } from '@/tests/support/component'
import { text } from '@/tests/support/component-editor'

const HTML =
  '<p>One</p><h4>Two</h4><p>See <a href="/note/gone">here</a>, or <span style="color: white;">this</span></p>' +
  '<p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt=""></p>'

const note = {
  ...{ _id: '01890000-0000-7000-8000-000000000001', slug: 'two', version: 1, status: 'draft', publishAt: null },
  ...{ title: 'Two', about: '', description: HTML, tech: 'Go', series: '', related: '' },
} as unknown as AdminNote

const finding = (name: string) => byRole('button', { name })
const selected = () => document.getSelection()?.toString()

it('what a text lacks is listed when it is opened, leads to its place, and is gone once it is mended', async () => {
  answerCalls({ 'HEAD /note/gone': () => ({ status: 404, body: null }) })
  const from = { account: crypto.randomUUID(), copy: null }
  render(
    <WritingPage title="Edit Note">
      <NoteForm note={note} from={from} techInUse={[]} seriesInUse={[]} />
    </WritingPage>,
  )
  await expect.element(text()).toBeVisible()
  await expect.element(byText('In search results')).not.toBeInTheDocument()
  const summary = byText('Before it goes out')
  summary.element().focus()
  await press('Enter')
  await expect.element(byText('6 found.')).toBeInTheDocument()
  await expect.element(byText('/note/two', { exact: false }).first()).toBeVisible()
  await expect.element(byText('One Two See here, or this', { exact: true })).toBeVisible()
  await expectAccessible(find('details'))
  await resize(390, 844)
  expect(document.documentElement.scrollWidth).toBe(390)
  await resize(1280, 860)

  await finding('There is no summary').click()
  await expect.element(byRole('textbox', { name: 'About', exact: true })).toHaveFocus()
  await finding('“Two” is a heading 4').click()
  await expect.element(text()).toHaveFocus()
  await expect.poll(selected).toBe('Two')
  await finding('“here” leads nowhere: /note/gone').click()
  await expect.poll(selected).toBe('here')
  await finding('“this” is hard to read in the light scheme').click()
  await expect.poll(selected).toBe('this')
  finding('A picture has no description.').element().focus()
  await press('Enter')
  await expect.element(byRole('textbox', { name: 'Alt text' })).toBeVisible()

  await byRole('textbox', { name: 'About', exact: true }).fill('How it goes')
  await expect.element(byText('5 found.')).toBeInTheDocument()
  await expect.element(finding('There is no summary')).not.toBeInTheDocument()
})
