import { parseDate } from '../dates'
import { type Reader, Unreadable } from '../model'
import { isRecord } from '../source/scan'
import type { Source } from '../source/source'
import { type Json, readJson, recordsIn, textIn, textsIn } from './json'

const FORGES =
  /^https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|git\.sr\.ht|sourceforge\.net)\/[^/]+\/[^/?#]+/i

/** The projects of a JSON Resume. The person's own data is not looked at. */
export async function readJsonResume(source: Source, path: string): Promise<Reader> {
  const document = await readJson(source, path)
  if (!isRecord(document)) throw new Unreadable('It is no JSON Resume.')
  return {
    kind: 'jsonresume',
    site: '',
    base: null,
    refused: Array.isArray(document.projects) ? [] : [{ source: path, reason: 'It lists no projects.' }],
    async *items() {
      for (const [index, project] of recordsIn(document.projects).entries()) {
        const title = textIn(project, 'name', 'title')
        const url = withScheme(textIn(project, 'url', 'website'))
        const stated = withScheme(textIn(project, 'repository', 'githubUrl', 'repo'))
        const repo = [stated, url].find((address) => FORGES.test(address)) ?? ''
        const lost: string[] = []
        for (const name of ['roles', 'entity', 'type', 'endDate', 'image']) {
          const value = textsIn(project[name]).join(', ') || textIn(project, name)
          if (value && !(name === 'endDate' && value === textIn(project, 'startDate'))) lost.push(`${name}: ${value}`)
        }
        const highlights = textsIn(project.highlights).map((line) => `- ${line}`)
        const about = [textIn(project, 'description', 'summary'), highlights.join('\n')].filter(Boolean).join('\n\n')
        yield {
          source: `project ${index + 1}`,
          identity: `project ${title.toLowerCase() || index + 1}`,
          kind: 'project',
          title,
          about,
          original: '',
          html: () => '',
          paths: [],
          date: parseDate(textIn(project, 'startDate') || textIn(project, 'endDate')),
          status: 'published',
          tech: techOf(project),
          ...(repo ? { repo } : {}),
          ...(url !== repo && /^https?:\/\//.test(url) ? { link: url } : {}),
          remarks: [],
          lost,
        }
      }
    },
  }
}

/** People leave out what their browser adds. */
function withScheme(address: string): string {
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(address) ? `https://${address}` : address
}

/** Its keywords; other writers of the format have lists of their own, or words with commas. */
function techOf(project: Json): string[] {
  const names = ['keywords', 'technologies', 'languages', 'libraries', 'skills']
  const lists = names.map((name) => {
    const words = project[name]
    return typeof words === 'string' ? words.split(',').map((word) => word.trim()) : textsIn(words)
  })
  return [...new Set(lists.find((list) => list.length > 0) ?? [])]
}
