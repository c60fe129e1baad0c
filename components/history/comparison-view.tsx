import { type ReactNode, useId } from 'react'
import { RichText } from '@/components/rich-text/rich-text'
import type { Change } from '@/lib/content/word-difference'
import type { Comparison, FieldChange, RevisionEntry, RevisionPicture } from '@/lib/history/schema'
import { plateOf } from '@/lib/media/plate'
import { shortTime } from '@/lib/platform/format'
import type { BlockChange } from '@/lib/rich-text/block-change'
import './comparison.css'

type ComparisonViewProps = {
  comparison: Comparison
  /** What the form calls each field. */
  labels: Record<string, string>
  /** The picture a project has now: the files of others are gone. */
  pictureUrl?: string
}

/** What was removed and added between two revisions, told by lines, by words for screen readers, and by colour. */
export function ComparisonView({ comparison: { from, to, fields }, labels, pictureUrl }: ComparisonViewProps) {
  const isOne = from.id === to.id
  return (
    <div className="comparison">
      <p className="mb-4">
        {isOne ? (
          <>
            The revision of <When revision={to} />, in full.
          </>
        ) : (
          <>
            Changes from <When revision={from} /> to <When revision={to} />.
          </>
        )}
      </p>
      {!isOne && fields.length > 0 && (
        <p className="mb-6 text-sm text-muted">
          <del>Removed words</del> are struck through, <ins>added words</ins> are underlined,{' '}
          <span className="reformatted">words with another formatting</span> have a dotted line.
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
            {labels[field.name] ?? field.name}
          </h3>
          <Field field={field} pictureUrl={pictureUrl} />
        </section>
      ))}
    </div>
  )
}

function When({ revision: { updatedAt } }: { revision: RevisionEntry }) {
  return (
    <time dateTime={updatedAt} className="whitespace-nowrap tabular-nums">
      {shortTime(updatedAt)}
    </time>
  )
}

function Field({ field, pictureUrl }: { field: FieldChange; pictureUrl?: string }) {
  if (field.is === 'text') {
    return (
      <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere">
        <Changes changes={field.changes} />
      </p>
    )
  }
  if (field.is === 'rich-text') return <Blocks blocks={field.blocks} />
  const { before, after } = field
  if (before?.url === after?.url)
    return <Picture picture={after} was={before?.alt} isStored={after?.url === pictureUrl} />
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {before && (
        <Side label="Removed">
          <Picture picture={before} isStored={before.url === pictureUrl} />
        </Side>
      )}
      {after && (
        <Side label="Added">
          <Picture picture={after} isStored={after.url === pictureUrl} />
        </Side>
      )}
    </div>
  )
}

function Changes({ changes }: { changes: Change[] }) {
  // A change's place is all it is known by, and never changes on a page.
  return changes.map(({ text, is }, place) => {
    if (text === '') return null
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    if (is === 'removed') return <del key={place}>{text}</del>
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    if (is === 'added') return <ins key={place}>{text}</ins>
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

type PictureProps = { picture: RevisionPicture | null; was?: string; isStored: boolean }

function Picture({ picture, was, isStored }: PictureProps) {
  if (!picture) return null
  const { url, alt, width, height, placeholder } = picture
  // Of a transparent picture it is the plate behind it.
  const plate = plateOf(placeholder)
  const source = isStored ? url : !plate && placeholder
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
          style={plate ? { backgroundImage: `url("${plate}")` } : undefined}
        />
      )}
      <figcaption className="mt-2 text-sm text-muted">
        <p dir="auto" className="wrap-anywhere">
          Alt text: {was === undefined || was === alt ? alt || 'none' : <Changes changes={altChanges(was, alt)} />}
        </p>
        <p className="tabular-nums">
          {width} × {height} pixels.
          {!isStored && ' Its file was deleted when it was replaced; this is what is left of it.'}
        </p>
      </figcaption>
    </figure>
  )
}

const altChanges = (before: string, after: string): Change[] => [
  { text: before, is: 'removed' },
  { text: after, is: 'added' },
]

const LABELS: Record<BlockChange['is'], string> = { same: '', removed: 'Removed', added: 'Added', changed: 'Changed' }
/** So many unchanged blocks in a row are shown; of more, those beside a change. */
const SAME_SHOWN = 3

function Blocks({ blocks }: { blocks: BlockChange[] }) {
  const id = useId()
  const runs = runsOf(blocks)
  const isAllSame = blocks.every(({ is }) => is === 'same')
  return (
    <div className="flex max-w-prose flex-col gap-5">
      {runs.map((run, place) => {
        const key = `${id}${place}`
        if (isAllSame || run[0]?.is !== 'same' || run.length <= SAME_SHOWN) return <Run key={key} blocks={run} />
        const from = place === 0 ? 0 : 1
        const to = place === runs.length - 1 ? run.length : run.length - 1
        return (
          <div key={key} className="contents">
            <Run blocks={run.slice(0, from)} />
            <details>
              <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-muted">
                {to - from} unchanged blocks
              </summary>
              <div className="mt-3 flex flex-col gap-5">
                <Run blocks={run.slice(from, to)} />
              </div>
            </details>
            <Run blocks={run.slice(to)} />
          </div>
        )
      })}
    </div>
  )
}

/** Unchanged blocks that follow each other together, and the others together. */
function runsOf(blocks: BlockChange[]): BlockChange[][] {
  const runs: BlockChange[][] = []
  for (const block of blocks) {
    const run = runs.at(-1)
    if (run && (run[0]?.is === 'same') === (block.is === 'same')) run.push(block)
    else runs.push([block])
  }
  return runs
}

function Run({ blocks }: { blocks: BlockChange[] }) {
  return blocks.map(({ is, html, told }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks may be equal, and never change on a page
    <div key={place} className="comparison-block" data-is={is}>
      {is !== 'same' && <p className="mb-1 text-xs font-medium text-muted">{[LABELS[is], ...told].join(' · ')}</p>}
      <RichText html={html} />
    </div>
  ))
}
