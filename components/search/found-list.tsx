import { CardTitle } from '@/components/content/card-links'
import { FirstTechChips } from '@/components/content/tech-chips'
import { MarkedText } from '@/components/search/marked-text'
import { FindForm } from '@/components/shell/find-form'
import { GoBack } from '@/components/shell/go-back'
import { AppLink } from '@/components/ui/app-link'
import { buttonClass } from '@/components/ui/button'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { PageHeading } from '@/components/ui/page-heading'
import { Pagination } from '@/components/ui/pagination'
import { shortDate } from '@/lib/platform/format'
import { paths } from '@/lib/routes/paths'
import type { FindFilters } from '@/lib/routes/public-paths'
import type { Found } from '@/lib/search/schema'
import type { Technology } from '@/lib/technology/schema'
import { technologyKey } from '@/lib/technology/technology-key'
import { FIND_HEADING, FIND_KINDS, FOUND_KINDS, workWith } from '@/lib/texts/constants'

type Hit = Found & { titleMarks: Found['marks'] }

type FoundListProps = {
  q: string
  filters: FindFilters
  choices: { technologies: Array<Pick<Technology, 'slug' | 'name' | 'keys'>>; years: number[] }
  timeZone: string
  /** What is wrong with the search; nothing was looked for. */
  refusal?: string
  total: number
  isMore: boolean
  results: Hit[]
  replaced: Array<{ word: string; by: string[] }>
  /** Of a text with more words those that were looked for. */
  searched?: string[]
  /** What is like a search that found nothing. */
  near: Array<Pick<Found, 'title' | 'path'>>
  page: number
  pageCount: number
}

export function FoundList({ q, filters, choices, refusal, total, isMore, results, near, ...rest }: FoundListProps) {
  const { replaced, searched, page, pageCount, timeZone } = rest
  const key = technologyKey(q)
  const named = choices.technologies.find(({ keys }) => keys.includes(key))
  return (
    <div className="container-page pb-section">
      <PageHeading title={FIND_HEADING} back={<GoBack href={paths.home} />} />
      <FindForm id="find" q={q} isLandmark>
        <div className="mt-4 grid grid-cols-2 items-end gap-3 sm:flex">
          <Choice name="kind" label="Kind" chosen={filters.kind} options={Object.entries(FIND_KINDS)} />
          <Choice
            name="tech"
            label="Technology"
            chosen={filters.tech}
            options={choices.technologies.map(({ name }) => [name, name])}
          />
          <Choice
            name="year"
            label="Year"
            chosen={filters.year}
            options={choices.years.map((year) => [String(year), String(year)])}
          />
          <button type="submit" className={buttonClass()}>
            Apply
          </button>
        </div>
      </FindForm>
      <div className="mt-8 max-w-measure">
        {refusal && (
          <p role="alert" className="text-danger">
            {refusal}
          </p>
        )}
        {named && page === 1 && (
          <p className="mb-2" dir="auto">
            <AppLink
              href={paths.technology(named.slug)}
              className="link inline-flex min-h-11 items-center font-medium wrap-anywhere"
            >
              {workWith(named.name)}
            </AppLink>
          </p>
        )}
        {!refusal && q !== '' && (
          <p role="status" className="border-b border-line pb-3 text-sm text-muted tabular-nums">
            <span>
              {total === 0
                ? 'Nothing found.'
                : `${total.toLocaleString('en')}${isMore ? '+' : ''} ${total === 1 ? 'result' : 'results'}`}
            </span>
            {searched && (
              <span className="ms-2" dir="auto">
                {`Looked for its rarest words: “${searched.join('”, “')}”.`}
              </span>
            )}
            {replaced.map(({ word, by }) => (
              <span key={word} className="ms-2" dir="auto">
                {`Nothing has “${word}”: shown is “${by.join('”, “')}”.`}
              </span>
            ))}
          </p>
        )}
        {near.length > 0 && (
          <section aria-labelledby="near" className="mt-8">
            <h2 id="near" className="text-h3">
              You may be looking for
            </h2>
            <ul className="mt-3">
              {near.map(({ title, path }) => (
                <li key={path} dir="auto">
                  <AppLink href={path} className="link inline-flex min-h-11 items-center wrap-anywhere">
                    {title}
                  </AppLink>
                </li>
              ))}
            </ul>
          </section>
        )}
        {results.length > 0 && (
          <ol>
            {results.map((hit) => (
              <FoundItem key={hit._id} hit={hit} timeZone={timeZone} keyword={filters.tech} />
            ))}
          </ol>
        )}
      </div>
      <Pagination page={page} pageCount={pageCount} hrefOf={(n) => paths.find(q, filters, n)} />
    </div>
  )
}

/** `keyword` is the technology they are filtered by: it comes first. */
function FoundItem({ hit, timeZone, keyword = '' }: { hit: Hit; timeZone: string; keyword?: string }) {
  const { kind, title, titleMarks, path, extract, marks, tech, createdAt } = hit
  return (
    <li className="relative border-b border-line py-6">
      <article className="group">
        <p className="text-xs text-muted tabular-nums">
          <span>{`${FOUND_KINDS[kind]} · ${shortDate(createdAt, timeZone)}`}</span>
        </p>
        <h2 className="mt-1 text-h3 wrap-anywhere" dir="auto">
          <CardTitle href={path}>
            <MarkedText text={title} marks={titleMarks} />
          </CardTitle>
        </h2>
        {extract && (
          <p className="mt-1.5 font-serif text-muted wrap-anywhere" dir="auto">
            <MarkedText text={extract} marks={marks} />
          </p>
        )}
        <div className="mt-3 empty:hidden">
          <FirstTechChips tech={tech} keyword={keyword} />
        </div>
      </article>
    </li>
  )
}

type ChoiceProps = {
  name: string
  label: string
  chosen?: string | number
  options: Array<[value: string, text: string]>
}

function Choice({ name, label, chosen = '', options }: ChoiceProps) {
  const isListed = options.some(([value]) => value === String(chosen))
  return (
    <div className="min-w-0 grow basis-32">
      <label htmlFor={`find-${name}`} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select id={`find-${name}`} name={name} defaultValue={String(chosen)} className={CONTROL_CLASS}>
        <option value="">All</option>
        {!isListed && chosen !== '' && <option value={String(chosen)}>{chosen}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
