import { type Entry, isDate, isFields, readResume, SECTION_NAMES, SECTIONS, type SectionName } from '@/lib/cv/resume'
import { ownValue } from '@/lib/platform/own-value'

const BASICS = [
  'name',
  'label',
  'image',
  'picture',
  'email',
  'phone',
  'url',
  'website',
  'summary',
  'location',
  'profiles',
]
const TOP = ['$schema', 'meta', 'basics', ...SECTION_NAMES]
const ENTRY = [
  ...['visible', 'startDate', 'endDate', 'date', 'releaseDate', 'url', 'website', 'company', 'location', 'description'],
  ...['summary', 'reference', 'score', 'highlights', 'courses', 'keywords', 'level', 'roles', 'type', 'image'],
]
/** What the page needs of an entry, and what it is called. */
const NEEDED: { [Name in SectionName]?: string } = { work: 'company', education: 'institution' }

type Fields = Record<string, unknown>

/** What the owner of a document may want to mend, a sentence each. None of it keeps it from being saved. */
export function problemsOf(document: Fields): string[] {
  const resume = readResume(document)
  const basics = isFields(document.basics) ? document.basics : {}
  return [
    ...unknownIn('The document', document, TOP),
    ...unknownIn('basics', basics, BASICS),
    ...SECTION_NAMES.flatMap((name) => listProblems(name, ownValue(document, name), resume[name])),
  ]
}

function unknownIn(where: string, fields: Fields, known: readonly string[]): string[] {
  const names = Object.keys(fields).filter((name) => !known.includes(name))
  return names.map((name) => `${where}: “${name}” is kept, and public in cv.json; the page does not show it.`)
}

function listProblems(section: SectionName, value: unknown, entries: Entry[]): string[] {
  const { heading, title, by } = SECTIONS[section]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return [`${heading}: this is no list, so nothing of it is shown.`]
  const known = [...ENTRY, ...title, ...by]
  return value.flatMap((part, at) => {
    const where = `${heading} ${at + 1}`
    const entry = entries.find((candidate) => candidate.at === at)
    if (!entry || !isFields(part)) return part === null ? [] : [`${where}: this is no entry, so it is not shown.`]
    return [
      ...entryProblems(section, entry, part).map((problem) => `${where}: ${problem}`),
      ...unknownIn(where, part, known),
    ]
  })
}

function entryProblems(section: SectionName, { title, by, url, start, end }: Entry, fields: Fields): string[] {
  const needed = NEEDED[section]
  const dates = [start, end].filter((date) => date !== '' && !isDate(date))
  const length = Math.min(start.length, end.length)
  const isBackwards = dates.length === 0 && end.slice(0, length) < start.slice(0, length)
  const hasAddress = [fields.url, fields.website].some((text) => typeof text === 'string' && text.trim() !== '')
  return [
    ...(title === '' ? [`there is no ${SECTIONS[section].title.join(' or ')}.`] : []),
    ...(needed && by === '' ? [`there is no ${needed}.`] : []),
    ...dates.map((date) => `“${date}” is no date such as 2023 or 2023-04, and is shown as it is.`),
    ...(isBackwards ? ['it ends before it begins.'] : []),
    ...(hasAddress && url === '' ? ['its address is none of the web, so nothing leads there.'] : []),
  ]
}
