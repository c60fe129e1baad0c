'use client'

import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { nextField } from '@/components/content/next-field'
import type { SaveForm } from '@/components/content/use-save-form'
import { SignInDialog } from '@/components/sign-in/sign-in-dialog'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { HydrationFieldset } from '@/components/ui/form/hydration-fieldset'
import { LeaveGuard } from '@/components/ui/form/leave-guard'

type WritingFormProps = {
  form: RefObject<HTMLFormElement | null>
  saving: Omit<SaveForm<unknown>, 'base' | 'saveOnto'>
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
 * The frame of every form that writes: its button saves and leaves, Ctrl+S saves and stays, Enter goes on to the next
 * field; errors at their field with the focus on the first, a sign-in beside it when the session has ended, and a
 * question before unsaved changes are left.
 */
export function WritingForm({ form, saving, fields, isDirty, onEdit, submit, aside, children }: WritingFormProps) {
  const { stage, busy, hasStayed, isLeaving, failure, issueOf, save, keep, resume, edit, dismiss } = saving
  const alert = useRef<HTMLDivElement>(null)
  const isAtField = fields.some((name) => issueOf(name))

  useEffect(() => {
    if (stage.name !== 'editing' || !stage.failure) return
    const target = form.current?.querySelector<HTMLElement>('[data-problem], [aria-invalid=true]') ?? alert.current
    target?.focus()
  }, [stage, form])

  const saveByKey = useRef(keep)
  useEffect(() => {
    saveByKey.current = keep
  })
  useEffect(() => {
    // On the window: a click beside the fields takes the focus out of the form.
    function onSaveKey(event: globalThis.KeyboardEvent) {
      const isSaveKey = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)
      if (!isSaveKey || event.altKey || event.shiftKey) return
      event.preventDefault()
      const isCovered = form.current?.offsetParent === null || document.querySelector('dialog[open]') !== null
      if (!isCovered && !event.repeat) saveByKey.current()
    }
    window.addEventListener('keydown', onSaveKey)
    return () => window.removeEventListener('keydown', onSaveKey)
  }, [form])

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return
    const next = nextField(event.currentTarget, event.target)
    if (!next) return
    // The key would make a new line where the focus is by then.
    event.preventDefault()
    next.focus()
  }

  return (
    <>
      {/* autoComplete: kept text from an earlier visit would be put over what is stored by now. */}
      <form
        ref={form}
        method="post"
        noValidate
        autoComplete="off"
        onInput={() => {
          dismiss()
          onEdit()
        }}
        onKeyDown={onKeyDown}
        onSubmit={(event) => event.preventDefault()}
      >
        <HydrationFieldset className="space-y-6">
          {children}
          <div ref={alert} tabIndex={-1} className="outline-none">
            {failure && !isAtField && <Alert kind="error">{failure.message}</Alert>}
          </div>
          <div className="flex flex-wrap items-center gap-3">
            {/* Not of type "submit": a form that has one is sent by Enter in any of its fields. */}
            <Button look="solid" busy={busy} onClick={save} className="min-w-36">
              {submit}
            </Button>
            {aside}
          </div>
          <SaveStatus text={statusText(saving, submit)} />
        </HydrationFieldset>
      </form>
      <LeaveGuard isDirty={isDirty} isLeaving={isLeaving} isRouterStale={hasStayed} />
      {stage.name === 'signing-in' && (
        <SignInDialog
          reason={stage.failure.status === 401 ? SIGNED_OUT : stage.failure.message}
          onSignedIn={resume}
          onClose={edit}
        />
      )}
    </>
  )
}

/** In its place below the buttons, or at the lower edge of the window while they are further down. */
function SaveStatus({ text }: { text: string }) {
  return (
    <div className="pointer-events-none sticky bottom-3 z-10 flex">
      <p
        role="status"
        className={
          text === ''
            ? ''
            : 'rounded-plate border border-line bg-paper px-3 py-2 text-sm text-fg shadow-md tabular-nums'
        }
      >
        {text}
      </p>
    </div>
  )
}

function statusText({ stage, notice }: WritingFormProps['saving'], submit: string): string {
  if (stage.name === 'sending') return stage.next === 'stay' ? 'Saving …' : ''
  if (stage.name !== 'editing' || stage.failure || !notice) return ''
  if (notice.name === 'saved') return `Saved at ${notice.at.toLocaleTimeString('en-GB')}.`
  return `Not published yet. Use the ${submit} button to publish; your text stays here.`
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
