import { type ReactNode, useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { HomeSectionsEditor } from '@/components/settings/home-sections-editor'
import { type LinkRow, LinkRows } from '@/components/ui/form/link-rows'
import type { HomeSection } from '@/lib/site-settings/look'
import { byLabel, byRole, press, render, type } from '@/tests/support/component'

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

it('links are added, moved and removed by buttons, and the focus stays with them', async () => {
  let now: LinkRow[] = []
  const addresses = () => now.map(({ url }) => url)
  const onShown = (links: LinkRow[]) => {
    now = links
  }
  const link = (url: string) => ({ key: url, label: '', url })
  render(
    <Holder initial={['a', 'b', 'c'].map(link)} onShown={onShown}>
      {(rows, onChange) => (
        <LinkRows
          name="profileLinks"
          legend="Links"
          hint="Elsewhere."
          {...{ rows, onChange }}
          issueOf={() => undefined}
        />
      )}
    </Holder>,
  )
  const down = byRole('button', { name: 'Move a down' })
  await pressButton('Move a down')
  await expect.element(down).toHaveFocus()
  await press('Enter')
  await expect.poll(addresses).toEqual(['b', 'c', 'a'])
  await expect.element(down).toBeDisabled()
  await pressButton('Remove c')
  await expect.element(byLabel('Link 2, address')).toHaveFocus()
  await pressButton('Move a up')
  await pressButton('Add link')
  await expect.element(byLabel('Link 3, address')).toHaveFocus()
  await type('d')
  await expect.poll(addresses).toEqual(['a', 'b', 'd'])
  for (const name of ['Remove d', 'Remove b', 'Remove a']) await pressButton(name)
  await expect.element(byRole('button', { name: 'Add link' })).toHaveFocus()
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
