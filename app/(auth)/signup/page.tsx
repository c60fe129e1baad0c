import type { Metadata } from 'next'
import { Alert } from '@/components/ui/alert'
import { AppLink } from '@/components/ui/app-link'
import { FormPage } from '@/components/user/form-page'
import { SignUpForm } from '@/components/user/sign-up-form'
import { paths } from '@/lib/routes/paths'
import { signUpMetadata } from '@/lib/seo/server/metadata'
import { getSettings } from '@/lib/site-settings/server/queries'
import { SIGN_UP_HEADING } from '@/lib/texts/constants'
import { SIGN_IN } from '@/lib/texts/frame-constants'

// Not cached: it has to show whether sign-up is open now.
export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return signUpMetadata(await getSettings())
}

export default async function SignUpPage() {
  const { signUpOpen } = await getSettings()
  return (
    <FormPage
      title={SIGN_UP_HEADING}
      after={
        <>
          Already registered?{' '}
          <AppLink href={paths.signIn()} className="link">
            {SIGN_IN}
          </AppLink>
        </>
      }
    >
      {signUpOpen ? <SignUpForm /> : <Alert>Registration is closed.</Alert>}
    </FormPage>
  )
}
