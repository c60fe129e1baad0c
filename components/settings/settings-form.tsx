'use client'

import { Fragment, type ReactNode, useRef, useState } from 'react'
import { useFormPicture } from '@/components/content/use-picture'
import { useSaveForm } from '@/components/content/use-save-form'
import { fieldText, setFieldText, WritingForm } from '@/components/content/writing-form'
import type { HomeContent } from '@/components/home/home'
import { AccentFields, AccentOffers } from '@/components/settings/accent-field'
import { HomeSectionsEditor } from '@/components/settings/home-sections-editor'
import { AppearancePreview } from '@/components/settings/look-preview'
import { SETTINGS_NAMES, type SettingsField, specOf } from '@/components/settings/settings-fields'
import {
  isUnchanged,
  mergedValues,
  type SettingsValues,
  settingsInput,
  settingsValues,
} from '@/components/settings/settings-values'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Checkbox } from '@/components/ui/form/checkbox'
import { Field, TextArea } from '@/components/ui/form/field'
import { IMAGE_UNCHANGED, type ImageChange, ImageChooser } from '@/components/ui/form/image-chooser'
import { LinkRows, withoutBlankLinks } from '@/components/ui/form/link-rows'
import { SelectField } from '@/components/ui/form/select-field'
import { UrlField } from '@/components/ui/form/url-field'
import { notifyNextScreen } from '@/lib/browser/notification'
import { renameStoredProfile } from '@/lib/browser/stored-profile'
import { callApi } from '@/lib/calls/client'
import { ACCEPTED_IMAGE_TYPES, IMAGE_HINT, imageTypeProblem } from '@/lib/media/accepted-types'
import { ownValue } from '@/lib/platform/own-value'
import { typedColour } from '@/lib/site-settings/accent'
import { settingsCalls } from '@/lib/site-settings/calls'
import type { Settings } from '@/lib/site-settings/schema'
import type { ProfileChoice } from '@/lib/user/schema'

type SettingsFormProps = {
  settings: Settings
  /** The profiles the about page can show. */
  profiles: ProfileChoice[]
  /** What the home page shows beside the settings, for its preview. */
  content: HomeContent
  /** The names of the time zones the owner may choose from. */
  timeZones: string[]
}

/** The server's answer, and the form's values at the time of sending. */
type Saved = {
  message: string
  settings: Settings
  sent: { values: SettingsValues; picture: ImageChange; alt: string }
}

/** The settings as the form would save them, as far as they can be; a picture that is chosen is shown from this device. */
function draftOf(base: Settings, values: SettingsValues, { previewUrl, removed }: ImageChange): Settings {
  const chosen = previewUrl ? { url: previewUrl, width: 4, height: 5, alt: '', variants: [] } : null
  return {
    ...base,
    ...settingsInput(values, base),
    accent: typedColour(values.accent) ?? base.accent,
    accentDark: typedColour(values.accentDark) ?? base.accentDark,
    avatar: chosen ?? (removed ? null : base.avatar),
  }
}

