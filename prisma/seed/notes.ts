import { readHtml } from './sources'

/**
 * A note of the sample portfolio. In `html`, `{{picture:NAME}}` is a placeholder for the URL of `pictures/NAME.svg`, and
 * `{{project:SLUG}}` for the path of a sample project.
 */
export type DemoNote = { slug: string; title: string; about: string; tech: string; html: string; createdAt: string }

/** The sample portfolio's notes, newest first. The text of each is in `notes/`, named by its slug. */
export const DEMO_NOTES: DemoNote[] = [
  {
    slug: 'eight-hundred-points',
    title: 'Eight hundred points of eighty-seven thousand',
    about:
      'A year of tide readings does not fit on a screen. Which points can be left out so that nobody sees it, forty lines of TypeScript that choose them, and when not to trust the result.',
    tech: 'TypeScript',
    createdAt: '2026-04-27T06:30:00.000Z',
  },
  {
    slug: 'a-password-hash-is-a-queue',
    title: 'A password hash is a queue',
    about:
      'Argon2id makes guessing expensive, and signing in too. Measurements on a small machine, and a queue of thirty lines that keeps the rest of the site quick while somebody hammers the form.',
    tech: 'Node.js, TypeScript',
    createdAt: '2026-02-20T17:10:00.000Z',
  },
  {
    slug: 'the-ghost-in-the-page-cache',
    title: 'The ghost in the page cache',
    about:
      'You press save, the page stays old, and it stays old for ever. How a map of finished pages comes to serve what no longer exists, and why one counter is enough to prevent it.',
    tech: 'Node.js, TypeScript',
    createdAt: '2025-12-08T09:00:00.000Z',
  },
  {
    slug: 'a-mutex-you-already-run',
    title: 'A mutex you already run',
    about:
      'Advisory locks in PostgreSQL: what they are good for, how long they last, what happens when the holder dies, and a trap with snapshots that I did not believe until I had run it.',
    tech: 'PostgreSQL',
    createdAt: '2025-09-16T13:40:00.000Z',
  },
  {
    slug: 'setting-long-text',
    title: 'Setting long text on the web',
    about:
      'Measure, leading, faces, contrast, and lines that run from right to left. Rules for text that is meant to be read to the end, each with its reason, on a page that follows them.',
    tech: 'CSS',
    createdAt: '2025-06-11T19:25:00.000Z',
  },
  {
    slug: 'thirty-two-characters',
    title: 'Thirty-two characters, one megabyte',
    about:
      'A program that had to be restarted every nine days, three heap snapshots, and what a JavaScript engine really keeps when you keep a piece of a string.',
    tech: 'Node.js, TypeScript',
    createdAt: '2025-02-03T08:15:00.000Z',
  },
  {
    slug: 'a-place-not-a-number',
    title: 'Ask for a place, not for a number',
    about:
      'Lists that are paged by OFFSET get slower with every page and lose rows while they do. Keyset pagination in PostgreSQL, measured on a million rows, with the three details that go wrong.',
    tech: 'PostgreSQL',
    createdAt: '2024-10-21T15:55:00.000Z',
  },
].map((note) => ({ ...note, html: readHtml(`notes/${note.slug}.html`) }))
