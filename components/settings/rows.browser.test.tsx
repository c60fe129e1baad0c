import { type ReactNode, useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { CompetenciesEditor } from '@/components/settings/competencies-editor'
import { HomeSectionsEditor } from '@/components/settings/home-sections-editor'
import type { AreaDraft } from '@/components/settings/settings-values'
import type { HomeSection } from '@/lib/site-settings/look'
import { byLabel, byRole, press, render, type } from '@/tests/support/component'

const draft = (title: string, items: string[]): AreaDraft => ({
  key: title,
  title,
  items: items.map((text) => ({ key: text, text })),
})

type HolderProps<Value> = {
  initial: Value
  onShown: (value: Value) => void
  children: (value: Value, change: (value: Value) => void) => ReactNode
}

/** Holds what an editor changes, as its form does. */
function Holder<Value>({ initial, onShown, children }: HolderProps<Value>) {
  const [value, change] = useState(initial)
  useEffect(() => onShown(value), [value, onShown])
  return children(value, change)
}

/** Focuses a button and presses it by the keyboard. */
async function pressButton(name: string): Promise<void> {
  const button = byRole('button', { name, exact: true })
  await expect.element(button).toBeEnabled()
  button.element().focus()
  await press('Enter')
}

it('competencies are added, moved and removed by buttons, and the focus stays with them', async () => {
  let shown: AreaDraft[] = []
  const texts = () => shown.map(({ title, items }) => [title, ...items.map(({ text }) => text)])
  const onShown = (areas: AreaDraft[]) => {
    shown = areas
  }
  render(
    <Holder initial={[draft('First', ['a', 'b', 'c']), draft('Second', ['d'])]} onShown={onShown}>
      {(areas, change) => <CompetenciesEditor areas={areas} onChange={change} issueOf={() => undefined} />}
    </Holder>,
  )
  const down = byRole('button', { name: 'Move a down' })
  await pressButton('Move a down')
  await expect.element(down).toHaveFocus()
  await press('Enter')
  await expect.poll(texts).toEqual([
    ['First', 'b', 'c', 'a'],
    ['Second', 'd'],
  ])
  await expect.element(down).toBeDisabled()
  await pressButton('Remove c')
  await expect.element(byLabel('First, competency 2')).toHaveFocus()

  byLabel('First, competency 1').element().focus()
  await press('Enter')
  await type('new')
  await pressButton('Add competency to Second')
  await expect.element(byLabel('Second, competency 2')).toHaveFocus()
  await type('e')
  await pressButton('Move Second up')
  await pressButton('Add area')
  await type('Third')
  await expect.poll(texts).toEqual([
    ['Second', 'd', 'e'],
    ['First', 'b', 'new', 'a'],
    ['Third', ''],
  ])
})

it('a section that is hidden and shown again returns to its place', async () => {
  let now: HomeSection[] = []
  const onShown = (sections: HomeSection[]) => {
    now = sections
  }
  render(
    <Holder<HomeSection[]> initial={['projects', 'competencies', 'notes', 'contact']} onShown={onShown}>
      {(shown, change) => <HomeSectionsEditor shown={shown} error={undefined} onChange={change} />}
    </Holder>,
  )
  for (const _ of [1, 2]) await byRole('button', { name: 'Move Contact up' }).click()
  await expect.poll(() => now).toEqual(['projects', 'contact', 'competencies', 'notes'])
  const box = (name: string) => byRole('checkbox', { name, exact: true })
  for (const name of ['Latest projects', 'Contact', 'Competencies', 'Latest notes']) await box(name).click()
  await expect.poll(() => now).toEqual([])
  for (const name of ['Competencies', 'Latest projects', 'Contact']) await box(name).click()
  await expect.poll(() => now).toEqual(['projects', 'contact', 'competencies'])
})
