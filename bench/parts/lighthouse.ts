import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findChromium } from '@/tests/runner/chromium'
import { installNode, installOnDemand, nodeIn } from '@/tests/runner/on-demand'
import { onSite } from '../bench-site'
import { serveEmptyPage } from '../empty-page'
import { median } from '../measure'
import { samplePages } from '../sample-pages'

export const onlyByName = true

const LIGHTHOUSE = '13.5.0'
const NODE_MAJOR = '24'
const RUNS = 5
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const MAX_BYTES = 64 * 1024 * 1024

type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>
}

/**
 * What Lighthouse says of each public page, and of an empty page of the same Next: the median of five runs as on a phone.
 * Beside it what it says when the slow line and processor are applied instead of simulated: the simulation takes
 * everything that a fast line brings before the first paint for needed by it. It is installed on demand, with a Node.js
 * it runs on; quiet the machine before.
 */
export async function measure() {
  const node = nodeIn(await installNode(NODE_MAJOR))
  const cli = await installOnDemand('lighthouse', `lighthouse@${LIGHTHOUSE}`, 'lighthouse/cli/index.js')
  const env = { ...process.env, CHROME_PATH: await findChromium(console.log) }
  const empty = await serveEmptyPage()
  await onSite(async ({ baseUrl }) => {
    console.log(`| page | ${CATEGORIES.join(' | ')} | LCP | TBT | applied: performance | LCP | TBT | what is missing |`)
    console.log('|---|---|---|---|---|---|---|---|---|---|---|')
    const pages = Object.entries(await samplePages(baseUrl)).map(([name, path]) => [name, baseUrl + path])
    for (const [name = '', url = ''] of [['empty Next page', empty.url], ...pages]) {
      const visits = async (throttling: Throttling) => {
        const reports: Report[] = []
        while (reports.length < RUNS) reports.push(await visit({ node, cli, env, url, throttling }))
        return reports
      }
      print(name, await visits('simulate'), await visits('devtools'))
    }
  })
  empty.stop()
}

type Throttling = 'simulate' | 'devtools'
type Visit = { node: string; cli: string; env: NodeJS.ProcessEnv; url: string; throttling: Throttling }

async function visit({ node, cli, env, url, throttling }: Visit): Promise<Report> {
  const options = [`--only-categories=${CATEGORIES.join(',')}`, `--throttling-method=${throttling}`]
  const args = [cli, url, '--quiet', '--output=json', ...options, '--chrome-flags=--headless=new --no-sandbox']
  const { stdout } = await promisify(execFile)(node, args, { env, maxBuffer: MAX_BYTES })
  return JSON.parse(stdout)
}

function print(name: string, simulated: Report[], applied: Report[]) {
  const score = (reports: Report[], id: string) =>
    Math.round(100 * median(reports.map(({ categories }) => categories[id]?.score ?? 0)))
  const times = (reports: Report[]) =>
    ['largest-contentful-paint', 'total-blocking-time'].map(
      (id) => `${Math.round(median(reports.map(({ audits }) => audits[id]?.numericValue ?? 0)))} ms`,
    )
  const missing = new Set([...simulated, ...applied].flatMap(failedAudits))
  const cells = [
    name,
    ...CATEGORIES.map((id) => score(simulated, id)),
    ...times(simulated),
    score(applied, 'performance'),
    ...times(applied),
    [...missing].join(', '),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

/** The audits that cost points, but for those of the speed, which the score tells. */
function failedAudits({ categories, audits }: Report): string[] {
  return CATEGORIES.filter((id) => id !== 'performance')
    .flatMap((id) => categories[id]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id)
}
