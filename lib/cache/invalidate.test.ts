import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostPath } from '@/lib/cache/invalidate'
import { ROOT } from '@/scripts/bootstrap/root.mjs'

describe('hostPath', () => {
  it.each(['/', '/projects', '/myblog', '/search', '/note/*', '/post/*'])(
    'names the route of a page for %s',
    (path) => {
      const [route, type] = hostPath(path)
      expect(type).toBe('page')
      expect(existsSync(join(ROOT, 'app', route, 'page.tsx'))).toBe(true)
    },
  )

  it('leaves every other path as it is', () => {
    for (const path of ['/note/1', '/profile/1', '/feed.xml', '/sitemap.xml']) expect(hostPath(path)).toEqual([path])
  })
})
