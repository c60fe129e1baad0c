// What Lighthouse says of each public page, and of an empty page of the same Next: `npm run bench:lighthouse`, the median
// of five runs as on a phone. It is installed on demand, with a Node.js it runs on; quiet the machine before. `-- 1`
// makes one run of each.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { serveEmptyPage } from '@/scripts/bench/empty-page'
import { median } from '@/scripts/bench/measure'
import { samplePages } from '@/scripts/bench/sample-pages'
import { buildSite } from '@/scripts/build/build-site'
import { installNode, installOnDemand, nodeIn } from '@/scripts/build/on-demand'
import { findChromium } from '@/scripts/testing/chromium'
import { startTestSites } from '@/scripts/testing/test-site'

const LIGHTHOUSE = '13.5.0'
const NODE_MAJOR = '24'
const RUNS = Number(process.argv[2] ?? 5)
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const MAX_BYTES = 64 * 1024 * 1024

type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>
}

await buildSite()
await measure()
process.exit(0)

async function measure() {
  const node = nodeIn(await installNode(NODE_MAJOR))
  const cli = await installOnDemand('lighthouse', `lighthouse@${LIGHTHOUSE}`, 'lighthouse/cli/index.js')
  const env = { ...process.env, CHROME_PATH: await findChromium(console.log) }
  const empty = await serveEmptyPage(console.log)
  const { env: sites, stop } = await startTestSites(1)
  try {
    const [{ baseUrl }] = JSON.parse(sites.TEST_SITES ?? '[]')
    console.log(`| page | ${CATEGORIES.join(' | ')} | LCP | TBT | what is missing |\n|---|---|---|---|---|---|---|---|`)
    const pages = Object.entries(await samplePages(baseUrl)).map(([name, path]) => [name, baseUrl + path])
    for (const [name = '', url = ''] of [['empty Next page', empty.url], ...pages]) {
      const reports: Report[] = []
      while (reports.length < RUNS) reports.push(await visit({ node, cli, env, url }))
      print(name, reports)
    }
  } finally {
    await stop()
    empty.stop()
  }
}

type Visit = { node: string; cli: string; env: NodeJS.ProcessEnv; url: string }

async function visit({ node, cli, env, url }: Visit): Promise<Report> {
  const only = `--only-categories=${CATEGORIES.join(',')}`
  const args = [cli, url, '--quiet', '--output=json', only, '--chrome-flags=--headless=new --no-sandbox']
  const { stdout } = await promisify(execFile)(node, args, { env, maxBuffer: MAX_BYTES })
  return JSON.parse(stdout)
}

function print(name: string, reports: Report[]) {
  const middle = (of: (report: Report) => number) => median(reports.map(of))
  const scores = CATEGORIES.map((id) => Math.round(100 * middle(({ categories }) => categories[id]?.score ?? 0)))
  const time = (id: string) => `${Math.round(middle(({ audits }) => audits[id]?.numericValue ?? 0))} ms`
  const missing = new Set(reports.flatMap(failedAudits))
  const cells = [
    name,
    ...scores,
    time('largest-contentful-paint'),
    time('total-blocking-time'),
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
