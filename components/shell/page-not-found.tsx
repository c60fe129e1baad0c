import { MessagePage } from '@/components/shell/message-page'
import { PlainSearch } from '@/components/shell/plain-search'
import { ButtonLink } from '@/components/ui/button'
import { paths } from '@/lib/routes/paths'
import { NAV_ABOUT, NAV_BLOG, NAV_HOME, NAV_PROJECTS, PAGE_NOT_FOUND, PAGE_NOT_FOUND_TEXT } from '@/lib/texts/constants'

/** A path that is no page: what the specification says, and where to look instead. */
export function PageNotFound() {
  return (
    <MessagePage
      title={PAGE_NOT_FOUND}
      actions={
        <>
          <ButtonLink href={paths.home}>{NAV_HOME}</ButtonLink>
          <ButtonLink href={paths.posts()}>{NAV_PROJECTS}</ButtonLink>
          <ButtonLink href={paths.notes()}>{NAV_BLOG}</ButtonLink>
          <ButtonLink href={paths.about}>{NAV_ABOUT}</ButtonLink>
        </>
      }
      below={<PlainSearch />}
    >
      <p>{PAGE_NOT_FOUND_TEXT}</p>
    </MessagePage>
  )
}
