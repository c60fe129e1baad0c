import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { FoundList } from '@/components/search/found-list'
import '@/components/shell/all-styles.css'
import { countSearch } from '@/lib/not-found/server/mutations'
import { findQuerySchema } from '@/lib/search/input'
import { FIND_LIMITS } from '@/lib/search/limits'
import { find, findChoices, findNear, TOTAL_MAX } from '@/lib/search/server/queries'
import { findMetadata } from '@/lib/seo/server/metadata'
import { getSettings } from '@/lib/site-settings/server/queries'

/** Anybody may ask for anything: it is stored nowhere, but for what finds nothing. */
export const dynamic = 'force-dynamic'

type Props = PageProps<'/find'>

/** The first of each, as a browser's form sends one. */
async function readQuery(searchParams: Props['searchParams']) {
  const first = Object.entries(await searchParams).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value[0] : value
    return text === undefined || name === 'limit' || name === 'near' ? [] : [[name, text]]
  })
  return findQuerySchema.safeParse(Object.fromEntries(first))
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { data } = await readQuery(searchParams)
  return findMetadata(data?.q ?? '', await getSettings())
}

export default async function FindPage({ searchParams }: Props) {
  const { data: query, error } = await readQuery(searchParams)
  const { timeZone } = await getSettings()
  const choices = await findChoices(timeZone)
  if (!query) {
    const nothing = {
      q: '',
      filters: {},
      total: 0,
      isMore: false,
      results: [],
      replaced: [],
      near: [],
      page: 1,
      pageCount: 1,
    }
    return <FoundList {...nothing} choices={choices} timeZone={timeZone} refusal={error.issues[0]?.message} />
  }
  const { q, page, limit, near: _, ...filters } = query
  const found = await find(query, timeZone)
  const isMissed = q !== '' && found.total === 0
  if (isMissed && !filters.kind && !filters.tech && !filters.year)
    await countSearch(q, (await headers()).get('user-agent') ?? '')
  const near = isMissed ? await findNear(q) : []
  const pageCount = Math.min(FIND_LIMITS.PAGES, Math.ceil(found.total / limit))
  return (
    <FoundList
      {...found}
      {...{ q, filters, choices, timeZone, near, page, pageCount }}
      isMore={found.total >= TOTAL_MAX}
    />
  )
}
