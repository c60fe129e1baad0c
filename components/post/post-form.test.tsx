import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PostForm } from '@/components/post/post-form'
import { ACCEPTED_IMAGE_TYPES } from '@/lib/media/accepted-types'

it('offers every kind of picture that is taken, by each of its names', () => {
  expect(renderToStaticMarkup(<PostForm from={{ account: '', copy: null }} techInUse={[]} />)).toContain(
    `accept="${ACCEPTED_IMAGE_TYPES}"`,
  )
})
