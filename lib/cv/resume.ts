import type { Cv } from '@/lib/cv/schema'
import { ownValue } from '@/lib/platform/own-value'

/*
 * What a JSON Resume document says (jsonresume.org/schema). Nothing of it is refused: what is missing or of another type
 * is read as "", what is unknown stays in it.
 */

type Fields = Record<string, unknown>

/** The lists of a document in the order of the page: the names of what an entry is called, and of where or by whom it was. */
export const SECTIONS = {
  work: { heading: 'Work', title: ['position'], by: ['name'] },
  projects: { heading: 'Projects', title: ['name'], by: ['entity'] },
  skills: { heading: 'Skills', title: ['name'], by: [] },
  education: { heading: 'Education', title: ['studyType', 'area'], by: ['institution'] },
  talks: { heading: 'Talks', title: ['name', 'title'], by: ['event'] },
  publications: { heading: 'Publications', title: ['name'], by: ['publisher'] },
  awards: { heading: 'Awards', title: ['title'], by: ['awarder'] },
  certificates: { heading: 'Certificates', title: ['name'], by: ['issuer'] },
  volunteer: { heading: 'Volunteering', title: ['position'], by: ['organization'] },
  languages: { heading: 'Languages', title: ['language'], by: ['fluency'] },
  interests: { heading: 'Interests', title: ['name'], by: [] },
  references: { heading: 'References', title: ['name'], by: [] },
} as const satisfies Record<string, { heading: string; title: readonly string[]; by: readonly string[] }>

export type SectionName = keyof typeof SECTIONS
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[]

/** Each "" where the document has none; `start` and `end` are as in the document. */
export type Entry = {
  /** Its place in the document's list. */
  at: number
  title: string
  by: string
  place: string
  url: string
  start: string
  end: string
  text: string
  points: string[]
  keywords: string[]
  /** Whether it is public. */
  isVisible: boolean
}

export type Profile = { name: string; url: string }

