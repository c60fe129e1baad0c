'use client'

import { useRef, useState } from 'react'
import { RichTextField, settlePictures, useRichText } from '@/components/content/rich-text-field'
import { SavedMeanwhile } from '@/components/content/save-bar'
import { useJournal } from '@/components/content/use-journal'
import { useSaveForm } from '@/components/content/use-save-form'
import { fieldText, fieldTexts, setFieldTexts, WritingForm } from '@/components/content/writing-form'
import { CodeField } from '@/components/sign-in/code-field'
import { Field } from '@/components/ui/form/field'
import { loadPage } from '@/components/ui/form/leave-guard'
import { NewPasswordField } from '@/components/ui/form/new-password-field'
import { notifyNextScreen } from '@/lib/browser/notification'
import { clearStoredProfile, readStoredProfile, storeProfile } from '@/lib/browser/stored-profile'
import { ApiError, callApi } from '@/lib/calls/client'
import { paths } from '@/lib/routes/paths'
import { EMAIL, NAME, PASSWORD, UPDATE, USERNAME } from '@/lib/texts/form-constants'
import { userCalls } from '@/lib/user/calls'
import type { Profile } from '@/lib/user/schema'
import type { FormCopy } from '@/lib/working-copy/schema'

const DESCRIPTION_HEADER = 'Description Header'

const TEXTS = ['name', 'username', 'email'] as const
const FIELDS = [...TEXTS, 'password', 'code', 'about']
const LABELS = { name: NAME, username: USERNAME, email: EMAIL, about: DESCRIPTION_HEADER }

/** 'Edit own profile' (section 2). */
export function ProfileForm({ profile, from }: { profile: Profile; from: FormCopy }) {
  const form = useRef<HTMLFormElement>(null)
  const [asksCode, setAsksCode] = useState(false)
  // A password is kept nowhere.
  const [isUnkept, setUnkept] = useState(false)
  const about = useRichText(profile.about, () => {
    journal.touch()
    saving.correct('about')
  })
  const texts = () => fieldTexts(form.current, TEXTS)
  const held = () => ({ ...texts(), about: about.html() })
  const journal = useJournal<Profile>({
    kind: 'profile',
    from,
    row: profile,
    id: profile.id,
    versionOf: ({ version }) => version,
    fieldsOf: ({ name, username, email, about }) => ({ name, username, email, about }),
    read: held,
    write({ about: html = '', ...fields }) {
      setFieldTexts(form.current, fields)
      about.take(html)
    },
    text: about,
    labels: LABELS,
  })
  const saving = useSaveForm<Profile, SavedProfile>({
    row: profile,
    send,
    onSaved,
    onStay,
    meet: (current, base) => !journal.meetRow(current, base),
    journal,
    // The server requires a recent sign-in for a new password or email.
    needsSignIn: (failure) =>
      failure.status === 401 ||
      (failure.status === 403 && ['password', 'email'].some((name) => failure.issueOf(name) !== undefined)),
  })
  const { issueOf } = saving
  const password = () => fieldText(form.current, 'password')

  async function send(on: Profile): Promise<SavedProfile> {
    await settlePictures(about, 'about')
    const newPassword = password()
    const input = { ...held(), password: newPassword, version: on.version }
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
    return { ...user, name, username, email, about }
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
      <WritingForm
        form={form}
        saving={saving}
        fields={FIELDS}
        journal={journal}
        onEdit={() => setUnkept(password() !== '')}
        isUnkept={isUnkept}
        submit={UPDATE}
      >
        <p>
          Is admin? <strong className="font-medium">{profile.isAdmin ? 'Yes' : 'no'}</strong>
        </p>
        <Field {...text('name')} dir="auto" />
        <Field {...text('username')} autoCapitalize="none" spellCheck={false} dir="ltr" />
        <Field {...text('email')} type="email" spellCheck={false} dir="ltr" />
        <NewPasswordField
          id="profile-password"
          name="password"
          label={PASSWORD}
          hint="Leave blank to keep your password. Changing it signs you out on all devices."
          error={issueOf('password')}
        />
        {asksCode && <CodeField id="profile-code" error={issueOf('code')} />}
        <RichTextField
          id="profile-about"
          label={DESCRIPTION_HEADER}
          error={issueOf('about')}
          text={about}
          copiesPictures={profile.isAdmin}
          isReady={journal.isReady}
        />
      </WritingForm>
      <SavedMeanwhile {...{ saving, journal }} />
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
    loadPage(paths.signIn(paths.profile(id)))
    return
  }
  rememberOwn(user)
  notifyNextScreen(message)
  loadPage(paths.profile(id))
}

/** Somebody else may have signed in through the dialog. */
function isOwn({ id }: Profile): boolean {
  return readStoredProfile()?.id === id
}

function rememberOwn(user: Profile): void {
  const { id, name, isAdmin } = user
  if (isOwn(user)) storeProfile({ id, name, isAdmin })
}
