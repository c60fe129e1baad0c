'use client'

import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { nextField } from '@/components/content/next-field'
import type { FormState } from '@/components/content/publishing-actions'
import { JournalComparison, SaveBar } from '@/components/content/save-bar'
import { type ShownJournal, useJournalState } from '@/components/content/use-journal'
import type { SaveForm } from '@/components/content/use-save-form'
import { SignInDialog } from '@/components/sign-in/sign-in-dialog'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { HydrationFieldset } from '@/components/ui/form/hydration-fieldset'
import { LeaveGuard } from '@/components/ui/form/leave-guard'
import { useSaveKey } from '@/components/ui/form/use-save-key'
import { pressedKey } from '@/components/ui/pressed-key'
import type { JournalState } from '@/lib/browser/journal'

type WritingFormProps = {
  form: RefObject<HTMLFormElement | null>
  saving: Omit<SaveForm<unknown>, 'base' | 'saveOnto' | 'continueFrom'>
  /** The names of the fields that show the server's words themselves; all else is told above the button. */
  fields: readonly string[]
  /** None for a form that stores nothing until it is saved. */
  journal?: ShownJournal
  /** Something was typed or chosen. */
  onEdit?: () => void
  /** Whether the form holds what its journal does not keep. */
  isUnkept?: boolean
  submit: string
  /** Of the row, in the forms of what can be a draft. */
  row?: FormState | null
  /** Before the submit button. */
  aside?: ReactNode
  /** What was just done, with its way back. */
  notice?: ReactNode
  children: ReactNode
}

const SIGNED_OUT = 'You have been signed out. Sign in to save: what you wrote is kept.'

/**
 * The frame of every form that writes: its button saves and leaves, Ctrl+S stores and stays, Enter goes on to the next
 * field; errors at their field with the focus on the first, a sign-in beside it when the session has ended, and a
 * question before unsaved changes are left.
 */
export function WritingForm({
  form,
  saving,
  fields,
  journal,
  onEdit,
  isUnkept = false,
  submit,
  row = null,
  aside,
  notice,
  children,
}: WritingFormProps) {
  const { stage, hasStayed, isLeaving, failure, correct, keep, resume, restore, edit } = saving
  const alert = useRef<HTMLDivElement>(null)
  const [manualSaves, setManualSaves] = useState(0)
  const [isSigningIn, setSigningIn] = useState(false)
  const isTextAtRisk = useJournalState(journal?.store, isAtRisk)
  // Also at a row of a field: "profileLinks.0.url".
  const isAtField = failure?.issues.some(({ path }) =>
    fields.some((name) => path === name || path.startsWith(`${name}.`)),
  )

  useEffect(() => {
    if (stage.name !== 'editing' || !stage.failure) return
    const field = form.current?.querySelector<HTMLElement>('[data-problem], [aria-invalid=true]')
    const focused = document.activeElement
    // After Ctrl+S people go on typing: an alert, or what is wrong with a picture, is announced without the focus.
    const isTyping = stage.next === 'stay' && form.current?.contains(focused) && !alert.current?.contains(focused)
    if (field && !(isTyping && 'problem' in field.dataset)) field.focus()
    else if (!isTyping) alert.current?.focus()
  }, [stage, form])

  useSaveKey(form, () => {
    setManualSaves((times) => times + 1)
    keep()
  })

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (pressedKey(event) !== 'Enter' || event.defaultPrevented) return
    const next = nextField(event.currentTarget, event.target)
    if (!next) return
    // The key would make a new line where the focus is by then.
    event.preventDefault()
    next.focus()
  }

  // What is typed during a save that leaves the form would be lost.
  const isLocked = stage.name === 'sending' && stage.next === 'leave'
  return (
    <>
      {/* autoComplete: kept text from an earlier visit would be put over what is stored by now. */}
      <form
        ref={form}
        method="post"
        noValidate
        autoComplete="off"
        onInput={({ target }) => {
          // Where the text is by now, the bar says.
          if (stage.name === 'editing' && failure?.status === 0 && !isAtField) edit()
          if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) correct(target.name)
          onEdit?.()
          journal?.touch()
        }}
        onKeyDown={onKeyDown}
        onSubmit={(event) => event.preventDefault()}
      >
        <HydrationFieldset className="space-y-6" isFilled={journal?.isReady ?? true}>
          <div inert={isLocked} className="space-y-6 inert:opacity-60 inert:transition-opacity inert:delay-300">
            {children}
          </div>
          <div ref={alert} tabIndex={-1} className="outline-none empty:hidden">
            {failure && !isAtField && (
              <Alert kind="error">
                <span>{failure.message}</span>
                {failure.status === 404 && journal?.asNew && (
                  <>
                    <span>{restore ? '. It may be in the trash.' : '. It was deleted permanently.'}</span>
                    <span className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 text-fg">
                      {restore && <Button onClick={restore}>Restore it and save</Button>}
                      <Button onClick={() => void journal.asNew?.()}>Continue as a new one</Button>
                    </span>
                  </>
                )}
              </Alert>
            )}
          </div>
          <SaveBar
            {...{ saving, journal, submit, row, isUnkept, manualSaves, aside, notice }}
            onSignIn={() => setSigningIn(true)}
          />
        </HydrationFieldset>
      </form>
      {journal && <JournalComparison journal={journal} />}
      <LeaveGuard
        isAtRisk={isUnkept || isTextAtRisk}
        isSafe={() => (journal?.isSafe() ?? true) && !isUnkept}
        isLeaving={isLeaving}
        isRouterStale={hasStayed}
      />
      {stage.name === 'signing-in' && (
        <SignInDialog
          reason={stage.failure.status === 401 ? SIGNED_OUT : stage.failure.message}
          onSignedIn={resume}
          onClose={edit}
        />
      )}
      {isSigningIn && (
        <SignInDialog
          reason={SIGNED_OUT}
          onSignedIn={() => {
            setSigningIn(false)
            void journal?.flush()
          }}
          onClose={() => setSigningIn(false)}
        />
      )}
    </>
  )
}

/** Whether there may be something that only this page has. */
function isAtRisk({ refusal, status }: JournalState): boolean {
  return refusal !== null && status.name !== 'clean' && status.name !== 'saved'
}

const isTyped = (field: unknown) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement

/** What a field of the form holds, with its line breaks as they are stored; "" when it is not there. */
export function fieldText(form: HTMLFormElement | null, name: string): string {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLSelectElement || isTyped(field) ? field.value : ''
}

export function fieldTexts<Name extends string>(
  form: HTMLFormElement | null,
  names: readonly Name[],
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, fieldText(form, name)])) as Record<Name, string>
}

export function setFieldText(form: HTMLFormElement | null, name: string, text: string): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLSelectElement) field.value = text
  if (!isTyped(field) || field.value === text) return
  const { selectionStart, selectionEnd } = field
  field.value = text
  // The browser would put the caret at the end.
  if (field === document.activeElement && selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
}

export function setFieldTexts(form: HTMLFormElement | null, texts: Record<string, string>): void {
  for (const [name, text] of Object.entries(texts)) setFieldText(form, name, text)
}
