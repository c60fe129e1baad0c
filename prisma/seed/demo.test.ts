import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { characterCount } from '@/lib/content/fields'
import { linksIn } from '@/lib/content/post-facts'
import { updateCvSchema } from '@/lib/cv/input'
import { problemsOf } from '@/lib/cv/problems'
import { readResume } from '@/lib/cv/resume'
import { SAMPLE_ABOUT_WORDS, SAMPLE_CV_WORDS, SAMPLE_SITE } from '@/lib/first-steps/samples'
import { createNoteSchema } from '@/lib/note/input'
import { splitTech } from '@/lib/platform/format'
import { createPostSchema } from '@/lib/post/input'
import { sanitiseRichText } from '@/lib/rich-text/server/clean'
import { sanitise } from '@/lib/rich-text/server/sanitise'
import { competenciesSchema } from '@/lib/site-settings/input'
import { updateProfileSchema } from '@/lib/user/input'
import { pictureNames } from './demo'
import { DEMO_NOTES } from './notes'
import { DEMO_CV, DEMO_PROFILE, OWNERS_ABOUT } from './profile'
import { DEMO_PROJECTS } from './projects'
import { PICTURES_FOLDER } from './sources'

const files = readdirSync(PICTURES_FOLDER)
const STORIES = DEMO_PROJECTS.flatMap(({ story, ...project }) => (story === undefined ? [] : [{ ...project, story }]))
const WITHOUT_STORY = DEMO_PROJECTS.filter(({ story }) => story === undefined)
const texts = [
  ...DEMO_NOTES.map((note) => ({ name: note.slug, html: note.html })),
  ...STORIES.map(({ slug, story }) => ({ name: `the story of ${slug}`, html: story })),
  { name: 'about', html: DEMO_PROFILE.about },
  { name: 'about-owner', html: OWNERS_ABOUT },
]
/** As stored by the seed, with a URL like the disk store's. */
const withAddresses = (html: string) =>
  html
    .replace(/\{\{picture:[a-z0-9-]+\}\}/g, `/media/${'0'.repeat(12)}-${'a'.repeat(32)}.png`)
    .replace(/\{\{project:([a-z0-9-]+)\}\}/g, (_, slug) => {
      expect(DEMO_PROJECTS.map((project) => project.slug)).toContain(slug)
      return '/post/0190aaaa-0000-7000-8000-000000000001'
    })

const allUnique = (values: string[]) => new Set(values).size === values.length

