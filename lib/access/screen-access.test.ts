import { describe, expect, it } from 'vitest'
import { gateOf, passes } from '@/lib/access/screen-access'

describe('the gate', () => {
  it.each([
    '/new',
    '/new/',
    '/new-note',
    '/post/update/1',
    '/note/update/1/',
    '/adminpanel',
    '/adminpanel-notes',
    '/adminpanel-members/',
    '/audit',
    '/settings',
  ])('keeps %s for admins', (path) => {
    expect(gateOf(path)).toBe('admin')
  })

  it('lets anyone who is signed in change their own profile', () => {
    expect(gateOf('/user/update')).toBe('member')
  })

  it.each([
    '/',
    '/projects',
    '/post/1',
    '/post/update',
    '/newer',
    '/note/1',
    '/profile/1',
    '/search/new',
    '/settings/x',
  ])('leaves %s open', (path) => {
    expect(gateOf(path)).toBe('anyone')
  })

  it('believes only a boolean true', () => {
    expect(passes('admin', { isAdmin: 'true' })).toBe(false)
    expect(passes('admin', { isAdmin: true })).toBe(true)
    expect(passes('admin', null)).toBe(false)
    expect(passes('member', null)).toBe(false)
    expect(passes('member', { isAdmin: false })).toBe(true)
    expect(passes('anyone', null)).toBe(true)
  })
})
