'use client'

import { type ReactNode, useRef, useState } from 'react'
import { ConflictDialog, type Side } from '@/components/content/conflict-dialog'
import { useFormPicture } from '@/components/content/use-picture'
import { useSaveForm } from '@/components/content/use-save-form'
import { fieldText, setFieldText, WritingForm } from '@/components/content/writing-form'
import type { HomeContent } from '@/components/home/home'
import { AccentFields, AccentOffers } from '@/components/settings/accent-field'
import { CompetenciesEditor } from '@/components/settings/competencies-editor'
import { HomeSectionsEditor } from '@/components/settings/home-sections-editor'
import { LookPreview } from '@/components/settings/look-preview'
import { ProfileLinksEditor } from '@/components/settings/profile-links-editor'
import {
  asSent,
  CHOICE_WORDS,
  decidedValues,
  isSameInput,
  SETTINGS_HINTS,
  SETTINGS_LABELS,
  type SettingsChoice,
  type SettingsText,
  type SettingsValues,
  settingsConflict,
  settingsInput,
  settingsValues,
  withoutBlankLinks,
  withoutBlankRows,
} from '@/components/settings/settings-values'
import { Checkbox } from '@/components/ui/form/checkbox'
import { Field, TextArea } from '@/components/ui/form/field'
import { IMAGE_UNCHANGED, type ImageChange, ImageChooser } from '@/components/ui/form/image-chooser'
import { SelectField } from '@/components/ui/form/select-field'
import { UrlField } from '@/components/ui/form/url-field'
import { notifyNextScreen } from '@/lib/browser/notification'
import { renameStoredProfile } from '@/lib/browser/stored-profile'
import { callApi } from '@/lib/calls/client'
import { ACCEPTED_IMAGE_TYPES, IMAGE_HINT, imageTypeProblem } from '@/lib/media/accepted-types'
import { typedColour } from '@/lib/site-settings/accent'
import { settingsCalls } from '@/lib/site-settings/calls'
import type { Settings } from '@/lib/site-settings/schema'
import { BLOG_HEADING, BLOG_SUBTITLE } from '@/lib/texts/constants'
import type { ProfileChoice } from '@/lib/user/schema'

