'use client'

import { useRef, useState } from 'react'
import { ConflictDialog, type Side, textConflicts } from '@/components/content/conflict-dialog'
import { RichTextField, richTextConflict, settlePictures, useRichText } from '@/components/content/rich-text-field'
import { useSaveForm } from '@/components/content/use-save-form'
import { fieldText, fieldTexts, setFieldText, WritingForm } from '@/components/content/writing-form'
import { CodeField } from '@/components/sign-in/code-field'
import { Field } from '@/components/ui/form/field'
import { notifyNextScreen } from '@/lib/browser/notification'
import { clearStoredProfile, readStoredProfile, storeProfile } from '@/lib/browser/stored-profile'
import { ApiError, callApi } from '@/lib/calls/client'
import { paths } from '@/lib/routes/paths'
import {
  DESCRIPTION_HEADER,
  EMAIL,
  IS_ADMIN,
  IS_ADMIN_NO,
  IS_ADMIN_YES,
  NAME,
  PASSWORD,
  UPDATE,
  USERNAME,
} from '@/lib/texts/form-constants'
import { userCalls } from '@/lib/user/calls'
import type { Profile } from '@/lib/user/schema'

const TEXTS = ['name', 'username', 'email'] as const
const FIELDS = [...TEXTS, 'password', 'code', 'about']
const LABELS = { name: NAME, username: USERNAME, email: EMAIL }

/** 'Edit own profile' (section 2). */
export function ProfileForm({ profile }: { profile: Profile }) {
  const form = useRef<HTMLFormElement>(null)
  const [isDirty, setDirty] = useState(false)
  const [asksCode, setAsksCode] = useState(false)
  const saving = useSaveForm<Profile, SavedProfile>({
    row: profile,
    send,
    onSaved,
    onStay,
    // The server requires a recent sign-in for a new password or e-mail.
    needsSignIn: (failure) =>
      failure.status === 401 ||
      (failure.status === 403 && ['password', 'email'].some((name) => failure.issueOf(name) !== undefined)),
  })
  const { base, stage, issueOf } = saving
  const about = useRichText(profile.about, onEdit)

  const texts = () => fieldTexts(form.current, TEXTS)
  const password = () => fieldText(form.current, 'password')

  function isChanged(from = base): boolean {
    const written = texts()
    return about.differsFrom(from.about) || password() !== '' || TEXTS.some((name) => written[name] !== from[name])
  }

  function onEdit() {
    setDirty(isChanged())
  }

  async function send(on: Profile): Promise<SavedProfile> {
    await settlePictures(about, 'about')
    const newPassword = password()
    const input = { ...texts(), password: newPassword, about: about.html(), version: on.version }
    const code = asksCode ? { code: fieldText(form.current, 'code') } : {}
    try {
      const saved = await callApi(userCalls.updateProfile, { params: { id: on.id }, body: { ...input, ...code } })
      return { ...saved, hasNewPassword: newPassword !== '', sent: input }
    } catch (failure) {
      if (failure instanceof ApiError && failure.wantsCode) setAsksCode(true)
      throw failure
    }
  }

  function onStay({ user, hasNewPassword, sent }: SavedProfile): Profile | null {
    // The change has ended this session.
    if (hasNewPassword) return null
    rememberOwn(user)
    setAsksCode(false)
    const { name, username, email, about } = sent
    const row = { ...user, name, username, email, about }
    setDirty(isChanged(row))
    return row
  }

  function onDecide(current: Profile, choice: Record<string, Side>) {
    for (const name of TEXTS) if (choice[name] === 'theirs') setFieldText(form.current, name, current[name])
    if (choice.about === 'theirs') about.fill(current.about)
    saving.saveOnto(current)
  }

  function conflicts(current: Profile) {
    const sides = { mine: about.html(), base: base.about, theirs: current.about }
    return [
      ...textConflicts(LABELS, texts(), base, current),
      ...richTextConflict({ name: 'about', label: DESCRIPTION_HEADER }, sides),
    ]
  }

  const text = (name: (typeof TEXTS)[number]) => ({
    id: `profile-${name}`,
    name,
    label: LABELS[name],
    defaultValue: profile[name],
    error: issueOf(name),
  })

  return (
    <>
      <WritingForm form={form} saving={saving} fields={FIELDS} isDirty={isDirty} onEdit={onEdit} submit={UPDATE}>
        <p>
          {IS_ADMIN} <strong className="font-medium">{profile.isAdmin ? IS_ADMIN_YES : IS_ADMIN_NO}</strong>
        </p>
        <Field {...text('name')} dir="auto" />
        <Field {...text('username')} autoCapitalize="none" spellCheck={false} dir="ltr" />
        <Field {...text('email')} type="email" spellCheck={false} dir="ltr" />
        <Field
          id="profile-password"
          name="password"
          type="password"
          label={PASSWORD}
          hint="Leave it blank to keep the one you have. A new one signs you out everywhere."
          error={issueOf('password')}
          autoComplete="new-password"
          dir="ltr"
        />
        {asksCode && <CodeField id="profile-code" error={issueOf('code')} />}
        <RichTextField id="profile-about" label={DESCRIPTION_HEADER} error={issueOf('about')} text={about} />
      </WritingForm>
      {stage.name === 'deciding' && (
        <ConflictDialog
          fields={conflicts(stage.current)}
          onDecide={(choice) => onDecide(stage.current, choice)}
          onClose={saving.edit}
        />
      )}
    </>
  )
}

type SavedProfile = {
  message: string
  user: Profile
  hasNewPassword: boolean
  /** The form's values at the time of sending. */
  sent: Pick<Profile, (typeof TEXTS)[number] | 'about'>
}

function onSaved({ message, user, hasNewPassword }: SavedProfile) {
  const { id } = user
  if (isOwn(user) && hasNewPassword) {
    clearStoredProfile()
    notifyNextScreen(`${message} Please sign in with the new password.`)
    window.location.replace(paths.signIn(paths.profile(id)))
    return
  }
  rememberOwn(user)
  notifyNextScreen(message)
  window.location.replace(paths.profile(id))
}

/** Somebody else may have signed in through the dialog. */
function isOwn({ id }: Profile): boolean {
  return readStoredProfile()?.id === id
}

function rememberOwn(user: Profile): void {
  const { id, name, isAdmin } = user
  if (isOwn(user)) storeProfile({ id, name, isAdmin })
}
