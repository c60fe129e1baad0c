import type { ReactNode } from 'react'
import { CHOICE_WORDS, SETTINGS_LABELS, type SettingsChoice } from '@/components/settings/settings-values'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { describedBy, FieldFrame } from '@/components/ui/form/field'
import type { Look } from '@/lib/site-settings/schema'

type ChoiceFieldProps<Name extends SettingsChoice> = {
  name: Name
  value: Look[Name]
  hint?: ReactNode
  error: string | undefined
  onChange: (value: Look[Name]) => void
}

/** One of a few looks, by its words. */
export function ChoiceField<Name extends SettingsChoice>({
  name,
  value,
  hint,
  error,
  onChange,
}: ChoiceFieldProps<Name>) {
  const id = `settings-${name}`
  const words: Record<string, string> = CHOICE_WORDS[name]
  return (
    <FieldFrame id={id} label={SETTINGS_LABELS[name]} hint={hint} error={error}>
      <select
        id={id}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        onChange={(event) => onChange(event.target.value as Look[Name])}
        className={CONTROL_CLASS}
      >
        {Object.entries(words).map(([choice, shown]) => (
          <option key={choice} value={choice}>
            {shown}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