export type Resume = Record<SectionName, Entry[]> & {
  basics: Record<'name' | 'label' | 'email' | 'phone' | 'summary' | 'place' | 'address', string>
  /** The own page first; only web addresses. */
  profiles: Profile[]
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a name of JSON Resume 0.x is called since. */
const OLD_NAMES: Record<string, string> = { company: 'name', website: 'url', picture: 'image' }

function textOf(fields: Fields, name: string): string {
  const value = ownValue(fields, name)
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

const listOf = (fields: Fields, name: string): unknown[] => {
  const value = ownValue(fields, name)
  return Array.isArray(value) ? value : []
}

const textsOf = (fields: Fields, name: string) =>
  listOf(fields, name).flatMap((text) => (typeof text === 'string' && text.trim() !== '' ? [text.trim()] : []))

const joined = (texts: string[], separator = ', ') => texts.filter((text) => text !== '').join(separator)

/** "" for what is no address of the web: nobody is sent to it. */
function webAddress(text: string): string {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url.href : ''
}

const HIDDEN: Array<[keyof Cv, string[]]> = [
  ['showPhoto', ['image', 'picture']],
  ['showPhone', ['phone']],
  ['showEmail', ['email']],
  ['showAddress', ['address', 'postalCode']],
]

/** The document as everybody may read it: without hidden entries, private facts that are off, and nulls. Null for none. */
export function publicCv(cv: Cv): Fields | null {
  const hidden = new Set(HIDDEN.flatMap(([isOn, names]) => (cv[isOn] ? [] : names)))
  return cv.document && publicFields(cv.document, new Set([...hidden, 'visible']))
}

function publicFields(fields: Fields, hidden: ReadonlySet<string>): Fields {
  const isNew = ([name, value]: [string, unknown]) => value !== null && value !== undefined && !hidden.has(name)
  const parts = Object.entries(fields).filter(isNew)
  return Object.fromEntries(
    parts.map(([name, value]) => {
      const newName = ownValue(OLD_NAMES, name)
      const isRenamed = newName !== undefined && (ownValue(fields, newName) ?? null) === null
      return [isRenamed ? newName : name, publicValue(value, hidden)]
    }),
  )
}

function publicValue(value: unknown, hidden: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    const isShown = (part: unknown) => part !== null && !(isFields(part) && part.visible === false)
    const parts = hidden.has('visible') ? value.filter(isShown) : value
    return parts.map((part) => publicValue(part, hidden))
  }
  return isFields(value) ? publicFields(value, hidden) : value
}

/** What a document says, hidden entries included: for visitors of `publicCv`. */
export function readResume(document: Fields): Resume {
  const { basics, ...lists } = publicFields(document, NOTHING)
  const own = isFields(basics) ? basics : {}
  const location = isFields(own.location) ? own.location : {}
  const links = listOf(own, 'profiles').filter(isFields)
  const profiles = [
    { name: 'Website', url: webAddress(textOf(own, 'url')) },
    ...links.map((link) => ({
      name: textOf(link, 'network') || textOf(link, 'username') || 'Profile',
      url: webAddress(textOf(link, 'url')),
    })),
  ]
  const sections = SECTION_NAMES.map((name) => [name, entriesOf(lists, name)])
  return {
    ...(Object.fromEntries(sections) as Record<SectionName, Entry[]>),
    basics: {
      ...{ name: textOf(own, 'name'), label: textOf(own, 'label'), summary: textOf(own, 'summary') },
      ...{ email: textOf(own, 'email'), phone: textOf(own, 'phone') },
      place: joined(['city', 'region', 'countryCode'].map((name) => textOf(location, name))),
      address: joined(['address', 'postalCode'].map((name) => textOf(location, name))),
    },
    profiles: profiles.filter(({ url }) => url !== ''),
  }
}

const NOTHING: ReadonlySet<string> = new Set()

/** The entries of a list, without what is none. */
function entriesOf(lists: Fields, section: SectionName): Entry[] {
  const { title, by } = SECTIONS[section]
  return listOf(lists, section)
    .map((fields, at) => ({ fields, at }))
    .filter((part): part is { fields: Fields; at: number } => isFields(part.fields))
    .map(({ fields, at }) => {
      const texts = (names: readonly string[]) => joined(names.map((name) => textOf(fields, name)))
      const score = textOf(fields, 'score')
      return {
        at,
        title: texts(title),
        by: texts(by),
        place: textOf(fields, 'location'),
        url: webAddress(textOf(fields, 'url')),
        start: textOf(fields, 'startDate') || textOf(fields, 'date') || textOf(fields, 'releaseDate'),
        end: textOf(fields, 'endDate'),
        text: joined(
          [...['description', 'summary', 'reference'].map((name) => textOf(fields, name)), score && `Grade: ${score}`],
          '\n\n',
        ),
        points: [...textsOf(fields, 'highlights'), ...textsOf(fields, 'courses')],
        keywords: textsOf(fields, 'keywords'),
        isVisible: fields.visible !== false,
      }
    })
}

const DATE = /^([12]\d{3})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$/
/** Whether a text is a date of JSON Resume, whole or in part. */
export const isDate = (text: string) => DATE.test(text)

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]

/** "2023", "April 2023", "1 April 2023"; what is no date of JSON Resume as it is. Never a `Date`, which has a time zone. */
export function dateInWords(text: string): string {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined) return text
  return [day && String(Number(day)), month && MONTHS[Number(month) - 1], year].filter(Boolean).join(' ')
}

/** "April 2019 – now"; `isOpen` where no end means that it goes on. */
export function periodInWords({ start, end }: Pick<Entry, 'start' | 'end'>, isOpen: boolean): string {
  const last = end === '' && start !== '' && isOpen ? 'now' : dateInWords(end)
  return start === end ? dateInWords(start) : joined([dateInWords(start), last], ' – ')
}

/** Newest first; neighbours in time at one company together. What has no date stays at the end, in the document's order. */
export function workGroups(work: Entry[]): Entry[][] {
  const began = ({ start }: Entry) => (isDate(start) ? start : '')
  const sorted = [...work].sort((a, b) => (began(a) === began(b) ? 0 : began(a) < began(b) ? 1 : -1))
  const groups: Entry[][] = []
  for (const entry of sorted) {
    const group = groups.at(-1)
    const isSame = entry.by !== '' && group?.[0]?.by.toLowerCase() === entry.by.toLowerCase()
    if (group && isSame) group.push(entry)
    else groups.push([entry])
  }
  return groups
}
