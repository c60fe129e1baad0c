import { describe, expect, it } from 'vitest'
import { CALLS } from '@/tests/support/calls'
import { filesOf, textOf } from './lint/sources'

/** Next-auth's own, what sends the calls of assistants, and what catches the rest. */
const NO_CALLS = ['/api/[[...rest]]', '/api/auth/[...nextauth]', '/api/mcp']

describe('the routes of the API', () => {
  const files = filesOf('app/api').filter((file) => file.endsWith('/route.ts'))

  it('are all known to the tests, which try each as every role', () => {
    const paths = files.map((file) => file.replace(/^app|\/route\.ts$/g, ''))
    const known = new Set(CALLS.map(({ path }) => path.replace(/:(\w+)/g, '[$1]')))
    expect(paths.sort()).toEqual([...known, ...NO_CALLS].sort())
  })

  it('all go through the one wrapper', () => {
    // trashRoute() makes one of it for each kind.
    const wrapped = /export const \{ GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS \} = (route|trashRoute)\(/
    expect(files.filter((file) => !wrapped.test(textOf(file)))).toEqual([])
  })
})
