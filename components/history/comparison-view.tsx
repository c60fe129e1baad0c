import type { ReactNode } from 'react'
import { RichText } from '@/components/rich-text/rich-text'
import { ShortTime } from '@/components/shell/time-zone'
import { FACT_LABELS } from '@/lib/content/post-facts'
import type { Change } from '@/lib/content/word-difference'
import type { Comparison, FieldChange, RevisionEntry, ShownPicture } from '@/lib/history/schema'
import { backdropOf } from '@/lib/media/backdrop'
import { ownValue } from '@/lib/platform/own-value'
import type { BlockChange } from '@/lib/rich-text/block-change'
import { FULL_PROJECT, RELATED } from '@/lib/texts/constants'
import { DESCRIPTION, GITHUB, IMAGE, NOTE_ABOUT, PAGE_LABELS, SERIES, STORY, TITLE } from '@/lib/texts/form-constants'
import { TECHNOLOGIES } from '@/lib/texts/frame-constants'
import './comparison.css'

/** What the forms call each field. */
const FIELD_LABELS: Record<string, string> = {
  ...{ title: TITLE, about: NOTE_ABOUT, description: DESCRIPTION, story: STORY, ...PAGE_LABELS },
  ...{ repo: GITHUB, link: FULL_PROJECT, tech: TECHNOLOGIES, ...FACT_LABELS, image: IMAGE },
  ...{ series: SERIES, related: RELATED },
}

/** What was removed and added between two revisions, told by lines, by words for screen readers, and by colour. */
export function ComparisonView({ comparison: { from, to, fields } }: { comparison: Comparison }) {
  const isOne = from.id === to.id
  return (
    <div className="comparison">
      <p className="mb-4">
        {isOne ? (
          <span>
            The revision of <When revision={to} />, in full.
          </span>
        ) : (
          <span>
            Changes from <When revision={from} /> to <When revision={to} />.
          </span>
        )}
      </p>
      {!isOne && fields.length > 0 && (
        <p className="mb-6 text-sm text-muted">
          <del>Removed words</del> are struck through, <ins>added words</ins> are underlined.
        </p>
      )}
      {fields.length === 0 && (
        <p role="status" className="pb-5">
          The two say the same.
        </p>
      )}
      {fields.map((field) => (
        <section key={field.name} aria-labelledby={`changed-${field.name}`} className="border-t border-line py-5">
          <h3 id={`changed-${field.name}`} className="mb-3 font-sans text-sm font-medium text-muted">
            {ownValue(FIELD_LABELS, field.name) ?? field.name}
          </h3>
          <Field field={field} />
        </section>
      ))}
    </div>
  )
}

function When({ revision: { updatedAt } }: { revision: RevisionEntry }) {
  return <ShortTime at={updatedAt} className="whitespace-nowrap tabular-nums" />
}

function Field({ field }: { field: FieldChange }) {
  if (field.type === 'text') {
    return (
      <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere">
        <Changes changes={field.changes} />
      </p>
    )
  }
  if (field.type === 'rich-text') return <Blocks blocks={field.blocks} />
  const { before, after } = field
  if (before?.url === after?.url) return <Picture picture={after} was={before} />
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {before && (
        <Side label="Removed">
          <Picture picture={before} />
        </Side>
      )}
      {after && (
        <Side label="Added">
          <Picture picture={after} />
        </Side>
      )}
    </div>
  )
}

function Changes({ changes }: { changes: Change[] }) {
  // A change's place is all it is known by, and never changes on a page.
  return changes.map(({ text, type }, index) => {
    if (text === '') return null
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    if (type === 'removed') return <del key={index}>{text}</del>
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    if (type === 'added') return <ins key={index}>{text}</ins>
    return text
  })
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-2 text-sm font-medium">{label}</p>
      {children}
    </div>
  )
}

type PictureProps = { picture: ShownPicture | null; was?: ShownPicture | null }

function Picture({ picture, was }: PictureProps) {
  if (!picture) return null
  const { url, alt, caption = '', width, height, placeholder, isStored } = picture
  const captionBefore = was?.caption ?? ''
  // Of a transparent picture it is the backdrop behind it.
  const backdrop = backdropOf(placeholder)
  const source = isStored ? url : !backdrop && placeholder
  return (
    <figure>
      {source && (
        // biome-ignore lint/performance/noImgElement: a picture of the media store, or a data URL
        <img
          src={source}
          alt={alt}
          width={width}
          height={height}
          className="max-h-60 w-auto max-w-full rounded-plate object-contain"
          style={backdrop ? { backgroundImage: `url("${backdrop}")` } : undefined}
        />
      )}
      <figcaption className="mt-2 text-sm text-muted">
        <p dir="auto" className="wrap-anywhere">
          <span>Alt text: </span>
          {!was || was.alt === alt ? <span>{alt || 'none'}</span> : <Changes changes={changed(was.alt, alt)} />}
        </p>
        {(caption || captionBefore) && (
          <p dir="auto" className="wrap-anywhere">
            <span>Caption: </span>
            <Changes changes={was ? changed(captionBefore, caption) : [{ text: caption, type: 'same' }]} />
          </p>
        )}
        <p className="tabular-nums">
          {`${width} × ${height} pixels.${isStored ? '' : ' Its file is no longer stored; this is what is left of it.'}`}
        </p>
      </figcaption>
    </figure>
  )
}

const changed = (before: string, after: string): Change[] =>
  before === after
    ? [{ text: after, type: 'same' }]
    : [
        { text: before, type: 'removed' },
        { text: after, type: 'added' },
      ]

const LABELS = { same: '', removed: 'Removed', added: 'Added', changed: 'Changed' }

/** Unchanged blocks beside no change are folded, unless there is nothing else. */
function Blocks({ blocks }: { blocks: BlockChange[] }) {
  const isSame = (position: number) => (blocks[position]?.type ?? 'same') === 'same'
  const hasChange = !blocks.every((_, index) => isSame(index))
  const runs: Array<{ isFar: boolean; blocks: BlockChange[] }> = []
  for (const [index, block] of blocks.entries()) {
    const isFar = hasChange && [index - 1, index, index + 1].every(isSame)
    const run = runs.at(-1)
    if (run?.isFar === isFar) run.blocks.push(block)
    else runs.push({ isFar, blocks: [block] })
  }
  return (
    <div className="flex max-w-prose flex-col gap-5">
      {runs.map((run, index) =>
        run.isFar && run.blocks.length > 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <details key={index}>
            <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-muted">
              {run.blocks.length} unchanged blocks
            </summary>
            <div className="mt-3 flex flex-col gap-5">{run.blocks.map(shownBlock)}</div>
          </details>
        ) : (
          run.blocks.map(shownBlock)
        ),
      )}
    </div>
  )
}

function shownBlock({ type, html, note }: BlockChange, position: number) {
  return (
    <div key={position} className="comparison-block" data-type={type}>
      {type !== 'same' && (
        <p className="mb-1 text-xs font-medium text-muted">{note ? `${LABELS[type]} · ${note}` : LABELS[type]}</p>
      )}
      <RichText html={html} />
    </div>
  )
}
