'use client'

import { FindForm } from '@/components/shell/find-form'
import { MessagePage } from '@/components/shell/message-page'
import { NearPages } from '@/components/shell/near-pages'
import { ButtonLink } from '@/components/ui/button'
import { publicPaths } from '@/lib/routes/public-paths'
import { NAV_ABOUT, NAV_BLOG, NAV_HOME, NAV_PROJECTS, PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

/**
 * A path that is no page: what the specification says, and where to look instead. A client component, so that it is in
 * the data of every page it might replace by its name alone.
 */
export function PageNotFound() {
  return (
    <MessagePage title={PAGE_NOT_FOUND} actions={<WaysOn />} below={<FindBelow />}>
      <p>Sorry, the page you are looking for doesn't exist.</p>
    </MessagePage>
  )
}

/** What has a name like what is not there, and the search. */
export function FindBelow() {
  return (
    <>
      <FindForm id="find-here" isLandmark />
      <NearPages />
    </>
  )
}

/** To what every visitor can see. */
export function WaysOn() {
  return (
    <>
      <ButtonLink href={publicPaths.home}>{NAV_HOME}</ButtonLink>
      <ButtonLink href={publicPaths.posts()}>{NAV_PROJECTS}</ButtonLink>
      <ButtonLink href={publicPaths.notes()}>{NAV_BLOG}</ButtonLink>
      <ButtonLink href={publicPaths.about}>{NAV_ABOUT}</ButtonLink>
    </>
  )
}
