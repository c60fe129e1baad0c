import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { useContext, useMemo, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { NotesTable } from '@/components/note/notes-table'
import { PostsTable } from '@/components/post/posts-table'
import { NotificationBanner } from '@/components/shell/notification-banner'
import type { PostTableRow } from '@/lib/post/schema'
import { parseTableState } from '@/lib/table/trash-schema'
import {
  answerCalls,
  byLabel,
  byRole,
  byText,
  calls,
  holdKey,
  press,
  refused,
  releaseKey,
  render,
} from '@/tests/support/component'
import { hold } from '@/tests/support/hold'

const row = (n: number): PostTableRow => ({
  ...{ _id: String(n), title: `Project ${n}`, createdAt: '2026-03-01T09:00:00.000Z', version: 1, deletedAt: null },
  ...{ status: 'published', publishAt: null, hasChanges: false, repo: '', link: '', isPinned: false, repoFact: null },
})

/** Of the server: what is not in the trash, and whether it knows who asks. */
let rows: PostTableRow[] = []
let isSignedIn = true

/** The table as its page renders it for its address: for each one it is sent to, and anew when it is refreshed. */
function Screen() {
  const router = useContext(AppRouterContext)
  const [loaded, setLoaded] = useState({ query: '', rows })
  const own = useMemo(() => {
    if (!router) return null
    const go = (href: string) => setLoaded({ query: href.split('?')[1] ?? '', rows })
    return { ...router, push: go, replace: go, refresh: () => setLoaded(({ query }) => ({ query, rows })) }
  }, [router])
  const state = parseTableState(Object.fromEntries(new URLSearchParams(loaded.query)), 5)
  const first = (state.page - 1) * state.size
  const page = { rows: loaded.rows.slice(first, first + state.size), total: loaded.rows.length }
  return (
    <AppRouterContext value={own}>
      <PostsTable page={page} state={state} />
      <h2>Below the table</h2>
      <NotificationBanner />
    </AppRouterContext>
  )
}

/** Opens the table with so many projects, the newest first. */
async function open(count: number, { answered = Promise.resolve() }: { answered?: Promise<void> } = {}): Promise<void> {
  const all = Array.from({ length: count }, (_, index) => row(count - index))
  rows = all
  isSignedIn = true
  const write = async (run: () => void, message: string) => {
    await answered
    if (!isSignedIn) return refused(401, 'Please sign in first.')
    run()
    return { body: { message, count: 1 } }
  }
  answerCalls({
    'DELETE /api/post/*': ({ url }) =>
      write(() => {
        rows = rows.filter(({ _id }) => !url.pathname.endsWith(`/${_id}`))
      }, 'Project deleted.'),
    'POST /api/post/trash': ({ body }) => {
      const { ids, action } = body as { ids: string[]; action: string }
      return write(() => {
        rows = all.filter(({ _id }) => (ids.includes(_id) ? action === 'restore' : rows.some((one) => one._id === _id)))
      }, `${ids.length} projects ${action}.`)
    },
    'POST /api/user/signin': () => {
      isSignedIn = true
      return { body: { message: 'Welcome.', _id: 'ada', userProfile: { name: 'Ada', isAdmin: true } } }
    },
  })
  render(<Screen />, '/adminpanel')
  await expectRows(Array.from({ length: Math.min(count, 5) }, (_, index) => count - index))
}

const expectRows = (shown: number[]) =>
  expect
    .poll(() =>
      byRole('rowheader')
        .elements()
        .map(({ textContent }) => textContent?.trim()),
    )
    .toEqual(shown.map((n) => `Project ${n}`))
const select = (n: number) => byRole('checkbox', { name: `Select Project ${n}` })
const button = (name: string) => byRole('button', { name, exact: true })
const chosen = () => byRole('region', { name: 'Selected rows' })

describe('a table with a trash', () => {
  it('works by keyboard alone', async () => {
    const { held, release } = hold()
    await open(4, { answered: held })
    select(4).element().focus()
    await press('Space')
    await press('ArrowDown')
    await expect.element(select(3)).toHaveFocus()
    await press('Space')
    await expect.element(byText('2 selected')).toBeVisible()
    await press('Escape')
    await expect.element(chosen()).not.toBeInTheDocument()
    button('Delete Project 3').element().focus()
    await press('Enter')
    await expectRows([4, 2, 1])
    // Not on the next Delete: one more Enter would take that row, too.
    await expect.element(select(2)).toHaveFocus()
    // Immediately, before the response has arrived.
    await press('Control+z')
    release()
    await expectRows([4, 3, 2, 1])
    expect(calls).toEqual(['DELETE /api/post/3', 'POST /api/post/trash'])
  })

  it('deletes at once the rows chosen with Shift', async () => {
    await open(7)
    await select(6).click()
    await holdKey('Shift')
    await select(4).click()
    await releaseKey('Shift')
    await expect.element(chosen()).toHaveTextContent('3 selected')
    await chosen().getByRole('button', { name: 'Delete' }).click()
    await expectRows([7, 3, 2, 1])
    await expect.element(byText('3 projects trash.')).toBeVisible()
    await expect.element(chosen()).not.toBeInTheDocument()
  })

  it('ends the selection with another page', async () => {
    await open(7)
    await byRole('checkbox', { name: 'Select all rows on this page' }).click()
    await expect.element(byText('5 selected')).toBeVisible()
    await button('Next page').click()
    await expectRows([2, 1])
    await expect.element(chosen()).not.toBeInTheDocument()
  })

  it('takes a double click on Delete for one, not for the row that moves up', async () => {
    await open(3)
    await button('Delete Project 3').dblClick()
    await expect.element(byText('Project deleted.')).toBeVisible()
    await expectRows([2, 1])
    expect(calls).toEqual(['DELETE /api/post/3'])
  })

  it('brings back what was deleted with Control Z wherever the focus is, and says what it undoes', async () => {
    await open(2)
    await button('Delete Project 2').click()
    await expectRows([1])
    const undo = button('Undo deleting Project 2')
    undo.element().focus()
    await press('Control+z')
    await expectRows([2, 1])

    await button('Delete Project 2').click()
    await expectRows([1])
    await byRole('heading', { name: 'Below the table' }).click()
    await press('Control+z')
    await expectRows([2, 1])

    // In a field it undoes what is typed there, and nothing else.
    await button('Delete Project 2').click()
    await expectRows([1])
    byLabel('Filter by title').element().focus()
    await press('Control+z')
    await expectRows([1])
    await undo.click()
    await expectRows([2, 1])
  })

  it.each([
    ['projects', PostsTable, '/new'],
    ['notes', NotesTable, '/new-note'],
  ])('says that there are no %s yet, and offers to create one', async (what, Table, path) => {
    render(<Table page={{ rows: [], total: 0 }} state={parseTableState({}, 5)} />)
    await expect.element(byText(`No ${what} yet...`)).toBeVisible()
    await expect.element(byRole('link', { name: 'Create one' })).toHaveAttribute('href', path)
  })

  it('offers to sign in beside it once the session has ended, and goes on', async () => {
    await open(1)
    isSignedIn = false
    await button('Delete Project 1').click()
    const refusal = byRole('alert').filter({ hasText: 'Please sign in first.' })
    await expect.element(refusal).toBeVisible()
    await expectRows([1])
    await refusal.getByRole('button', { name: 'Sign In' }).click()
    const dialog = byRole('dialog', { name: 'Sign In' })
    await dialog.getByLabelText('Email').fill('ada@example.org')
    await dialog.getByLabelText('Password').fill('a long password')
    await dialog.getByRole('button', { name: 'Sign In' }).click()
    await expect.element(refusal).not.toBeInTheDocument()
    await button('Delete Project 1').click()
    await expect.element(byText('Project deleted.')).toBeVisible()
    await expectRows([])
  })
})
