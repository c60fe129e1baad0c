'use client'

import { travelBack } from '@/components/post/travel-back'
import { GoBack } from '@/components/shell/go-back'
import { publicPaths } from '@/lib/routes/public-paths'

/** The way back from a project: its picture travels with it. */
export function BackFromPost() {
  return <GoBack href={publicPaths.posts()} back={travelBack} />
}
