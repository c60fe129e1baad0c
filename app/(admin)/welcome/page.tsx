import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { WritingPage } from '@/components/content/writing-page'
import { SampleStep } from '@/components/first-steps/sample-step'
import { FaceStep, LinksStep, NameStep, RegistrationStep } from '@/components/first-steps/settings-step'
import { SkipLink, StepFrame } from '@/components/first-steps/step-frame'
import { StepsNav } from '@/components/first-steps/steps-nav'
import { GoBack } from '@/components/shell/go-back'
import { AppLink } from '@/components/ui/app-link'
import { ButtonLink } from '@/components/ui/button'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { getFirstSteps } from '@/lib/first-steps/server/queries'
import { type FirstSteps, STEPS, type Step, stepPath } from '@/lib/first-steps/steps'
import { paths } from '@/lib/routes/paths'
import type { Settings } from '@/lib/site-settings/schema'
import { getSettings } from '@/lib/site-settings/server/queries'
import { ADD_PROJECT, FIRST_STEPS, SECURITY, SITE_SETTINGS, UPDATE_PROFILE } from '@/lib/texts/constants'
import { STEP_TITLES, STEPS_END } from '@/lib/texts/form-constants'
import { NAV_HOME } from '@/lib/texts/frame-constants'

type Query = PageProps<'/welcome'>['searchParams']

/** The step that is asked for; undefined for what follows them, null where none is named. */
async function askedStep(query: Query): Promise<Step | undefined | null> {
  const { step } = await query
  return step === undefined ? null : STEPS.find((known) => known === step)
}

export async function generateMetadata({ searchParams }: PageProps<'/welcome'>): Promise<Metadata> {
  const asked = await askedStep(searchParams)
  return { title: asked ? `${FIRST_STEPS}: ${STEP_TITLES[asked]}` : FIRST_STEPS }
}

export default async function WelcomePage({ searchParams }: PageProps<'/welcome'>) {
  const admin = await requireAdminPage()
  const [step, settings, firstSteps] = await Promise.all([askedStep(searchParams), getSettings(), getFirstSteps(admin)])
  // Without being asked for one it goes on with the first that is not done, at that one's address: going back from the
  // next step leads to this one again.
  if (step === null) redirect(stepPath(STEPS.find((one) => !firstSteps.isDone[one])))
  return (
    <WritingPage title={FIRST_STEPS} back={<GoBack href={paths.profile(admin.userId)} />}>
      <p className="-mt-4 mb-6 text-muted">
        What makes this site yours, one step at a time. Skip what you like: everything can be changed later, and this
        page stays linked in <SettingsLink />.
      </p>
      <StepsNav isDone={firstSteps.isDone} current={step} />
      <StepFrame key={step} title={step ? STEP_TITLES[step] : STEPS_END}>
        {step ? contentOf(step, settings, firstSteps) : <End {...firstSteps} />}
      </StepFrame>
    </WritingPage>
  )
}

function contentOf(step: Step, settings: Settings, { isDone, sample, isAboutSample }: FirstSteps): ReactNode {
  const next = stepPath(STEPS[STEPS.indexOf(step) + 1])
  switch (step) {
    case 'name':
      return (
        <>
          <Intro>
            The text of the About page is in <ProfileLink />.
          </Intro>
          <NameStep settings={settings} next={next} />
        </>
      )
    case 'face':
      return (
        <>
          <Intro>A picture of you beside your name on the home page. Without one your initials are shown.</Intro>
          <FaceStep settings={settings} next={next} />
        </>
      )
    case 'links':
      return (
        <>
          <Intro>Where else people find you, and how they reach you. Leave blank what you do not have.</Intro>
          <LinksStep settings={settings} next={next} />
        </>
      )
    case 'project':
      return (
        <>
          <Intro>
            {isDone.project
              ? 'There is a project of yours on the site.'
              : 'A title and a sentence are enough. It can be saved as a draft.'}
          </Intro>
          <div className="flex flex-wrap items-center gap-3">
            <ButtonLink href={paths.newPost} look="solid">
              {ADD_PROJECT}
            </ButtonLink>
            <SkipLink href={next} isDone={isDone.project} />
          </div>
        </>
      )
    case 'sample':
      return (
        <>
          {isAboutSample && (
            <Intro>
              <AboutNotice />
            </Intro>
          )}
          <SampleStep sample={sample} next={next} />
        </>
      )
    case 'registration':
      return (
        <>
          <Intro id="step-registration">
            Whoever registers gets a profile page here, and can change nothing else. Where you are the only one to sign
            in, registration can be closed.
          </Intro>
          <RegistrationStep settings={settings} next={next} />
        </>
      )
  }
}

/** Nobody but its owner can say what should be there instead. */
function AboutNotice() {
  return (
    <>
      The About page still has the text that came with the site. Write your own in <ProfileLink />.
    </>
  )
}

function ProfileLink() {
  return (
    <AppLink href={paths.updateProfile} className="link">
      {UPDATE_PROFILE}
    </AppLink>
  )
}

function SettingsLink() {
  return (
    <AppLink href={paths.settings} className="link">
      {SITE_SETTINGS}
    </AppLink>
  )
}

function Intro({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="mb-6 text-muted">
      {children}
    </p>
  )
}

function End({ isAboutSample }: Pick<FirstSteps, 'isAboutSample'>) {
  return (
    <>
      {isAboutSample && (
        <Intro>
          <AboutNotice />
        </Intro>
      )}
      <Intro>
        Colours, competencies and more are in <SettingsLink />, two-step sign-in is under {SECURITY}.
      </Intro>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={paths.home} look="solid">
          {NAV_HOME}
        </ButtonLink>
        <ButtonLink href={paths.settings}>{SITE_SETTINGS}</ButtonLink>
        <ButtonLink href={paths.security}>{SECURITY}</ButtonLink>
      </div>
    </>
  )
}
