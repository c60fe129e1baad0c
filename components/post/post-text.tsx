import { Fragment } from 'react'
import { leadOf, paragraphsOf } from '@/lib/post/description'

/** A project's description: a paragraph for each of its own, and its first sentence as the lead. */
export function PostText({ text }: { text: string }) {
  const [first = '', ...others] = paragraphsOf(text)
  const lead = leadOf(first)
  return (
    <div dir="auto" className="max-w-[min(58ch,42rem)] space-y-5 font-serif text-text *:whitespace-pre-line">
      <p>
        {/* One paragraph for those who listen or copy, two for those who look. */}
        {lead && <span className={`block text-lead ${lead.length < first.length ? 'mb-4' : ''}`}>{lead}</span>}
        <span>{first.slice(lead.length)}</span>
      </p>
      {others.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no names, and may be the same
        <Fragment key={index}>
          {'\n\n'}
          <p>{paragraph}</p>
        </Fragment>
      ))}
    </div>
  )
}
