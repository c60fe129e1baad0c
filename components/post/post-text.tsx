import { Fragment } from 'react'
import { leadOf, linkedParts, paragraphsOf } from '@/lib/post/description'

/** A project's description: a paragraph for each of its own, and its first sentence as the lead. */
export function PostText({ text }: { text: string }) {
  const [first = '', ...others] = paragraphsOf(text)
  const lead = leadOf(first)
  return (
    <div dir="auto" className="max-w-[min(58ch,42rem)] space-y-5 font-serif text-text *:whitespace-pre-line">
      <p>
        {/* One paragraph for those who listen or copy, two for those who look. */}
        {lead && <span className={`block text-lead ${lead.length < first.length ? 'mb-4' : ''}`}>{linked(lead)}</span>}
        <span>{linked(first.slice(lead.length))}</span>
      </p>
      {others.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no names, and may be the same
        <Fragment key={index}>
          {'\n\n'}
          <p>{linked(paragraph)}</p>
        </Fragment>
      ))}
    </div>
  )
}

/** Web addresses as links. */
function linked(text: string) {
  return linkedParts(text).map(({ text: part, href }, index) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: an address may stand there twice
      <a key={index} href={href} rel="noopener" className="link wrap-anywhere">
        {part}
      </a>
    ) : (
      part
    ),
  )
}
