'use client'

import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { LeaveGuard } from '@/components/ui/leave-guard'
import { ReadyFieldset } from '@/components/ui/ready-fieldset'
import type { Saving } from '@/components/ui/use-saving'
import { SignInDialog } from '@/components/writing/sign-in-dialog'

type WritingFormProps = {
  form: RefObject<HTMLFormElement | null>
  saving: Pick<Saving<unknown>, 'stage' | 'busy' | 'isSaved' | 'failure' | 'issueOf' | 'save' | 'edit'>
  /** The names of the fields that show the server's words themselves; all else is told above the button. */
  fields: readonly string[]
  isDirty: boolean
  /** Something was typed or chosen. */
  onEdit: () => void
  submit: string
  /** Beside the submit button. */
  aside?: ReactNode
  children: ReactNode
}

const SIGNED_OUT = 'You have been signed out meanwhile. Sign in to save; what you wrote is kept.'

/**
 * The frame of every form that writes: one way to save, errors at their field with the focus on the first, a sign-in
 * beside it when the session has ended, and a question before unsaved changes are left.
 */
export function WritingForm({ form, saving, fields, isDirty, onEdit, submit, aside, children }: WritingFormProps) {
  const { stage, busy, isSaved, failure, issueOf, save, edit } = saving
  const alert = useRef<HTMLDivElement>(null)
  const isAtField = fields.some((name) => issueOf(name))

  useEffect(() => {
    if (stage.name !== 'editing' || !stage.failure) return
    const target = form.current?.querySelector<HTMLElement>('[aria-invalid=true]') ?? alert.current
    target?.focus()
  }, [stage, form])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    save()
  }

  return (
    <>
      {/* autoComplete: kept text from an earlier visit would be put over what is stored by now. */}
      <form
        ref={form}
        method="post"
        noValidate
        autoComplete="off"
        onInput={onEdit}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <ReadyFieldset className="space-y-6">
          {children}
          <div ref={alert} tabIndex={-1} className="outline-none">
            {failure && !isAtField && <Alert kind="error">{failure.message}</Alert>}
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" look="solid" busy={busy} className="min-w-36">
              {submit}
            </Button>
            {aside}
          </div>
        </ReadyFieldset>
      </form>
      <LeaveGuard isDirty={isDirty && !isSaved} />
      {stage.name === 'signing-in' && (
        <SignInDialog
          reason={stage.failure.status === 401 ? SIGNED_OUT : stage.failure.message}
          onSignedIn={save}
          onClose={edit}
        />
      )}
    </>
  )
}

/** What a field of the form holds, with its line breaks as they are stored; "" when it is not there. */
export function fieldText(form: HTMLFormElement | null, name: string): string {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : ''
}

/** What the named fields of the form hold. */
export function fieldTexts<Name extends string>(
  form: HTMLFormElement | null,
  names: readonly Name[],
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, fieldText(form, name)])) as Record<Name, string>
}

/** Puts a text into a field of the form. */
export function setFieldText(form: HTMLFormElement | null, name: string, text: string): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = text
}
