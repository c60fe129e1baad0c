'use client'

import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TableFailure } from '@/components/content/table-failure'
import { SkipLink } from '@/components/first-steps/step-frame'
import { SETTINGS_LABELS } from '@/components/settings/settings-values'
import { Button } from '@/components/ui/button'
import { Field, TextArea } from '@/components/ui/form/field'
import { HydrationFieldset } from '@/components/ui/form/hydration-fieldset'
import { IMAGE_UNCHANGED, ImageChooser } from '@/components/ui/form/image-chooser'
import { LeaveGuard, loadPage } from '@/components/ui/form/leave-guard'
import { UrlField } from '@/components/ui/form/url-field'
import { useSaveKey } from '@/components/ui/form/use-save-key'
import { notifyNextScreen } from '@/lib/browser/notification'
import { prepareImage } from '@/lib/browser/prepare-image'
import { renameStoredProfile } from '@/lib/browser/stored-profile'
import type { BodyOf } from '@/lib/calls/call'
import { ApiError, callApi } from '@/lib/calls/client'
import { ACCEPTED_IMAGE_TYPES, IMAGE_HINT, imageTypeProblem } from '@/lib/media/accepted-types'
import { uploadImage } from '@/lib/media/upload-image'
import { settingsCalls } from '@/lib/site-settings/calls'
import type { Settings } from '@/lib/site-settings/schema'

type SettingsInput = BodyOf<typeof settingsCalls.update>

type StepProps = { settings: Settings; next: string }

/** A form that saves a few of the site's settings, whatever else has changed, and leads on. */
function SettingsStep({
  next,
  isChanged = false,
  collect,
  children,
}: {
  next: string
  /** Whether it holds a change that was not made in a field. */
  isChanged?: boolean
  collect: (fields: FormData) => Promise<SettingsInput> | SettingsInput
  children: (issueOf: (path: string) => string | undefined) => ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [isTyped, setTyped] = useState(false)
  const isLeaving = useRef(false)
  const isEdited = isTyped || isChanged
  const isAtField = failure !== null && failure.issues.length > 0

  async function save() {
    if (busy || !form.current) return
    setBusy(true)
    setFailure(null)
    try {
      const body = await collect(new FormData(form.current))
      const { message, settings } = await callApi(settingsCalls.update, { body })
      renameStoredProfile(settings.ownerId, settings.ownerName)
      notifyNextScreen(message)
      isLeaving.current = true
      // A whole load: the bar and the footer have the old settings.
      loadPage(next)
    } catch (error) {
      flushSync(() => {
        setBusy(false)
        setFailure(error instanceof ApiError ? error : new ApiError(0, String(error), null))
      })
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    }
  }

  useSaveKey(form, () => void save())

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void save()
  }

  return (
    <>
      <form ref={form} method="post" noValidate onInput={() => setTyped(true)} onSubmit={onSubmit}>
        <HydrationFieldset className="space-y-6">
          {children((path) => failure?.issueOf(path))}
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" look="solid" busy={busy}>
              Save and continue
            </Button>
            <SkipLink href={next} />
          </div>
        </HydrationFieldset>
      </form>
      <LeaveGuard isAtRisk={isEdited} isSafe={() => !isEdited} isLeaving={isLeaving} isRouterStale={false} />
      {/* Not in the form: it may hold the form of a sign-in. */}
      <div className="mt-6">{failure && !isAtField && <TableFailure failure={failure} onSignedIn={save} />}</div>
    </>
  )
}

type TextSetting = 'ownerName' | 'titleLine' | 'bio' | 'codeUrl' | 'networkUrl' | 'contactEmail' | 'contactNote'

function TextsStep({ names, settings, next }: StepProps & { names: readonly TextSetting[] }) {
  const collect = (fields: FormData) => Object.fromEntries(names.map((name) => [name, String(fields.get(name) ?? '')]))
  return (
    <SettingsStep next={next} collect={collect}>
      {(issueOf) =>
        names.map((name) => {
          const props = {
            id: `step-${name}`,
            name,
            label: SETTINGS_LABELS[name],
            hint: HINTS[name],
            defaultValue: settings[name],
            error: issueOf(name),
          }
          if (LONG.has(name)) return <TextArea key={name} {...props} rows={3} />
          if (name === 'ownerName' || name === 'titleLine') return <Field key={name} {...props} dir="auto" />
          if (name === 'contactEmail') return <Field key={name} {...props} inputMode="email" dir="ltr" />
          return <UrlField key={name} {...props} />
        })
      }
    </SettingsStep>
  )
}

const LONG = new Set<TextSetting>(['bio', 'contactNote'])

const HINTS: Partial<Record<TextSetting, string>> = {
  ownerName: 'Your profile takes this name, too.',
  titleLine: 'Shown below your name.',
  bio: 'A few sentences for the home page.',
  contactEmail: 'Where visitors write to. It is public.',
  contactNote: 'Shown at the end of the home page.',
}

export function NameStep(props: StepProps) {
  return <TextsStep names={['ownerName', 'titleLine', 'bio']} {...props} />
}

export function LinksStep(props: StepProps) {
  return <TextsStep names={['codeUrl', 'networkUrl', 'contactEmail', 'contactNote']} {...props} />
}

export function FaceStep({ settings: { avatar }, next }: StepProps) {
  const [change, setChange] = useState(IMAGE_UNCHANGED)
  const [progress, setProgress] = useState<number | null>(null)
  // An uploaded picture is not uploaded again when the save itself is refused.
  const uploaded = useRef<{ file: Promise<File>; id: string } | null>(null)

  async function idOf(file: Promise<File>): Promise<string> {
    if (uploaded.current?.file === file) return uploaded.current.id
    setProgress(0)
    try {
      const { _id: id } = await uploadImage(await file, { onProgress: setProgress })
      uploaded.current = { file, id }
      return id
    } finally {
      setProgress(null)
    }
  }

  async function collect(fields: FormData): Promise<SettingsInput> {
    const avatarAlt = fields.has('alt') ? { avatarAlt: String(fields.get('alt')) } : {}
    if (change.file) return { avatarId: await idOf(change.file), ...avatarAlt }
    return change.removed ? { avatarId: null } : avatarAlt
  }

  return (
    <SettingsStep next={next} isChanged={change !== IMAGE_UNCHANGED} collect={collect}>
      {(issueOf) => (
        <ImageChooser
          id="step-avatar"
          label={SETTINGS_LABELS.avatar}
          hint={IMAGE_HINT}
          accept={ACCEPTED_IMAGE_TYPES}
          error={issueOf('image') ?? issueOf('avatarId')}
          altError={issueOf('avatarAlt') ?? issueOf('alt')}
          current={avatar}
          change={change}
          onChange={setChange}
          prepare={prepareImage}
          problemOf={imageTypeProblem}
          progress={progress}
        />
      )}
    </SettingsStep>
  )
}

export function RegistrationStep({ settings: { signUpOpen }, next }: StepProps) {
  return (
    <SettingsStep next={next} collect={(fields) => ({ signUpOpen: fields.has('signUpOpen') })}>
      {() => (
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm font-medium">
          <input
            type="checkbox"
            name="signUpOpen"
            defaultChecked={signUpOpen}
            aria-describedby="step-registration"
            className="size-5 shrink-0 accent-accent"
          />
          {SETTINGS_LABELS.signUpOpen}
        </label>
      )}
    </SettingsStep>
  )
}
