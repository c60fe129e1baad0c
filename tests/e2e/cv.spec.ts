import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../support/accessibility'
import { linesOfPages } from '../support/pdf'
import { expect, test } from '../support/screens'

const DUTIES = Array.from({ length: 5 }, (_, at) => `Kept mill number ${at} running through the winter without a loss`)
const job = (at: number) => ({
  name: `Mill ${at}`,
  position: `Engineer ${at}`,
  startDate: `${2023 - at}-04`,
  ...(at === 0 ? {} : { endDate: `${2024 - at}-03-31` }),
  summary: `Had the mill ${at} from its first stone to its last, with all who worked at it.`,
  highlights: DUTIES.map((duty) => `${duty}, as ${at}`),
})
const DOCUMENT = {
  basics: {
    ...{ name: 'Ada Byron', label: 'Engineer of mills', summary: 'Mills that run by themselves.' },
    location: { city: 'London', countryCode: 'GB' },
    profiles: [{ network: 'Codeberg', url: 'https://codeberg.example/ada' }],
  },
  work: Array.from({ length: 12 }, (_, at) => job(at)),
  skills: [{ name: 'Stones', keywords: ['Granite', 'Basalt'] }],
  education: [{ institution: 'Home', studyType: 'Lessons', area: 'Mathematics', startDate: '1999', endDate: '2004' }],
  languages: [{ language: 'English', fluency: 'Native speaker' }],
}

test.use({ viewport: { width: 1366, height: 650 } })

const putCv = async (request: APIRequestContext, document: object | null) => {
  const answer = await request.put('/api/cv', { data: { document } })
  expect(answer.status(), await answer.text()).toBe(200)
}

test.beforeEach(({ owner }) => putCv(owner.request, DOCUMENT))
test.afterEach(({ owner }) => putCv(owner.request, null))

async function expectFits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wider, `${width} pixels`).toBe(0)
}

test('the CV is in order, fits each window, and is accessible', async ({ page }) => {
  await page.goto('/cv')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Byron')
  const headings = await page.getByRole('article').getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.filter((heading) => heading !== 'Projects')).toEqual(['Work', 'Skills', 'Education', 'Languages'])
  await expect(page.getByText('April 2023 – now', { exact: true })).toBeVisible()
  await expect(page.getByText('April 2022 – 31 March 2023', { exact: true })).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'main')
  for (const width of [390, 1440]) await expectFits(page, width)
  const statement = await page.locator('script[type="application/ld+json"]').textContent()
  const [{ mainEntity }] = JSON.parse(statement ?? '')['@graph']
  expect(mainEntity).toMatchObject({ '@type': 'Person', alumniOf: [{ name: 'Home' }], knowsLanguage: ['English'] })
  expect(mainEntity['@id']).toMatch(/\/about#person$/)
  expect(mainEntity.worksFor[1]).toMatchObject({ roleName: 'Engineer 1', startDate: '2022-04', endDate: '2023-03-31' })
})

test('on paper it is black on white whatever the scheme, with no blank page, no heading alone, no torn entry, and its text in order', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto('/cv')
  const { ink, grounds } = await page.locator('h1').evaluate((heading) => ({
    ink: getComputedStyle(heading).color,
    grounds: [document.documentElement, document.body].map((element) => getComputedStyle(element).backgroundColor),
  }))
  expect(ink).toBe('rgb(0, 0, 0)')
  for (const ground of grounds) expect(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)']).toContain(ground)
  await page.emulateMedia({ media: null })
  for (const format of ['A4', 'Letter'] as const) {
    const pages = linesOfPages(await page.pdf({ format, printBackground: true }))
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.length).toBeLessThan(6)
    for (const lines of pages) expect(lines.length).toBeGreaterThan(1)

    const jobs = DOCUMENT.work.map(({ position, name }) => `${position}, ${name}`)
    const sections = ['Work', 'Projects', 'Skills', 'Education', 'Languages']
    for (const lines of pages) expect([...jobs, ...sections]).not.toContain(lines.at(-1))
    const pageOf = (line: string) => pages.findIndex((lines) => lines.some((one) => one.includes(line)))
    for (const [at, title] of jobs.entries()) {
      expect(pageOf(title), title).toBeGreaterThanOrEqual(0)
      expect(pageOf(`${DUTIES[4]}, as ${at}`), title).toBe(pageOf(title))
    }

    const text = pages.flat().join('\n')
    const order = [
      'Ada Byron',
      'Engineer of mills',
      'London',
      'https://codeberg.example/ada',
      'Mills that run',
      ...jobs,
    ]
    const rest = ['Stones: Granite, Basalt', 'Lessons, Mathematics, Home', 'English, Native speaker']
    const positions = [...order, ...rest].map((words) => text.indexOf(words))
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
    expect(positions[0]).toBeGreaterThanOrEqual(0)
    expect(text).toContain('Engineer 0, Mill 0\nApril 2023 – now')
  }
})