export function SettingsForm({ settings, profiles, content, timeZones }: SettingsFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(() => settingsValues(settings))
  const picture = useFormPicture()
  // The field of its words has a value of its own.
  const [isAltChanged, setAltChanged] = useState(false)
  // A ref: a save right after the last change must send it.
  const latest = useRef(values)
  const [progress, setProgress] = useState<number | null>(null)

  const saving = useSaveForm<Settings, Saved>({ row: settings, send, onSaved, onStay })
  const { base, stage, issueOf } = saving

  function change(part: Partial<SettingsValues>) {
    latest.current = { ...latest.current, ...part }
    setValues(latest.current)
  }

  const altText = () => fieldText(form.current, 'alt')
  const hasAlt = () => form.current?.elements.namedItem('alt') != null
  const isChanged = picture.change !== IMAGE_UNCHANGED || isAltChanged || !isUnchanged(values, base)

  async function send(on: Settings): Promise<Saved> {
    const sent = { values: latest.current, picture: picture.now(), alt: altText() }
    const { name: chosen, removed } = sent.picture
    const avatarAlt = hasAlt() ? { avatarAlt: sent.alt } : {}
    try {
      const avatarId = chosen === null ? null : await picture.id(setProgress)
      const answer = await callApi(settingsCalls.update, {
        body: {
          ...settingsInput(sent.values, on),
          ...(chosen !== null || removed ? { avatarId } : {}),
          ...avatarAlt,
          version: on.version || undefined,
        },
      })
      return { ...answer, sent }
    } catch (error) {
      setProgress(null)
      // The paths in the server's issues refer to the rows that were sent.
      change({ profileLinks: withoutBlankLinks(latest.current.profileLinks) })
      throw error
    }
  }

  function onStay({ settings: stored, sent }: Saved): Settings {
    setProgress(null)
    // Unless another image has been chosen meanwhile.
    if (picture.now() === sent.picture) picture.choose(IMAGE_UNCHANGED)
    setAltChanged(altText() !== sent.alt)
    // As sent: what the server trimmed is no unsaved change.
    return { ...stored, ...settingsInput(sent.values, stored) }
  }

  function onSaved({ message, settings: { ownerId, ownerName } }: Saved) {
    renameStoredProfile(ownerId, ownerName)
    notifyNextScreen(message)
    // A full page load: the router's cached pages have the old settings.
    window.location.reload()
  }

  function loadAgain(current: Settings) {
    change(mergedValues(latest.current, base, current))
    // The words for a picture that was chosen here are not theirs.
    const isTheirPicture = picture.change === IMAGE_UNCHANGED
    if (isTheirPicture && altText() === base.avatar?.alt) setFieldText(form.current, 'alt', current.avatar?.alt ?? '')
    saving.continueFrom(current)
  }

  const error = (name: SettingsField) =>
    saving.failure?.issues.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message

  /** The fields whose control is not one of the usual. */
  const own: { [Name in SettingsField]?: ReactNode } = {
    avatar: (
      <ImageChooser
        id="settings-avatar"
        label={specOf('avatar').label}
        hint={IMAGE_HINT}
        accept={ACCEPTED_IMAGE_TYPES}
        error={issueOf('image') ?? issueOf('avatarId')}
        altError={issueOf('avatarAlt') ?? issueOf('alt')}
        current={base.avatar}
        change={picture.change}
        onChange={picture.choose}
        problemOf={imageTypeProblem}
        progress={progress}
      />
    ),
    profileLinks: (
      <LinkRows
        name="profileLinks"
        legend={specOf('profileLinks').label}
        hint="Other profiles, a feed, your CV. Leave a name blank to use that of the service, such as Mastodon."
        rows={values.profileLinks}
        onChange={(profileLinks) => change({ profileLinks })}
        issueOf={issueOf}
      />
    ),
    homeSections: (
      <HomeSectionsEditor
        key={base.version}
        shown={values.homeSections}
        error={issueOf('homeSections')}
        onChange={(homeSections) => change({ homeSections })}
      />
    ),
    accent: <AccentFields accent={values.accent} accentDark={values.accentDark} issueOf={issueOf} onChange={change} />,
    accentDark: null,
  }

  /** Of a choice that other rows decide. */
  const options: { [Name in SettingsField]?: ReactNode } = {
    timeZone: [...new Set([...timeZones, values.timeZone])].map((name) => <option key={name}>{name}</option>),
    aboutProfileId: (
      <>
        {values.aboutProfileId === '' && <option value="">Nobody’s profile</option>}
        {profiles.map(({ _id, name, username }) => (
          <option key={_id} value={_id}>
            {name} ({username})
          </option>
        ))}
      </>
    ),
  }

  const control = (name: SettingsField) =>
    name in own ? (
      own[name]
    ) : (
      <SettingsControl name={name} value={ownValue<unknown>(values, name)} error={error(name)} onChange={change}>
        {options[name]}
      </SettingsControl>
    )

  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:gap-x-10">
      <WritingForm
        form={form}
        saving={saving}
        fields={FIELDS}
        onEdit={() => setAltChanged(hasAlt() && altText() !== (base.avatar?.alt ?? ''))}
        isUnkept={isChanged}
        submit="Save settings"
        notice={
          (issueOf('accent') || issueOf('accentDark')) && (
            <AccentOffers isInBar accent={values.accent} accentDark={values.accentDark} onChange={change} />
          )
        }
      >
        {PARTS.map((part) => (
          <Part key={part} title={part}>
            {SETTINGS_NAMES.filter((name) => specOf(name).part === part).map((name) => (
              <Fragment key={name}>{control(name)}</Fragment>
            ))}
          </Part>
        ))}
      </WritingForm>
      <AppearancePreview draft={draftOf(base, values, picture.change)} content={content} />
      {stage.name === 'deciding' && (
        <Dialog title="Changed in the meantime" onClose={saving.edit}>
          <p className="text-muted">
            The settings were saved elsewhere since you opened this form. Nothing has been overwritten: load them again,
            and save. The fields you have changed stay as you typed them.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button variant="solid" onClick={() => loadAgain(stage.current)}>
              Load them again
            </Button>
            <Button onClick={saving.edit}>Back to the form</Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}

const PARTS = [...new Set(SETTINGS_NAMES.map((name) => specOf(name).part))]
const FIELDS = [...SETTINGS_NAMES, 'image', 'avatarId', 'avatarAlt', 'alt']

type SettingsControlProps = {
  name: SettingsField
  value: unknown
  error: string | undefined
  onChange: (part: Partial<SettingsValues>) => void
  /** The options, where they are not those of the field's choices. */
  children?: ReactNode
}

function SettingsControl({ name, value, error, onChange, children }: SettingsControlProps) {
  const { kind, label, hint, props, choices = {} } = specOf(name)
  const id = `settings-${name}`
  if (kind === 'switch') {
    const set = (isOn: boolean) => onChange({ [name]: isOn })
    return <Switch {...{ id, label, hint }} checked={value === true} onChange={set} />
  }
  const field = {
    ...{ id, label, hint, error, ...props },
    value: String(value),
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  }
  if (kind === 'line') return <Field dir="auto" {...field} />
  if (kind === 'lines') return <TextArea {...field} />
  if (kind === 'address') return <UrlField {...field} />
  return (
    <SelectField {...field}>
      {children ??
        Object.entries(choices).map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
    </SelectField>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = `settings-part-${title.toLowerCase().replace(' ', '-')}`
  return (
    // No landmark: the preview beside it has one of the same name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend is no heading, and cannot be in a grid
    <div
      role="group"
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-5 border-t border-fg pt-4 pb-10 md:grid-cols-[12rem_minmax(0,42rem)] lg:grid-cols-1"
    >
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      <div className="space-y-6">{children}</div>
    </div>
  )
}

type SwitchProps = { id: string; label: string; hint?: string; checked: boolean; onChange: (checked: boolean) => void }

function Switch({ id, label, hint, checked, onChange }: SwitchProps) {
  return (
    <div>
      <Checkbox
        id={id}
        checked={checked}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      >
        <span className="text-sm font-medium">{label}</span>
      </Checkbox>
      <p id={`${id}-hint`} className="ps-8 text-sm text-muted">
        {hint}
      </p>
    </div>
  )
}
