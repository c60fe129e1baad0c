import { fieldText, setFieldText } from '@/components/content/writing-form'
import { Field } from '@/components/ui/form/field'
import type { Status } from '@/lib/publishing/status'
import { publicPaths } from '@/lib/routes/public-paths'
import { ADDRESS } from '@/lib/texts/form-constants'

type AddressFieldProps = {
  kind: 'note' | 'post'
  /** The row as it is stored. */
  row: { slug: string; status: Status | null }
  error: string | undefined
}

/**
 * The slug of what is published; until then it follows the title. Not part of the journal, where a changed title would
 * make it stale.
 */
export function AddressField({ kind, row, error }: AddressFieldProps) {
  if (row.status !== 'published') return null
  return (
    <Field
      id={`${kind}-slug`}
      name="slug"
      label={ADDRESS}
      defaultValue={row.slug}
      error={error}
      hint={`The end of ${publicPaths[kind]('')}… The address it has now will lead to the new one. Leave blank to have one made from the title.`}
      dir="auto"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

/** What the form sends of it: nothing where it is as it was, or not there. */
export function changedAddress(form: HTMLFormElement | null, { slug, status }: AddressFieldProps['row']) {
  const typed = fieldText(form, 'slug').trim()
  return status === 'published' && typed !== slug ? { slug: typed } : {}
}

/** Shows the address as the server has it. */
export const showAddress = (form: HTMLFormElement | null, slug: string) => setFieldText(form, 'slug', slug)
