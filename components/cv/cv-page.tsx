import type { ReactNode } from 'react'
import { GoBack } from '@/components/shell/go-back'
import { usesInWords, workInWords, yearsInWords } from '@/components/technology/uses-in-words'
import { AppLink } from '@/components/ui/app-link'
import {
  type Entry,
  periodInWords,
  type Resume,
  SECTION_NAMES,
  SECTIONS,
  type SectionName,
  workGroups,
} from '@/lib/cv/resume'
import { sourcesOf } from '@/lib/media/variants'
import { firstSentence } from '@/lib/post/description'
import type { ShownPost } from '@/lib/post/schema'
import { paths } from '@/lib/routes/paths'
import { seoPaths } from '@/lib/seo/paths'
import type { ContactLink } from '@/lib/site-settings/contact'
import type { Settings } from '@/lib/site-settings/schema'
import type { Technology } from '@/lib/technology/schema'

type CvPageProps = {
  resume: Resume
  /** What the document does not say. */
  owner: { name: string; label: string; links: ContactLink[] }
  photo: Settings['avatar']
  /** The owner's pinned projects. */
  posts: ShownPost[]
  /** With public projects, most used first. */
  technologies: Technology[]
  timeZone: string
}

/**
 * The owner's CV: one column of plain blocks, so that paper and programs that read its text have everything in order. No
 * element follows another on a line without a space between them.
 */
export function CvPage({ resume, owner, photo, posts, technologies, timeZone }: CvPageProps) {
  const { basics, profiles, work, projects, skills } = resume
  const links = profiles.length > 0 ? profiles : owner.links.map(({ name, href }) => ({ name, url: href }))
  const own: { [Name in SectionName]?: ReactNode[] } = {
    work: workGroups(work).map((group) => <Group key={keyOf(group[0])} entries={group} />),
    projects: [...posts.map(projectEntry), ...entriesIn(projects)],
    skills: [
      ...technologies.map((technology) => (
        <p key={technology.slug}>
          <AppLink href={paths.technology(technology.slug)} className="link" dir="auto">
            {technology.name}
          </AppLink>
          {`: ${usesInWords({ posts: technology.posts, notes: 0 })}, ${yearsInWords(technology, timeZone).replace(' to ', '–')}${workInWords(technology, ', ')}`}
        </p>
      )),
      ...skills.map((skill) => (
        <p key={keyOf(skill)} dir="auto">
          {[skill.title, skill.keywords.join(', ')].filter(Boolean).join(': ')}
        </p>
      )),
    ],
  }
  return (
    <article className="container-page pt-8 pb-section wrap-anywhere">
      <GoBack href={paths.about} />
      <div className="max-w-[46rem]">
        {photo && (
          // biome-ignore lint/performance/noImgElement: variants are generated at upload
          <img
            src={photo.url}
            {...sourcesOf(photo, '8rem')}
            alt={photo.alt}
            width={photo.width}
            height={photo.height}
            className="float-end ms-6 mt-6 aspect-4/5 w-24 rounded-plate border border-line object-cover md:mt-10 md:w-32"
          />
        )}
        <h1 dir="auto" className="mt-6 text-h1 md:mt-10">
          {basics.name || owner.name}
        </h1>
        <p dir="auto" className="mt-2 font-serif text-lead text-muted italic">
          {basics.label || owner.label}
        </p>
        {[basics.place, basics.address, basics.phone].map(
          (text) =>
            text !== '' && (
              <p key={text} dir="auto" className="mt-2 text-muted">
                {text}
              </p>
            ),
        )}
        <ul aria-label="Contact" className="mt-2">
          {basics.email !== '' && (
            <li>
              <a href={`mailto:${basics.email}`} className="link inline-block py-1.5">
                {basics.email}
              </a>
            </li>
          )}
          {links.map(({ name, url }) => (
            <li key={url}>
              <a href={url} rel="me noopener" className="link inline-block py-1.5">
                {name}
              </a>
            </li>
          ))}
        </ul>
        <Paragraphs text={basics.summary} className="mt-6 font-serif text-text" />
        {SECTION_NAMES.map((name) => (
          <Section key={name} name={name}>
            {own[name] ?? entriesIn(resume[name])}
          </Section>
        ))}
        <p className="screen-only mt-14 border-t border-line pt-4 text-sm text-muted">
          <span>To keep it as a file, print this page and choose “Save as PDF”. For programs:</span>{' '}
          <a href={seoPaths.cvJson} className="link">
            JSON Resume
          </a>
        </p>
      </div>
    </article>
  )
}