describe('the sample projects', () => {
  it('fit the contract as they are', () => {
    for (const { slug: _, pictures: _pictures, createdAt: _createdAt, ...fields } of DEMO_PROJECTS) {
      expect(createPostSchema.parse(fields)).toMatchObject(fields)
    }
  })

  it('have the quotation marks of print', () => {
    expect(DEMO_PROJECTS.filter(({ description }) => /['"]/.test(description)).map(({ title }) => title)).toEqual([])
  })

  it('are at least ten with long descriptions and unique names, newest first', () => {
    expect(DEMO_PROJECTS.length).toBeGreaterThanOrEqual(10)
    expect(allUnique(DEMO_PROJECTS.map(({ slug }) => slug))).toBe(true)
    for (const { title, description } of WITHOUT_STORY) {
      expect([title, characterCount(description) >= 400 && characterCount(description) <= 1800]).toEqual([title, true])
    }
    const dates = DEMO_PROJECTS.map(({ createdAt }) => createdAt)
    expect(dates).toEqual([...dates].sort().reverse())
    expect(dates).toEqual(dates.map((date) => new Date(date).toISOString()))
  })

  it('are told in one order: the problem, what was hard, the result, what would be done differently', () => {
    const order = /^[^\n]{100,}\n\nWhat was hard: [^\n]+\n\nThe result: [^\n]+\n\nWhat I would do differently: [^\n]+$/
    expect(WITHOUT_STORY.filter(({ description }) => !order.test(description)).map(({ slug }) => slug)).toEqual([])
  })

  it('are told whole, two of them: a lede, a story, four pictures with captions, and every fact', () => {
    expect(STORIES.map(({ slug }) => slug)).toEqual(['springtide', 'bay-nine'])
    for (const { title, description, story, pictures, ...facts } of STORIES) {
      const headings = [...story.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading)
      expect([title, ...headings]).toEqual([title, 'Problem', 'What was hard', 'Result', 'Would do differently'])
      expect([title, characterCount(description) >= 100 && characterCount(description) <= 300]).toEqual([title, true])
      expect(pictures.map(({ caption = '' }) => caption.length > 30)).toEqual([true, true, true, true])
      const said = [facts.role, facts.forWhom, facts.state, facts.started, facts.ended, facts.usedBy, facts.licence]
      expect([title, ...said, facts.links].filter(Boolean)).toHaveLength(9)
    }
  })

  it('show what a project may lack: a picture, a repository, a link', () => {
    expect(DEMO_PROJECTS.filter(({ pictures }) => pictures.length === 0)).toHaveLength(1)
    expect(DEMO_PROJECTS.some(({ repo }) => repo === '')).toBe(true)
    expect(DEMO_PROJECTS.some(({ link }) => link === '')).toBe(true)
    expect(DEMO_PROJECTS.some(({ tech }) => tech.split(',').length > 3)).toBe(true)
  })

  it('link only to addresses reserved for examples', () => {
    for (const { repo, link, links = '' } of DEMO_PROJECTS) {
      for (const { url } of linksIn(links)) expect(new URL(url).hostname).toMatch(/\.example\.org$/)
      if (repo) expect(repo).toMatch(/^https:\/\/github\.com\/example\/[a-z-]+$/)
      if (link) expect(new URL(link).hostname).toMatch(/\.example\.org$/)
    }
  })
})

describe('the sample pictures', () => {
  it('all exist, and none is unused', () => {
    expect(files.sort()).toEqual(
      pictureNames()
        .map((name) => `${name}.svg`)
        .sort(),
    )
  })

  it('are drawn without letters, pictures or anything from elsewhere, so that every machine draws the same', () => {
    for (const file of files) {
      const drawing = readFileSync(path.join(PICTURES_FOLDER, file), 'utf8')
      expect([file, ...new Set([...drawing.matchAll(/<([a-z]+)/gi)].map((match) => match[1]))]).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(text|tspan|image|use|style|script|foreignObject)$/i)]),
      )
      expect(drawing.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|url\(|&/)
    }
  })

  it('have covers of 1200 by 675, and words each for those who cannot see it', async () => {
    for (const { pictures } of DEMO_PROJECTS) {
      for (const [at, { name, alt }] of pictures.entries()) {
        const { width, height } = await sharp(path.join(PICTURES_FOLDER, `${name}.svg`)).metadata()
        if (at === 0) expect([name, width, height]).toEqual([name, 1200, 675])
        expect(alt.length).toBeGreaterThan(30)
      }
    }
  })

  it('scale to integer pixels at 4/3, so that edges stay sharp', async () => {
    for (const file of files) {
      const { width, height } = await sharp(path.join(PICTURES_FOLDER, file)).metadata()
      expect([file, width % 3, height % 3]).toEqual([file, 0, 0])
    }
  })

  it('have in the texts the proportions of their files', async () => {
    for (const { html } of texts) {
      for (const [, name, alt, width, height] of html.matchAll(
        /<img src="\{\{picture:([a-z0-9-]+)\}\}" alt="([^"]*)" width="(\d+)" height="(\d+)">/g,
      )) {
        const drawn = await sharp(path.join(PICTURES_FOLDER, `${name}.svg`)).metadata()
        expect([name, Number(width) / Number(height)]).toEqual([name, drawn.width / drawn.height])
        expect(alt?.length).toBeGreaterThan(30)
      }
      expect(html.match(/<img /g)?.length ?? 0).toBe(html.match(/\{\{picture:/g)?.length ?? 0)
    }
  })
})

