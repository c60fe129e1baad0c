import type { Metadata } from 'next'
import { SignInForm } from '@/components/sign-in/sign-in-form'
import { AppLink } from '@/components/ui/app-link'
import { FormPage } from '@/components/user/form-page'
import { paths } from '@/lib/routes/paths'
import { signInMetadata } from '@/lib/seo/server/metadata'
import { getSettings } from '@/lib/site-settings/server/queries'

// Not cached: it is rarely requested, and prerendering it would need the database at build time.
export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return signInMetadata(await getSettings())
}

export default async function SignInPage() {
  const { signUpOpen } = await getSettings()
  return (
    <FormPage
      title="Credentials"
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
