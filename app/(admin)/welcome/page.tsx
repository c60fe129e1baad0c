import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { WritingPage } from '@/components/content/writing-page'
import { RemoveExamples } from '@/components/first-steps/remove-examples'
import { StartEmpty } from '@/components/first-steps/start-empty'
import { SETTINGS_LABELS } from '@/components/settings/settings-fields'
import { AppLink } from '@/components/ui/app-link'
import { Icon } from '@/components/ui/icon'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { getFirstSteps } from '@/lib/first-steps/server/queries'
import { STEPS, type Step } from '@/lib/first-steps/steps'
import { paths } from '@/lib/routes/paths'
import { ADD_PROJECT, CV, FIRST_STEPS, SECURITY, SITE_SETTINGS, UPDATE_PROFILE } from '@/lib/texts/constants'
import { STEP_TITLES } from '@/lib/texts/form-constants'

export const metadata: Metadata = { title: FIRST_STEPS }

const LABELS = { ...SETTINGS_LABELS, about: 'the About page', cv: 'the CV' }
/** In a sentence: names stay as they are. */
const inSentence = (label: string) => label.replace(/^[A-Z](?=[a-z’]*( |$))/, (letter) => letter.toLowerCase())

export default async function WelcomePage() {
  const admin = await requireAdminPage()
  const { isDone, ownerId, ownPostId, sample, sampleTexts } = await getFirstSteps(admin)
  const content: Record<Step, ReactNode> = {
    name: (
      <>
        <Link href={`${paths.settings}#settings-ownerName`}>{SITE_SETTINGS}</Link> have your name, a line below it and a
        few sentences for the home page.
      </>
    ),
    about: (
      <>
        <span>
          Its text is in <Link href={paths.updateProfile}>{UPDATE_PROFILE}</Link>.
        </span>
        {sampleTexts.includes('about') && (
          <span> It still has words that came with the site: replace them, or start with none.</span>
        )}
        {sampleTexts.includes('about') && ownerId && <StartEmpty ownerId={ownerId} />}
      </>
    ),
    face: (
      <>
        A picture of you beside your name on the home page, in{' '}
        <Link href={`${paths.settings}#settings-avatar`}>{SITE_SETTINGS}</Link>. Without one your initials are shown.
      </>
    ),
    links: (
      <>
        Where else people find you, and how they reach you:{' '}
        <Link href={`${paths.settings}#settings-codeUrl`}>{SITE_SETTINGS}</Link>. Leave blank what you do not have. For
        people who hire, say <Link href={`${paths.settings}#settings-place`}>where you are</Link>,{' '}
        <Link href={`${paths.settings}#settings-freeFrom`}>when you are free</Link> and{' '}
        <Link href={`${paths.settings}#settings-cvUrl`}>your CV</Link>.
      </>
    ),
    project: isDone.project ? (
      'There is a project of yours on the site.'
    ) : (
      <>
        <Link href={paths.newPost}>{ADD_PROJECT}</Link>: a title and a sentence are enough. It can be saved as a draft.
      </>
    ),
    story: isDone.story ? (
      'A project of yours has a story and a picture.'
    ) : (
      <>
        Below the sentence: what the problem was, what was hard, what came of it; and pictures, of which the first is
        the cover. Both are in{' '}
        <Link href={ownPostId ? paths.updatePost(ownPostId) : paths.newPost}>the form of your project</Link>, which can
        begin with what its repository says.
      </>
    ),
    cv: (
      <>
        Paste a JSON Resume in <Link href={paths.cvSettings}>{CV}</Link>, and it has a page here that prints well. Where
        it is elsewhere, its address is in <Link href={`${paths.settings}#settings-cvUrl`}>{SITE_SETTINGS}</Link>.
      </>
    ),
    sample: <RemoveExamples sample={sample} ownerId={ownerId} />,
    addresses: (
      <>
        Links to what you write can be readable, as <code>/note/what-it-is-about</code>, or name it by its id; both lead
        there. Choose before others link to it, in{' '}
        <Link href={`${paths.settings}#settings-addresses`}>{SITE_SETTINGS}</Link>.
      </>
    ),
    registration: (
      <>
        Whoever registers gets a profile page here, and can change nothing else. Close it if nobody but you needs an
        account, in <Link href={`${paths.settings}#settings-signUpOpen`}>{SITE_SETTINGS}</Link>.
      </>
    ),
  }
  return (
    <WritingPage title={FIRST_STEPS} back={paths.profile(admin.userId)}>
      <p className="-mt-4 mb-6 text-muted">
        What makes this site yours. Skip what you like: everything can be changed later, and this page stays linked in{' '}
        <Link href={paths.settings}>{SITE_SETTINGS}</Link>. Two-step sign-in is under{' '}
        <Link href={paths.security}>{SECURITY}</Link>.
      </p>
      {sampleTexts.length > 0 && (
        <p className="mb-6 rounded-plate border border-line px-4 py-3">
          Still as they came, and under your name until you change them in{' '}
          <Link href={paths.settings}>{SITE_SETTINGS}</Link>:{' '}
          {sampleTexts.map((name) => inSentence(LABELS[name])).join(', ')}.
        </p>
      )}
      <ol className="space-y-6 border-t border-line pt-6">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span className="inline-flex size-8 shrink-0 items-center justify-center text-muted tabular-nums">
              {isDone[step] ? <Icon name="check" className="size-5 text-success" /> : `${index + 1}.`}
            </span>
            <div className="min-w-0">
              <h2 className="mb-1 text-h3">
                <span>{STEP_TITLES[step]}</span>
                {isDone[step] && <span className="sr-only"> (done)</span>}
              </h2>
              <div className="text-muted">{content[step]}</div>
            </div>
          </li>
        ))}
      </ol>
    </WritingPage>
  )
}

function Link({ href, children }: { href: string; children: ReactNode }) {
  return (
    <AppLink href={href} className="link">
      {children}
    </AppLink>
  )
}
