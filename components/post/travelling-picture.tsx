import { type ReactNode, ViewTransition } from 'react'
import type { Post } from '@/lib/post/schema'

/** What a link to a project's page says of its navigation. No other moves a picture, from one list to another, say. */
export const TO_PROJECT = 'to-project'

/** A project's picture, on a card or on its page: between the two it travels where the browser can (decision 028). */
export function TravellingPicture({ post, children }: { post: Post; children: ReactNode }) {
  return (
    <ViewTransition name={`picture-${post._id}`} share={{ [TO_PROJECT]: 'auto', default: 'none' }} default="none">
      {children}
    </ViewTransition>
  )
}