const TIME_ZONE_HINT = 'All pages and screens show their dates in it, and a date you choose is one in it.'

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
  const { scheme, fonts, icon, hero, homeSections, sharePortrait } = values
  return {
    ...asSent(base, values),
    ...{ scheme, fonts, icon, hero, homeSections, sharePortrait },
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
  // A ref: a save right after resolving a conflict must send the chosen values.
  const latest = useRef(values)
  const [progress, setProgress] = useState<number | null>(null)

  const meet = (current: Settings, base: Settings): { base: Settings; isSettled: boolean } => ({
    base,
    isSettled: conflicts(current).length === 0,
  })
  const saving = useSaveForm<Settings, Saved>({ row: settings, send, onSaved, onStay, meet })
  const { base, stage, issueOf } = saving

  function change(part: Partial<SettingsValues>) {
    latest.current = { ...latest.current, ...part }
    setValues(latest.current)
  }

  const altText = () => fieldText(form.current, 'alt')
  const hasAlt = () => form.current?.elements.namedItem('alt') != null
  const isChanged = picture.change !== IMAGE_UNCHANGED || isAltChanged || !isSameInput(values, settingsValues(base))

  async function send(on: Settings): Promise<Saved> {
    const sent = { values: latest.current, picture: picture.now(), alt: altText() }
    const { name: chosen, removed } = sent.picture
    const avatarAlt = hasAlt() ? { avatarAlt: sent.alt } : {}
    try {
      const avatarId = chosen === null ? null : await picture.id(setProgress)
      const answer = await callApi(settingsCalls.update, {
        body: {
          ...settingsInput(sent.values),
          ...(chosen !== null || removed ? { avatarId } : {}),
          ...avatarAlt,
          version: on.version || undefined,
        },
      })
      return { ...answer, sent }
    } catch (error) {
      setProgress(null)
      // The paths in the server's issues refer to the rows that were sent.
      const { areas, links } = latest.current
      change({ areas: withoutBlankRows(areas), links: withoutBlankLinks(links) })
      throw error
    }
  }

  function onStay({ settings: stored, sent }: Saved): Settings {
    setProgress(null)
    // Unless another image has been chosen meanwhile.
    if (picture.now() === sent.picture) picture.choose(IMAGE_UNCHANGED)
    setAltChanged(altText() !== sent.alt)
    // As sent: what the server trimmed is no unsaved change.
    return asSent(stored, sent.values)
  }

  function onSaved({ message, settings: { ownerId, ownerName } }: Saved) {
    renameStoredProfile(ownerId, ownerName)
    notifyNextScreen(message)
    // A full page load: the router's cached pages have the old settings.
    window.location.reload()
  }

  function onDecide(current: Settings, choice: Record<string, Side>) {
    change(decidedValues(latest.current, current, choice))
    if (choice.avatar === 'theirs') {
      picture.choose(IMAGE_UNCHANGED)
      setFieldText(form.current, 'alt', current.avatar?.alt ?? '')
    }
    saving.saveOnto(current)
  }

  function conflicts(current: Settings) {
    return settingsConflict(latest.current, { ...picture.change, alt: altText() }, base, current, nameOf)
  }

  const text = (name: SettingsText | SettingsChoice | 'aboutProfileId') => ({
    id: `settings-${name}`,
    label: SETTINGS_LABELS[name],
    value: values[name],
    error: issueOf(name),
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })

  const choice = (name: SettingsChoice) => ({
    ...text(name),
    children: Object.entries(CHOICE_WORDS[name]).map(([value, words]) => (
      <option key={value} value={value}>
        {words}
      </option>
    )),
  })

  const fields = [
    ...['ownerName', 'titleLine', 'bio', 'contactNote', 'codeUrl', 'networkUrl', 'accent', 'aboutProfileId'],
    ...['image', 'avatarId', 'avatarAlt', 'alt', 'competencies', 'contactEmail', 'colophon', 'profileLinks'],
    ...['accentDark', 'scheme', 'fonts', 'icon', 'hero', 'homeSections', 'blogSubtitle', 'timeZone'],
    ...['addresses', 'fediverse', 'hubUrl'],
    ...['place', 'freeFrom', 'cvUrl'],
    ...values.links.flatMap((_, index) => [`profileLinks.${index}.label`, `profileLinks.${index}.url`]),
    ...values.areas.flatMap((area, areaIndex) => [
      `competencies.${areaIndex}.title`,
      ...area.items.map((_, itemIndex) => `competencies.${areaIndex}.items.${itemIndex}`),
    ]),
  ]
  const nameOf = (id: string) => profiles.find((profile) => profile._id === id)?.name ?? (id === '' ? 'Nobody' : id)

  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:gap-x-10">
      <WritingForm
        form={form}
        saving={saving}
        fields={fields}
        onEdit={() => setAltChanged(hasAlt() && altText() !== (base.avatar?.alt ?? ''))}
        isUnkept={isChanged}
        submit="Save settings"
        notice={
          (issueOf('accent') || issueOf('accentDark')) && (
            <AccentOffers isInBar accent={values.accent} accentDark={values.accentDark} onChange={change} />
          )
        }
      >
        <Part title="Owner">
          <Field {...text('ownerName')} dir="auto" hint="Your profile takes this name, too." />
          <Field {...text('titleLine')} dir="auto" />
          <TextArea {...text('bio')} rows={3} />
          <Field {...text('place')} dir="auto" hint={SETTINGS_HINTS.place} />
          <Field {...text('freeFrom')} dir="auto" hint={SETTINGS_HINTS.freeFrom} />
          <TextArea {...text('contactNote')} rows={3} hint="Shown at the end of the home page." />
          <ImageChooser
            id="settings-avatar"
            label={SETTINGS_LABELS.avatar}
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
        </Part>
        <Part title="Links">
          <UrlField {...text('codeUrl')} />
          <UrlField {...text('networkUrl')} />
          <UrlField {...text('cvUrl')} hint={SETTINGS_HINTS.cvUrl} />
          <Field {...text('contactEmail')} inputMode="email" dir="ltr" hint="Where visitors write to. It is public." />
          <Field {...text('fediverse')} dir="ltr" autoCapitalize="none" hint={SETTINGS_HINTS.fediverse} />
          <ProfileLinksEditor links={values.links} onChange={(links) => change({ links })} issueOf={issueOf} />
        </Part>
        <Part title={SETTINGS_LABELS.competencies}>
          <CompetenciesEditor areas={values.areas} onChange={(areas) => change({ areas })} issueOf={issueOf} />
        </Part>
        <Part title={SETTINGS_LABELS.homeSections}>
          <SelectField {...choice('hero')} hint="Without an avatar, the mark stands there." />
          <HomeSectionsEditor
            shown={values.homeSections}
            error={issueOf('homeSections')}
            onChange={(homeSections) => change({ homeSections })}
          />
        </Part>
        <Part title="Look">
          <AccentFields accent={values.accent} accentDark={values.accentDark} issueOf={issueOf} onChange={change} />
          <SelectField {...choice('scheme')} hint="For visitors who have not chosen one in the footer." />
          <SelectField {...choice('fonts')} />
          <SelectField
            {...choice('icon')}
            hint="In browser tabs, bookmarks and on home screens, in the accent colour."
          />
          <Switch
            id="settings-sharePortrait"
            label={SETTINGS_LABELS.sharePortrait}
            hint="What other sites show beside a link to yours. The images use the accent, and dark mode if the site does."
            checked={values.sharePortrait}
            onChange={(sharePortrait) => change({ sharePortrait })}
          />
          <Field
            {...text('blogSubtitle')}
            dir="auto"
            placeholder={BLOG_SUBTITLE}
            hint={`Below “${BLOG_HEADING}”. Leave blank for “${BLOG_SUBTITLE}”.`}
          />
          <TextArea
            {...text('colophon')}
            rows={2}
            hint="Shown at the end of every page: how the site is made. Until you edit it, it names the fonts you choose."
          />
        </Part>
        <Part title="Dates">
          <SelectField {...text('timeZone')} hint={TIME_ZONE_HINT}>
            {[...new Set([...timeZones, values.timeZone])].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        </Part>
        <Part title="Addresses">
          <SelectField {...choice('addresses')} hint={SETTINGS_HINTS.addresses} />
          <UrlField {...text('hubUrl')} hint={SETTINGS_HINTS.hubUrl} />
        </Part>
        <Part title="People">
          <Switch
            id="settings-signUpOpen"
            label={SETTINGS_LABELS.signUpOpen}
            hint="Visitors can register."
            checked={values.signUpOpen}
            onChange={(signUpOpen) => change({ signUpOpen })}
          />
          <Switch
            id="settings-showEmail"
            label={SETTINGS_LABELS.showEmail}
            hint="Everyone can see it on the owner’s profile."
            checked={values.showEmail}
            onChange={(showEmail) => change({ showEmail })}
          />
          <SelectField {...text('aboutProfileId')}>
            {values.aboutProfileId === '' && <option value="">Nobody’s profile</option>}
            {profiles.map(({ _id, name, username }) => (
              <option key={_id} value={_id}>
                {name} ({username})
              </option>
            ))}
          </SelectField>
        </Part>
      </WritingForm>
      <LookPreview draft={draftOf(base, values, picture.change)} content={content} />
      {stage.name === 'deciding' && (
        <ConflictDialog
          fields={conflicts(stage.current)}
          onDecide={(choice) => onDecide(stage.current, choice)}
          onClose={saving.edit}
        />
      )}
    </div>
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

type SwitchProps = { id: string; label: string; hint: string; checked: boolean; onChange: (checked: boolean) => void }

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
