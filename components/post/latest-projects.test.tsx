import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LatestProjects } from '@/components/post/latest-projects'

it('is nothing for visitors without a project, and leads the owner to the first', () => {
  const html = renderToStaticMarkup(<LatestProjects posts={[]} timeZone="UTC" />)
  expect(html).toMatch(/^<section[^>]* class="only-admin /)
  expect(html).toContain('No projects yet...')
  expect(html).toMatch(/<a [^>]*href="\/new"[^>]*>Add Project<\/a><\/section>$/)
})
