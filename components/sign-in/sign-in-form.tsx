'use client'

import { SignInFields } from '@/components/sign-in/sign-in-fields'
import { useSignIn } from '@/components/sign-in/use-sign-in'
import { Button } from '@/components/ui/button'
import { HydrationFieldset, NeedsJavaScript } from '@/components/ui/form/hydration-fieldset'
import { notifyNextScreen } from '@/lib/browser/notification'
import { pathOnThisSite, paths } from '@/lib/routes/paths'
import { OVERVIEW } from '@/lib/texts/constants'
import { SIGN_IN } from '@/lib/texts/frame-constants'

/** The sign-in screen's form. It validates nothing itself: the server's message is shown (specification, sections 5, 8). */
export function SignInForm() {
  const signIn = useSignIn((message, isAdmin) => {
    const next = pathOnThisSite(new URLSearchParams(window.location.search).get('next'))
    const link = isAdmin && next === paths.home ? { label: OVERVIEW, href: paths.overview } : undefined
    notifyNextScreen(message, link)
    // A full page load discards pages the browser cached while signed out.
    window.location.assign(next)
  })
  return (
    <form method="post" noValidate onSubmit={signIn.onSubmit} className="space-y-5">
      <NeedsJavaScript />
      <SignInFields signIn={signIn} />
      <HydrationFieldset saysNeed={false}>
        <Button type="submit" variant="solid" busy={signIn.busy} className="w-full">
          {SIGN_IN}
        </Button>
      </HydrationFieldset>
      <p id="message" role="alert" className={`min-h-6 text-sm ${signIn.isRefusal ? 'text-danger' : ''}`}>
        {signIn.message}
      </p>
    </form>
  )
}
