import { afterEach, expect, it, vi } from 'vitest'
import { PagesTable } from '@/components/page/pages-table'
import type { PageTableRow } from '@/lib/page/schema'
import { parseTableState } from '@/lib/table/trash-schema'
import { byRole, render } from '@/tests/support/component'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.parse('2026-06-01T12:00:00Z')

const row = (slug: string, ageDays: number): PageTableRow => ({
  ...{ _id: slug, title: `Title ${slug}`, slug, footer: '', version: 1, deletedAt: null, publishAt: null },
  ...{ createdAt: '2026-01-01T09:00:00.000Z', status: 'published', hasChanges: false },
  updatedAt: new Date(NOW - ageDays * DAY_MS).toISOString(),
})

it('says of its own pages which address the site has taken, and which says of today what is old', async () => {
  vi.setSystemTime(NOW)
  const rows = [row('archive', 1), row('now', 91), row('uses', 91)]
  render(<PagesTable page={{ rows, total: rows.length }} state={parseTableState({}, 10)} />, '/adminpanel-pages')
  await expect.element(byRole('row', { name: /Title archive/ })).toHaveTextContent('Address taken by the site')
  await expect.element(byRole('row', { name: /Title now/ })).toHaveTextContent('Unchanged for 90 days')
  await expect.element(byRole('row', { name: /Title uses/ })).not.toHaveTextContent('Unchanged')
})
afterEach(() => {
  vi.useRealTimers()
})
