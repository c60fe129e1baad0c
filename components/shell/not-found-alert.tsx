import { GoBack } from '@/components/shell/go-back'
import { MessagePage } from '@/components/shell/message-page'
import { Alert } from '@/components/ui/alert'

/** The alert for a missing project, note or profile, with a link to the list. */
export function NotFoundAlert({ text, back }: { text: string; back: string }) {
  return (
    <MessagePage actions={<GoBack href={back} />}>
      <h1 className="sr-only">Nothing here</h1>
      <Alert kind="error" className="font-sans">
        {text}
      </Alert>
    </MessagePage>
  )
}
