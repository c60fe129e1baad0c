'use client'

import { RichTextField } from '@/components/content/rich-text-field'
import { useJournalState } from '@/components/content/use-journal'
import { type TextFormProps, useTextForm } from '@/components/content/use-text-form'
import { fieldText, setFieldTexts } from '@/components/content/writing-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/form/field'
import { SelectField } from '@/components/ui/form/select-field'
import type { AdminPage } from '@/lib/page/schema'
import { PAGE_STARTS } from '@/lib/page/starts'
import { DESCRIPTION, PAGE_LABELS, TITLE } from '@/lib/texts/form-constants'

const LABELS = { title: TITLE, ...PAGE_LABELS, description: DESCRIPTION }

type PageFormProps = TextFormProps & { page?: AdminPage }

/** A note's form with other fields: 'New Page' without `page`. */
export function PageForm({ page, from, previewLinks = [] }: PageFormProps) {
  const { form, description, journal, field, richText, frame } = useTextForm({
    ...{ kind: 'page', row: page, labels: LABELS, from, previewLinks },
  })
  const isBlank = useJournalState(journal.store, ({ status }) => status.name === 'clean')

  function startWith({ title, html }: (typeof PAGE_STARTS)[number]) {
    if (fieldText(form.current, 'title') === '') setFieldTexts(form.current, { title })
    description.take(html)
    journal.touch()
  }

  return frame(
    <>
      {!page && isBlank && (
        <div className="needs-script flex flex-wrap items-center gap-3">
          <span className="text-sm text-muted">Start with headings:</span>
          {PAGE_STARTS.map((start) => (
            <Button key={start.title} onClick={() => startWith(start)}>
              {start.title}
            </Button>
          ))}
        </div>
      )}
      <Field {...field('title')} dir="auto" />
      <RichTextField {...richText} />
      <Field
        {...field('footer')}
        hint="A number puts a link into the footer of every page, the lowest first. Leave blank for none."
        inputMode="numeric"
      />
      <SelectField {...field('robots')}>
        <option value="">May list it</option>
        <option value="noindex">Are told to leave it out</option>
      </SelectField>
    </>,
  )
}
