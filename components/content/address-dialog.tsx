'use client'

import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/form/field'
import type { ContentName } from '@/lib/content/kinds'
import type { Status } from '@/lib/publishing/status'
import { publicPaths } from '@/lib/routes/public-paths'
import { ADDRESS } from '@/lib/texts/form-constants'

type AddressDialogProps = {
  kind: ContentName
  row: { slug: string; status: Status | null }
  error: string | undefined
  isSaving: boolean
  /** Blank for one made from the title. */
  onChoose: (slug: string) => void
  onClose: () => void
}

/** The readable end of an address, also of what nobody has seen yet. */
export function AddressDialog({ kind, row, error, isSaving, onChoose, onClose }: AddressDialogProps) {
  return (
    <Dialog title={ADDRESS} onClose={onClose}>
      <form
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSaving) onChoose(String(new FormData(event.currentTarget).get('slug')))
        }}
      >
        <Field
          id={`${kind}-slug`}
          name="slug"
          label={ADDRESS}
          defaultValue={row.slug}
          error={error}
          hint={`The end of ${publicPaths[kind]('')}… ${row.status === 'published' ? 'The address it has now will lead to the new one. ' : ''}Leave blank to have one made from the title.`}
          dir="auto"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="solid" busy={isSaving}>
            Save address
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