function Section({ name, children }: { name: SectionName; children: ReactNode[] }) {
  if (children.length === 0) return null
  const id = `cv-${name}`
  return (
    <section aria-labelledby={id} className="clear-both mt-10">
      <h2 id={id} className="border-t border-fg pt-3 pb-1 text-h3">
        {SECTIONS[name].heading}
      </h2>
      {children}
    </section>
  )
}

/** What tells entries of one list apart. */
const keyOf = (entry?: Entry) => JSON.stringify(entry)

const entriesIn = (entries: Entry[]) =>
  entries.map((entry) => <CvEntry key={keyOf(entry)} entry={entry} title={titleOf(entry)} />)

/** Work at one company without another between: its name once. */
function Group({ entries }: { entries: Entry[] }) {
  const [first] = entries
  if (!first) return null
  if (entries.length === 1) return <CvEntry entry={first} title={titleOf(first)} isOpen />
  return (
    <>
      <h3 dir="auto" className="mt-5 font-medium">
        {first.by}
      </h3>
      {entries.map((entry) => (
        <CvEntry key={keyOf(entry)} entry={entry} title={entry.title} isOpen isInGroup />
      ))}
    </>
  )
}

function projectEntry({ _id, title, path, description, tech }: ShownPost) {
  const entry = { ...BLANK, url: path, text: firstSentence(description), keywords: tech === '' ? [] : [tech] }
  return <CvEntry key={_id} entry={entry} title={title} />
}

const titleOf = ({ title, by }: Entry) => [title, by].filter(Boolean).join(', ')

const BLANK = { start: '', end: '', place: '', points: [] }

type CvEntryProps = {
  entry: Omit<Entry, 'at' | 'title' | 'by' | 'isVisible'>
  title: string
  /** Whether one without an end goes on. */
  isOpen?: boolean
  /** Below a heading of its own. */
  isInGroup?: boolean
}

function CvEntry({ entry, title, isOpen = false, isInGroup = false }: CvEntryProps) {
  const { place, url, text, points, keywords } = entry
  const facts = [periodInWords(entry, isOpen), place].filter(Boolean).join(', ')
  const Heading = isInGroup ? 'h4' : 'h3'
  const Link = url.startsWith('/') ? AppLink : 'a'
  return (
    <div className="mt-5 break-inside-avoid">
      {title !== '' && (
        <Heading dir="auto" className="break-after-avoid font-medium">
          {url === '' ? (
            title
          ) : (
            <Link href={url} rel="noopener" className="link">
              {title}
            </Link>
          )}
        </Heading>
      )}
      {facts !== '' && <p className="text-sm text-muted">{facts}</p>}
      <Paragraphs text={text} />
      {points.length > 0 && (
        <ul className="mt-1 list-disc ps-5">
          {points.map((point) => (
            <li key={point} dir="auto">
              {point}
            </li>
          ))}
        </ul>
      )}
      {keywords.length > 0 && <p className="text-sm text-muted">{keywords.join(', ')}</p>}
    </div>
  )
}

function Paragraphs({ text, className = 'mt-1' }: { text: string; className?: string }) {
  if (text === '') return null
  return (
    <p dir="auto" className={`whitespace-pre-line ${className}`}>
      {text}
    </p>
  )
}
