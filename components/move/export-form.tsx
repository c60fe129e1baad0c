'use client'

import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/form/checkbox'
import { SectionHeading } from '@/components/ui/section-heading'
import { moveCalls } from '@/lib/move/calls'

/** The whole site as one ZIP to download; works without JavaScript. */
export function ExportForm() {
  return (
    <section aria-labelledby="export">
      <SectionHeading id="export">Take your site away</SectionHeading>
      <p className="max-w-prose">
        One ZIP with every note, project and page of your own as Markdown and as HTML, its pictures, the settings and
        the old addresses. People can read it; Hugo, Astro and Colophon take it as it is. No password, key, session or
        visitor is in it.
      </p>
      <form action={moveCalls.export.path} method="get" className="mt-4 space-y-4">
        <div>
          <Checkbox name="drafts">Drafts, too</Checkbox>
          <Checkbox name="revisions">What was saved before (revisions), too</Checkbox>
        </div>
        <Button type="submit" variant="solid">
          Download the ZIP
        </Button>
      </form>
    </section>
  )
}
