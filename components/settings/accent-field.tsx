'use client'

import { SETTINGS_LABELS } from '@/components/settings/settings-values'
import { Button } from '@/components/ui/button'
import { CONTROL_CLASS, describedBy, FieldFrame } from '@/components/ui/form/field'
import { AlertIcon } from '@/components/ui/form-icons'
import { CheckIcon } from '@/components/ui/icons'
import {
  accentColours,
  DARK_GROUND,
  DEFAULT_ACCENT,
  isReadableAccent,
  LIGHT_GROUND,
  nearestReadableAccent,
} from '@/lib/site-settings/accent'
import { ACCENT_MIN_CONTRAST } from '@/lib/site-settings/contrast'

type AccentFieldProps = { value: string; error: string | undefined; onChange: (accent: string) => void }

const HINT =
  'A hex code such as #1a2b3c. Leave blank for the default. In dark mode a lighter tint is used so it stays readable.'

/** The accent colour with its contrast in both schemes. */
export function AccentField({ value, error, onChange }: AccentFieldProps) {
  const typed = value.trim().toLowerCase()
  const colour = /^#[0-9a-f]{6}$/.test(typed) ? typed : null
  const shown = colour ?? (typed === '' ? DEFAULT_ACCENT : null)
  return (
    <div className="space-y-3">
      <FieldFrame id="settings-accent" label={SETTINGS_LABELS.accent} hint={HINT} error={error}>
        <div className="flex flex-wrap gap-3">
          <input
            id="settings-accent"
            dir="ltr"
            value={value}
            spellCheck={false}
            maxLength={20}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy('settings-accent', HINT, error)}
            onChange={(event) => onChange(event.target.value)}
            className={`${CONTROL_CLASS} w-36! tabular-nums`}
          />
          <input
            type="color"
            aria-label="Choose the accent colour"
            value={shown ?? DEFAULT_ACCENT}
            onChange={(event) => onChange(event.target.value)}
            className="size-11 cursor-pointer rounded-plate border border-muted/60 bg-paper p-1"
          />
          {typed !== '' && <Button onClick={() => onChange('')}>Use the default</Button>}
        </div>
      </FieldFrame>
      {shown && <Contrast accent={shown} onChange={onChange} />}
    </div>
  )
}

function Contrast({ accent, onChange }: { accent: string; onChange: (accent: string) => void }) {
  const { light, dark } = accentColours(accent)
  const offered = isReadableAccent(accent) ? null : nearestReadableAccent(accent)
  return (
    <div role="status" className="space-y-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Sample scheme="Light" ground={LIGHT_GROUND} on="#ffffff" {...light} />
        <Sample scheme="Dark" ground={DARK_GROUND} on="#10121c" {...dark} />
      </div>
      {offered && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-danger">
          Too light to read on the page: it needs a contrast of {ACCENT_MIN_CONTRAST}:1.
          <Button onClick={() => onChange(offered)}>
            <span aria-hidden="true" className="size-4 rounded-full" style={{ background: offered }} />
            Use {offered}
          </Button>
        </p>
      )}
    </div>
  )
}

type SampleProps = { scheme: string; ground: string; on: string; colour: string; contrast: number }

function Sample({ scheme, ground, on, colour, contrast }: SampleProps) {
  const isEnough = contrast >= ACCENT_MIN_CONTRAST
  // Rounded down: 4.49 must not show as 4.5.
  const ratio = (Math.floor(contrast * 10) / 10).toFixed(1)
  return (
    <div className="rounded-plate border border-line">
      {/* Shown as it will be, however it reads: the words below say whether that is enough. */}
      <div
        aria-hidden="true"
        className="flex items-center gap-4 rounded-t-plate px-4 py-3"
        style={{ background: ground }}
      >
        <span className="font-serif text-text underline underline-offset-4" style={{ color: colour }}>
          A link
        </span>
        <span className="rounded-plate px-3 py-1.5 text-sm font-medium" style={{ background: colour, color: on }}>
          A button
        </span>
      </div>
      <p
        className={`flex items-center gap-2 px-4 py-2 text-sm tabular-nums ${isEnough ? 'text-success' : 'text-danger'}`}
      >
        {isEnough ? <CheckIcon /> : <AlertIcon />}
        {scheme} mode contrast: {ratio}:1{isEnough ? '' : ', too low'}
      </p>
    </div>
  )
}
