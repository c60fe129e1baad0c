import { Checkbox } from '@/components/ui/form/checkbox'
import { readDocument } from '@/lib/cv/json-text'
import { problemsOf } from '@/lib/cv/problems'
import { type Entry, periodInWords, readResume, SECTION_NAMES, SECTIONS, type SectionName } from '@/lib/cv/resume'

/** So many faults of one document are listed. */
const PROBLEMS_MAX = 50

type Document = Record<string, unknown>
type CvPreviewProps = { text: string; onChange: (document: Document) => void }

/** What a typed document will show: each entry with a switch, and what its owner may want to mend. */
export function CvPreview({ text, onChange }: CvPreviewProps) {
  const read = readDocument(text)
  const document = 'document' in read ? read.document : null
  const resume = document && readResume(document)
  const problems = document ? problemsOf(document) : []
  const sections = SECTION_NAMES.filter((name) => resume && resume[name].length > 0)
  return (
    <section aria-labelledby="cv-preview" className="border-t border-fg pt-4">
      <h2 id="cv-preview" className="text-h3">
        What will be shown
      </h2>
      {!resume && (
        <p className="mt-2 text-muted">{'problem' in read ? read.problem : 'Nothing: the site has no page /cv.'}</p>
      )}
      {resume && sections.length === 0 && <p className="mt-2 text-muted">No entries yet.</p>}
      {document &&
        resume &&
        sections.map((name) => (
          <fieldset key={name} className="mt-5">
            <legend className="font-medium">
              {SECTIONS[name].heading}: {countInWords(resume[name])}
            </legend>
            {resume[name].map((entry) => (
              <Checkbox
                key={entry.at}
                checked={entry.isVisible}
                onChange={({ target }) => onChange(withVisible(document, name, entry.at, target.checked))}
              >
                {labelOf(entry)}
              </Checkbox>
            ))}
          </fieldset>
        ))}
      {problems.length > 0 && (
        <>
          <h3 id="cv-problems" className="mt-6 font-medium">
            Worth a look
          </h3>
          <ul className="mt-1 list-disc ps-5 text-sm wrap-anywhere text-muted">
            {problems.slice(0, PROBLEMS_MAX).map((problem) => (
              <li key={problem} dir="auto">
                {problem}
              </li>
            ))}
            {problems.length > PROBLEMS_MAX && <li>{`And ${problems.length - PROBLEMS_MAX} more.`}</li>}
          </ul>
        </>
      )}
    </section>
  )
}

function countInWords(entries: Entry[]): string {
  const hidden = entries.filter(({ isVisible }) => !isVisible).length
  const shown = `${entries.length - hidden} shown`
  return hidden === 0 ? shown : `${shown}, ${hidden} hidden`
}

const labelOf = (entry: Entry) =>
  [entry.title, entry.by, periodInWords(entry, false)].filter(Boolean).join(', ') || `Entry ${entry.at + 1}`

/** The document with one entry shown or hidden. What is shown says nothing of it, as before. */
function withVisible(document: Document, section: SectionName, at: number, isVisible: boolean): Document {
  const list = document[section] as Document[]
  const { visible: _, ...entry } = list[at] ?? {}
  return { ...document, [section]: list.with(at, isVisible ? entry : { ...entry, visible: false }) }
}
