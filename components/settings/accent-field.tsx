'use client'

import { SETTINGS_FIELDS } from '@/components/settings/settings-fields'
import { Button } from '@/components/ui/button'
import { CONTROL } from '@/components/ui/form/control-class'
import { describedBy, FieldFrame } from '@/components/ui/form/field'
import { Icon } from '@/components/ui/icon'
import { DARK_GROUND, LIGHT_GROUND, TEXT_MIN_CONTRAST } from '@/lib/platform/contrast'
import {
  accentColours,
  isReadableAccent,
  isReadableDarkAccent,
  nearestReadableAccent,
  nearestReadableDarkAccent,
  typedColour,
} from '@/lib/site-settings/accent'

type Name = 'accent' | 'accentDark'
type AccentFieldsProps = {
  /** As typed: not every value is a colour. */
  accent: string
  accentDark: string
  issueOf: (name: Name) => string | undefined
  onChange: (part: { [Field in Name]?: string }) => void
}

const CHOOSE: Record<Name, string> = {
  accent: 'Choose the accent colour',
  accentDark: 'Choose the dark mode accent',
}

/** The accent colours with their contrast in both schemes. */
export function AccentFields({ accent, accentDark, issueOf, onChange }: AccentFieldsProps) {
  const [light, dark] = [typedColour(accent), typedColour(accentDark)]
  const shown = accentColours(light ?? '', dark ?? '')
  return (
    <div className="space-y-6">
      <ColourField
        name="accent"
        value={accent}
        shown={shown.light.colour}
        error={issueOf('accent')}
        onChange={(colour) => onChange({ accent: colour })}
      />
      <ColourField
        name="accentDark"
        value={accentDark}
        shown={shown.dark.colour}
        error={issueOf('accentDark')}
        onChange={(colour) => onChange({ accentDark: colour })}
      />
      {(light !== null || dark !== null) && (
        <div role="status" className="space-y-3">
          <div className="grid gap-3 sm:grid-cols-2">
            {light !== null && <Sample scheme="Light" ground={LIGHT_GROUND} on="#ffffff" {...shown.light} />}
            {dark !== null && <Sample scheme="Dark" ground={DARK_GROUND} on="#10121c" {...shown.dark} />}
          </div>
          <AccentOffers {...{ accent, accentDark, onChange }} />
        </div>
      )}
    </div>
  )
}

/** The nearest colour that can be read, for each that cannot: until it is taken, nothing can be saved. */
export function AccentOffers({
  accent,
  accentDark,
  onChange,
  isInBar = false,
}: Omit<AccentFieldsProps, 'issueOf'> & { isInBar?: boolean }) {
  const [light, dark] = [typedColour(accent), typedColour(accentDark)]
  const shown = accentColours(light ?? '', dark ?? '')
  return (
    <>
      {light !== null && !isReadableAccent(shown.light.colour) && (
        <Offer
          label={isInBar ? SETTINGS_FIELDS.accent.label : ''}
          fault="light"
          colour={nearestReadableAccent(shown.light.colour)}
          onTake={(colour) => onChange({ accent: colour })}
        />
      )}
      {dark !== null && !isReadableDarkAccent(shown.dark.colour) && (
        <Offer
          label={isInBar ? SETTINGS_FIELDS.accentDark.label : ''}
          fault="dark"
          colour={nearestReadableDarkAccent(shown.dark.colour)}
          onTake={(colour) => onChange({ accentDark: colour })}
        />
      )}
    </>
  )
}

type ColourFieldProps = {
  name: Name
  value: string
  shown: string
  error: string | undefined
  onChange: (colour: string) => void
}

function ColourField({ name, value, shown, error, onChange }: ColourFieldProps) {
  const id = `settings-${name}`
  const { label, hint } = SETTINGS_FIELDS[name]
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="flex flex-wrap gap-3">
        <input
          id={id}
          dir="ltr"
          value={value}
          spellCheck={false}
          maxLength={20}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          onChange={(event) => onChange(event.target.value)}
          className={`${CONTROL} w-36 tabular-nums`}
        />
        <input
          type="color"
          aria-label={CHOOSE[name]}
          value={shown}
          onChange={(event) => onChange(event.target.value)}
          className="size-11 cursor-pointer rounded-plate border border-muted/60 bg-paper p-1"
        />
        {value.trim() !== '' && <Button onClick={() => onChange('')}>Use the default</Button>}
      </div>
    </FieldFrame>
  )
}

/** Away from its field it says by `label` which colour it means. */
type OfferProps = { label: string; fault: 'light' | 'dark'; colour: string; onTake: (colour: string) => void }

function Offer({ label, fault, colour, onTake }: OfferProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-danger">
      {label
        ? `${label}: too ${fault} to read.`
        : `Too ${fault} to read on the page: it needs a contrast of ${TEXT_MIN_CONTRAST}:1.`}
      <Button onClick={() => onTake(colour)}>
        <span
          aria-hidden="true"
          className="size-4 rounded-full forced-color-adjust-none [print-color-adjust:exact]"
          style={{ background: colour }}
        />
        {label ? 'Take' : 'Use'} {colour}
      </Button>
    </p>
  )
}

type SampleProps = { scheme: string; ground: string; on: string; colour: string; contrast: number }

function Sample({ scheme, ground, on, colour, contrast }: SampleProps) {
  const isEnough = contrast >= TEXT_MIN_CONTRAST
  // Rounded down: 4.49 must not show as 4.5.
  const ratio = (Math.floor(contrast * 10) / 10).toFixed(1)
  return (
    <div className="rounded-plate border border-line">
      {/* Shown as it will be, however it reads: the words below say whether that is enough. */}
      <div
        aria-hidden="true"
        className="flex items-center gap-4 rounded-t-plate px-4 py-3 forced-color-adjust-none [print-color-adjust:exact]"
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
        {isEnough ? <Icon name="check" /> : <Icon name="alert" />}
        <span>{`${scheme} mode contrast: ${ratio}:1${isEnough ? '' : ', too low'}`}</span>
      </p>
    </div>
  )
}
