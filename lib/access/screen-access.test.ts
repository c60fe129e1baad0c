import { describe, expect, it } from 'vitest'
import { accessOf, canOpen } from '@/lib/access/screen-access'

describe('the gate', () => {
  it.each([
    '/new',
    '/new/',
    '/new-note',
    '/post/update/1',
    '/note/update/1/',
    '/note/history/1',
    '/preview/note/1',
    '/post/history/1/',
    '/adminpanel',
    '/adminpanel-notes',
    '/adminpanel-members/',
    '/audit',
    '/move',
    '/settings',
    '/welcome',
  ])('keeps %s for admins', (path) => {
    expect(accessOf(path)).toBe('admin')
  })

  it.each(['/user/update', '/user/security/'])('lets anyone who is signed in open %s', (path) => {
    expect(accessOf(path)).toBe('member')
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
    expect(accessOf(path)).toBe('anyone')
  })

  it('believes only a boolean true', () => {
    expect(canOpen('admin', { isAdmin: 'true' })).toBe(false)
    expect(canOpen('admin', { isAdmin: true })).toBe(true)
    expect(canOpen('admin', null)).toBe(false)
    expect(canOpen('member', null)).toBe(false)
    expect(canOpen('member', { isAdmin: false })).toBe(true)
    expect(canOpen('anyone', null)).toBe(true)
  })
})
