import { MessagePage } from '@/components/shell/message-page'
import { ButtonLink } from '@/components/ui/button'
import { paths } from '@/lib/routes/paths'
import { NAV_HOME, PAGE_NOT_FOUND, PAGE_NOT_FOUND_TEXT } from '@/lib/texts/constants'

export function PageNotFound() {
  return (
    <MessagePage title={PAGE_NOT_FOUND} actions={<ButtonLink href={paths.home}>{NAV_HOME}</ButtonLink>}>
      <p>{PAGE_NOT_FOUND_TEXT}</p>
    </MessagePage>
  )
}