describe('the sample notes', () => {
  it('fit the contract as they are', () => {
    expect(DEMO_NOTES.length).toBeGreaterThanOrEqual(6)
    expect(allUnique(DEMO_NOTES.map(({ slug }) => slug))).toBe(true)
    for (const { title, about, tech, html } of DEMO_NOTES) {
      const note = { title, about, tech, description: html }
      expect(createNoteSchema.parse(note)).toEqual(note)
      expect([title, characterCount(about) <= 300]).toEqual([title, true])
    }
    const dates = DEMO_NOTES.map(({ createdAt }) => createdAt)
    expect(dates).toEqual([...dates].sort().reverse())
  })

  it('name technologies, of which projects are made too', () => {
    const ofProjects = DEMO_PROJECTS.flatMap(({ tech }) => splitTech(tech))
    for (const { slug, tech } of DEMO_NOTES) {
      const others = splitTech(tech).filter((name) => !ofProjects.includes(name))
      expect([slug, tech === '', others]).toEqual([slug, false, []])
    }
  })

  it.each(texts)('$name is not changed by the sanitiser', ({ html }) => {
    expect(sanitise(withAddresses(html))).toBe(withAddresses(html))
  })

  it('are articles of 600 to 1400 words', async () => {
    for (const { slug, html } of DEMO_NOTES) {
      const { wordCount } = await sanitiseRichText(withAddresses(html), 'description')
      expect([slug, wordCount >= 600 && wordCount <= 1400, wordCount]).toEqual([slug, true, wordCount])
    }
  })

  it('use every feature of the editor between them', () => {
    const all = DEMO_NOTES.map(({ html }) => html).join('')
    const features = [
      ...['h2', 'h3', 'h4', 'strong', 'em', 'u', 's', 'blockquote', 'hr', 'br', 'sub', 'sup', 'ul', 'ol'].map(
        (tag) => `<${tag}>`,
      ),
      ...['ts', 'js', 'sql', 'css', 'html', 'bash'].map((language) => `<pre><code class="language-${language}">`),
      '<p><code>',
      '</p><ul><li><p>',
      '<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>',
      '<li data-checked="false" data-type="taskItem">',
      ...['1', '2'].map((level) => `data-indent="${level}"`),
      '<p dir="rtl" lang="ar">',
      'style="color: rgb(',
      'style="background-color: rgb(',
      'style="font-family: ',
      'style="font-size: ',
      ...['center', 'right', 'justify'].map((side) => `<p style="text-align: ${side};">`),
      '<a href="https://',
      '<figure><img src="',
      '<tr><th colspan="1" rowspan="1"><p>',
      '<td colspan="1" rowspan="1"><p>',
      '<iframe src="https://www.youtube-nocookie.com/embed/',
      '<span data-footnote="">',
      ...['note', 'tip', 'warning'].map((kind) => `<aside data-callout="${kind}">`),
      '<math data-tex="',
      ' display="block">',
      '<pre data-file="',
      '<pre data-lines="',
    ]
    expect(features.filter((feature) => !all.includes(feature))).toEqual([])
    expect(all).toMatch(/[\u0590-\u05ff]/)
    expect(all).toMatch(/[\u0600-\u06ff]/)
  })

  it('fake no feature by hand, part no number from its unit, and have lines of code that fit', () => {
    for (const { slug, html } of DEMO_NOTES) {
      const text = html.replace(/<pre\b.*?<\/pre>|<math.*?<\/math>/gs, '')
      expect([slug, text.match(/<sup>\d<\/sup>|\d (?:ms|MB|KiB|MiB|px|GB|kHz)\b/g)]).toEqual([slug, null])
      const lines = [...html.matchAll(/<pre\b[^>]*><code[^>]*>(.*?)<\/code>/gs)].flatMap(([, code = '']) =>
        code.split('\n'),
      )
      const long = lines.filter((line) => line.replace(/&(?:lt|gt|amp);/g, '.').length > 80)
      expect([slug, long]).toEqual([slug, []])
    }
  })

  it('step down through their headings without leaving a level out', () => {
    for (const { slug, html } of DEMO_NOTES) {
      let above = 1
      for (const [, digit] of html.matchAll(/<h([2-6])>/g)) {
        expect([slug, Number(digit) <= above + 1]).toEqual([slug, true])
        above = Number(digit)
      }
    }
  })
})

