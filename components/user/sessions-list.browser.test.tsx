import { expect, it } from 'vitest'
import { SessionsList } from '@/components/user/sessions-list'
import { answerCalls, byRole, navigations, press, render } from '@/tests/support/component'

const session = (id: string) => ({
  _id: id,
  device: `Browser ${id}`,
  createdAt: '2026-03-01T09:00:00.000Z',
  lastSeenAt: '2026-03-02T09:00:00.000Z',
  isCurrent: id === 'here',
})

it('hands the focus on when a key ended a session', async () => {
  let ids = ['here', 'one', 'two', 'three']
  const list = () => <SessionsList sessions={ids.map(session)} />
  const ended = { body: { message: 'Session ended.', count: 1 } }
  answerCalls({
    'DELETE /api/user/sessions/*': ({ url }) => {
      ids = ids.filter((id) => !url.pathname.endsWith(`/${id}`))
      return ended
    },
    'DELETE /api/user/sessions': () => {
      ids = ['here']
      return ended
    },
  })
  const show = render(list())
  /** Presses Enter on what has the focus, and shows what the server would once it was told. */
  const end = async () => {
    const before = navigations.length
    await press('Enter')
    await expect.poll(() => navigations.length).toBe(before + 1)
    show(list())
  }
  const endOf = (id: string) => byRole('button', { name: `End session: Browser ${id}` })
  // Below the first: the next comes into its place.
  await expect.element(endOf('two')).toBeVisible()
  endOf('two').element().focus()
  await end()
  await expect.element(endOf('three')).toHaveFocus()
  // There is none below the last.
  await end()
  await expect.element(endOf('one')).toHaveFocus()
  const endAll = byRole('button', { name: 'End all other sessions' })
  endAll.element().focus()
  await end()
  await expect.element(endAll).not.toBeInTheDocument()
  await expect.element(byRole('heading')).toHaveFocus()
})
