import { expect, it } from 'vitest'
import { ADMIN_SCREENS, ADMIN_TABS, ADMIN_TILES } from '@/lib/access/admin-screens'
import { config } from '@/middleware'

it('has the middleware look at every one of these screens, and at no other', () => {
  const screens = Object.values(ADMIN_SCREENS).map(({ path }) => path.replace(':id', ':path*'))
  expect([...config.matcher].sort()).toEqual(screens.sort())
})

it('leads from the profile and between the tabs to the overview, then in the specification’s order, then to ours', () => {
  expect(ADMIN_TILES.map(({ path, label }) => [label, path])).toEqual([
    ['Overview', '/overview'],
    ['Add Project', '/new'],
    ['Admin Panel', '/adminpanel'],
    ['Add Note', '/new-note'],
    ['Notes Panel', '/adminpanel-notes'],
    ['Technologies', '/adminpanel-technologies'],
    ['Update Profile', '/user/update'],
    ['Security', '/user/security'],
    ['Site Settings', '/settings'],
    ['Members', '/adminpanel-members'],
    ['Audit Log', '/audit'],
  ])
  expect(ADMIN_TABS.map(({ path, label }) => [label, path])).toEqual([
    ['Overview', '/overview'],
    ['Readers', '/overview/readers'],
    ['Admin Panel', '/adminpanel'],
    ['Notes Panel', '/adminpanel-notes'],
    ['Pages', '/adminpanel-pages'],
    ['Technologies', '/adminpanel-technologies'],
    ['Redirects', '/adminpanel-redirects'],
    ['Pictures', '/adminpanel-pictures'],
    ['Site Settings', '/settings'],
    ['Members', '/adminpanel-members'],
    ['Import & Export', '/move'],
    ['Audit Log', '/audit'],
  ])
})
