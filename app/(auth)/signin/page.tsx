import type { Metadata } from 'next'
import { AppLink } from '@/components/ui/app-link'
import { FormPage } from '@/components/user/form-page'
import { SignInForm } from '@/components/user/sign-in-form'
import { paths } from '@/lib/paths'
import { signInMetadata } from '@/lib/seo/metadata'
import { SIGN_IN_HEADING } from '@/lib/settings/constants'
import { getSettings } from '@/lib/settings/queries'

// Not kept: it is rarely asked for, and would want the database while the site is built.
export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return signInMetadata(await getSettings())
}

export default async function SignInPage() {
  const { signUpOpen } = await getSettings()
  return (
    <FormPage
      title={SIGN_IN_HEADING}
      after={
        signUpOpen && (
          <>
            No account yet?{' '}
            <AppLink href={paths.signUp} className="link">
              Register
            </AppLink>
          </>
        )
      }
    >
      <SignInForm />
    </FormPage>
  )
}