describe('the sample owner', () => {
  it('fits the contract, with an about text of 400 to 700 words', async () => {
    expect(updateProfileSchema.parse(DEMO_PROFILE)).toEqual(DEMO_PROFILE)
    const { wordCount } = await sanitiseRichText(withAddresses(DEMO_PROFILE.about), 'about')
    expect(wordCount).toBeGreaterThanOrEqual(400)
    expect(wordCount).toBeLessThanOrEqual(700)
  })

  it('has no colours in the about text, whose page is dark', () => {
    expect(DEMO_PROFILE.about).not.toMatch(/style="/)
  })

  it('has words in each paragraph by which it is told from the About text of an owner', () => {
    for (const html of [DEMO_PROFILE.about, OWNERS_ABOUT]) {
      for (const [, paragraph = ''] of html.matchAll(/<p>(.*?)<\/p>/g)) {
        expect(SAMPLE_ABOUT_WORDS.filter((words) => paragraph.includes(words))).toHaveLength(1)
      }
    }
  })

  it("says what the specification's home page says", () => {
    expect(SAMPLE_SITE.titleLine).toBe('Software Engineer | Full Stack Developer')
    expect(competenciesSchema.parse(SAMPLE_SITE.competencies)).toEqual([
      { title: 'Frontend', items: ['React', 'Vue', 'HTML/CSS/JS'] },
      { title: 'Backend', items: ['Node.js/Express', 'Java/Spring', 'SQL/MySQL'] },
      { title: 'Tools', items: ['Postman', 'Git/Github', 'AI'] },
    ])
    expect(SAMPLE_SITE.contactNote).toMatch(/reach out .*job.*project.*recruiters.*message/i)
  })
})

describe('the sample CV', () => {
  const { basics, projects, profiles, ...sections } = readResume(DEMO_CV)

  it('fits the contract, with nothing to mend, and has the words by which it is known', () => {
    expect(updateCvSchema.parse({ document: DEMO_CV })).toEqual({ document: DEMO_CV })
    expect(problemsOf(DEMO_CV)).toEqual([])
    expect(SAMPLE_CV_WORDS.filter((words) => !JSON.stringify(DEMO_CV).includes(words))).toEqual([])
  })

  it('says what settings and projects say', () => {
    const { name, titleLine, contactEmail, codeUrl, networkUrl } = SAMPLE_SITE
    expect(basics).toMatchObject({ name, label: titleLine, email: contactEmail })
    expect(profiles.map(({ url }) => url).slice(1)).toEqual([codeUrl, networkUrl])
    for (const { title, start, end, url, keywords } of projects) {
      const project = DEMO_PROJECTS.find((one) => one.title === title)
      expect([title, project?.started, project?.ended]).toEqual([title, start, end])
      expect([`${project?.link}/`, splitTech(project?.tech ?? '')]).toEqual([url, expect.arrayContaining(keywords)])
    }
  })

  it('links only to addresses reserved for examples', () => {
    const urls = Object.values(sections).flatMap((entries) => entries.flatMap(({ url }) => url || []))
    for (const url of urls) expect(new URL(url).hostname).toMatch(/\.example\.org$/)
  })
})
