import { type PostFacts, type PostLink, textOfLinks } from '@/lib/content/post-facts'
import { readHtml } from './sources'

/** A project of the sample portfolio, with what there is to say of it; `links` is as stored. */
export type DemoProject = {
  slug: string
  title: string
  description: string
  /** In the editor's format, from `stories/`; beside it the description is a lede. */
  story?: string
  repo: string
  link: string
  links?: string
  tech: string
  /** The cover first; `name` is that of a drawing in `pictures/`. */
  pictures: Array<{ name: string; alt: string; caption?: string }>
  createdAt: string
} & Partial<PostFacts>

const linksOf = (...links: PostLink[]) => textOfLinks(links)

/**
 * The sample portfolio's projects, newest first, each told in one order: the problem, what was hard, the result, and what
 * would be done differently. Two of them tell it in a story.
 */
export const DEMO_PROJECTS: DemoProject[] = [
  {
    slug: 'springtide',
    title: 'Springtide',
    description:
      'Tide tables for small harbours, computed on the phone and readable with no signal. It is needed on a quay, where nothing can be fetched; a line says how far yesterday’s prediction was off.',
    story: readHtml('stories/springtide.html'),
    role: 'All of it',
    forWhom: 'Harbour masters of small harbours',
    state: 'In use',
    started: '2024-03',
    ended: '2026-04',
    usedBy: 'Nineteen harbours',
    licence: 'MIT',
    repo: 'https://github.com/example/springtide',
    link: 'https://springtide.example.org',
    links: linksOf(
      { label: 'How a tide is computed', url: 'https://springtide.example.org/method' },
      { label: 'Constants of all harbours', url: 'https://springtide.example.org/constants' },
    ),
    tech: 'React, TypeScript, Go, PostgreSQL, Service Workers',
    pictures: [
      {
        name: 'springtide',
        alt: 'Layers of tidal waves, highest below the full and the new moon, under a row of moon phases',
        caption: 'A spring tide comes a day or two after the full moon and the new one.',
      },
      {
        name: 'springtide-phone',
        alt: 'A phone with the tide of one day: two high waters, two low ones, and a line at the present minute',
        caption: 'One harbour, one day, no signal. The line is now.',
      },
      {
        name: 'springtide-surge',
        alt: 'The predicted tide as a regular curve; above it the measured one, which a storm lifts far above the next two peaks',
        caption: 'Predicted and measured: what a storm adds, and what no table can know.',
      },
      {
        name: 'springtide-harbours',
        alt: 'A coast from above with marks at its harbours, dark ones and two red ones, and deeper water in darker green',
        caption: 'Harbours with a gauge are red; the others borrow from the nearest one.',
      },
    ],
    createdAt: '2026-05-18T08:40:00.000Z',
  },
  {
    slug: 'bay-nine',
    title: 'Bay Nine',
    description:
      'Loading-dock booking for a grocery warehouse: carriers reserve a quarter of an hour at a door, and drivers wait eleven minutes instead of fifty. No door has been given away twice since it opened.',
    story: readHtml('stories/bay-nine.html'),
    role: 'Data model, most services, the import',
    forWhom: 'A grocery warehouse',
    state: 'In daily use',
    started: '2024-06',
    ended: '2026-01',
    usedBy: 'Two hundred lorries a day',
    licence: 'Closed, owned by the client',
    repo: '',
    link: 'https://bay-nine.example.org',
    links: linksOf({ label: 'Talk: a wall that nobody reloads', url: 'https://talks.example.org/bay-nine' }),
    tech: 'Java, Spring Boot, Vue, MySQL, Docker',
    pictures: [
      {
        name: 'bay-nine',
        alt: 'Lorries seen from above at the doors of an ochre warehouse, one of them backing into the ninth bay',
        caption: 'Nine doors. The ninth is kept for whoever comes late.',
      },
      {
        name: 'bay-nine-board',
        alt: 'The yard screen: nine rows of doors with bookings in blue, ochre and red, and a line at the present minute',
        caption: 'The yard screen. Ochre is at the door, red is late.',
      },
      {
        name: 'bay-nine-key',
        alt: 'A grid of doors and quarters of an hour; one square is held by a key, and a second booking of it is turned away',
        caption: 'A door and a quarter of an hour is one row, and can be taken once.',
      },
      {
        name: 'bay-nine-waiting',
        alt: 'Two distributions of waiting: above the line a wide one around fifty minutes, below it a narrow one around eleven',
        caption: 'How long drivers waited, before (above) and in the year after (below).',
      },
    ],
    createdAt: '2026-02-09T10:15:00.000Z',
  },
  {
    slug: 'partials',
    title: 'Partials',
    description: `A tuner for people who build string instruments: it shows not only the note but each overtone, and how far it strays from where theory puts it. Real strings are stiff, so their overtones come out a little sharp, and the more so the higher they are. Luthiers hear this as a string that will not settle, and no tuner shows it.

What was hard: the time there is. The signal path is Rust compiled to WebAssembly and runs in an AudioWorklet. At 48\u00a0kHz that thread has 2.7\u00a0milliseconds for each block of 128\u00a0samples and may not allocate, lock or be late. All buffers are laid out at start; the result goes to the page through a ring buffer in shared memory, and the page draws whatever is newest.

The result: up to sixteen overtones at once, each in cents, with the stiffness of the string fitted through them. Nothing is uploaded; the microphone stays on the bench.

What I would do differently: test in a workshop from the first week. My desk has no band saw next door.`,
    repo: 'https://github.com/example/partials',
    link: 'https://partials.example.org',
    tech: 'Rust, WebAssembly, TypeScript, Web Audio',
    pictures: [
      {
        name: 'partials',
        alt: 'Seven modes of a vibrating string, from one arc to seven, in shades of rose and gold',
      },
    ],
    createdAt: '2025-11-22T16:05:00.000Z',
  },
  {
    slug: 'highpath',
    title: 'Highpath',
    description: `Hiking maps that tell the time: draw a route and see when you will be at the pass, not only how far away it is. Signposts give hours that somebody once walked, and most planners divide the distance by a constant, which is wrong on every slope.

What was hard: speed depends on slope, and not evenly. Highpath samples the terrain every ten metres along the route and applies Tobler’s hiking function, which is fastest on a gentle descent and slow on anything steep in either direction. Contours and paths are vector tiles cut by PostGIS on demand and cached on disk by the Go server; a tile that changes is cut again the next time somebody asks.

The result: on the forty routes I walked with a recorder, the estimate was within eight per cent of the clock once the rests were taken out. A mountain region with its elevation model fits on a two-core machine, and a route can be saved with every tile within a kilometre of it.

What I would do differently: leave out the three-dimensional view. It took a month, and everybody switches it off.`,
    repo: 'https://github.com/example/highpath',
    link: 'https://highpath.example.org',
    tech: 'Go, PostgreSQL, PostGIS, TypeScript, MapLibre, Docker',
    pictures: [
      {
        name: 'highpath',
        alt: 'Contour map of two green hills with a dashed red route over both summits',
      },
    ],
    createdAt: '2025-08-14T07:30:00.000Z',
  },
  {
    slug: 'seqscan',
    title: 'Seqscan',
    description: `Reads a PostgreSQL query plan as a picture: rows flow from left to right, wide where there are many, red where the time goes. Two mistakes are easy to miss in the text of a plan: a step that reads a hundred thousand rows to pass on twelve, and an estimate that is wrong by three orders of magnitude.

What was hard: the arithmetic. Row counts in a plan are averages per loop and have to be multiplied back; the time of a parallel step is per worker; a step’s own time is what remains after its children, except where one of them ran ahead of time. There are 140 recorded plans in the test suite, one for each case that was once wrong.

The result: one static page. Paste the output of EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON), and every step becomes a bar, every hand-over a ribbon. Plans hold table names and sometimes customers’ names, so they never leave the browser.

What I would do differently: collect the plans before drawing anything. The first three layouts died of plans I had not thought of.`,
    repo: 'https://github.com/example/seqscan',
    link: 'https://seqscan.example.org',
    tech: 'React, TypeScript, PostgreSQL, SVG',
    pictures: [
      {
        name: 'seqscan',
        alt: 'Ribbons of red, ochre and teal that merge step by step into one thin line, like the plan of a query',
      },
    ],
    createdAt: '2025-05-03T12:20:00.000Z',
  },
  {
    slug: 'last-bus',
    title: 'Last Bus',
    description: `A departure board for the terminal and for one question: can I still get home? Timetable sites answer it in six clicks and only with a signal. Give Last Bus two stops and it prints the connections that are left tonight, with the last one marked and the minutes until you have to leave the table.

What was hard: timetables are full of traps. A trip that starts at 25:10 belongs to yesterday. Times are counted from noon minus twelve hours, which is not midnight on the two days a year when the clocks change. A service can be added by one file and removed by another for the same day. Each of these is a test with the date on which I missed a bus because of it.

The result: an answer in four milliseconds without a network, from a SQLite file of about 60\u00a0MB, by one walk over all departures of a day in a sorted array.

What I would do differently: footpaths. Two stops on either side of a road are still strangers to it.`,
    repo: 'https://github.com/example/last-bus',
    link: '',
    tech: 'Go, SQLite, GTFS',
    pictures: [
      {
        name: 'last-bus',
        alt: 'Timetable as a diagram of crossing lines that thin out towards night; the last trip is drawn in red',
      },
    ],
    createdAt: '2025-01-20T21:45:00.000Z',
  },
  {
    slug: 'shelfmark',
    title: 'Shelfmark',
    description: `Search for a town library whose catalogue ends in 1987 and continues on 41,000 typed index cards. The cards were scanned by volunteers over a winter, and recognition left a misread letter in every third title.

What was hard: a search for exact words found little, and a search for meaning alone brought up the wrong volume of the right series. Shelfmark asks both ways, by trigrams for the letters and by embeddings for the sense, and merges the two lists by rank. Embeddings are computed once on an ordinary computer and stored with pgvector beside the text, so there is one database to back up.

The result: the right card is among the first five for 94 of 100 questions collected at the desk. Librarians correct a card in place, and every answer shows the scan, so that nobody has to believe the machine.

What I would do differently: collect the hundred questions on the first day. I tuned for a month against ones I had made up.`,
    role: 'All of it, with two librarians',
    forWhom: 'A town library',
    period: 'One winter',
    state: 'In daily use',
    repo: 'https://github.com/example/shelfmark',
    link: 'https://shelfmark.example.org',
    tech: 'Python, PostgreSQL, pgvector, React, TypeScript',
    pictures: [
      {
        name: 'shelfmark',
        alt: 'A shelf of books; arcs lead from one red spine to the five ochre ones most like it',
      },
    ],
    createdAt: '2024-09-30T09:10:00.000Z',
  },
  {
    slug: 'glasshouse',
    title: 'Glasshouse',
    description: `Frost warnings and watering for a community greenhouse: thirteen sensors, one Raspberry Pi and no cloud. One night in April had cost a year of seedlings, and the nearest gardener lives ten minutes away.

What was hard: to be believed and to stay up. Each bed reports temperature, humidity and soil moisture every minute over MQTT; a Go process writes them to SQLite, works out the dew point and sends a text message when the glass is about to freeze, twenty minutes before it does. The machine loses power about once a month. Write-ahead logging and a file system mounted read-only for everything else have kept every reading so far, and if the Pi itself goes quiet, a neighbour’s Pi notices.

The result: two winters without a lost bed, and one false alarm. Old readings are thinned to one an hour, keeping the extremes. The screen in the potting shed has type big enough to be read in wet gloves.

What I would do differently: buy better connectors. Every fault but two was rust.`,
    repo: 'https://github.com/example/glasshouse',
    link: '',
    tech: 'Go, MQTT, SQLite, Vue, Raspberry Pi',
    pictures: [
      {
        name: 'glasshouse',
        alt: 'A greenhouse at dusk in which plants grow like traces on a circuit board',
      },
    ],
    createdAt: '2024-05-11T06:55:00.000Z',
  },
  {
    slug: 'recto',
    title: 'Recto',
    description: `Turns a folder of Markdown into a book: pages on a classical grid, lines broken by the paragraph and not by the line, a PDF that a printer accepts. Browsers set a line as soon as it is full and never look back, and it shows on every printed page.

What was hard: Recto measures every word first and then chooses the breaks for the whole paragraph at once, after Knuth and Plass, which gets rid of nearly all rivers and most hyphens. Facing pages keep their lines on one grid, a heading is never left alone at the foot of a page, and notes stand on the page that refers to them, which moves the page that they are on.

The result: a 320-page manual takes nine seconds. The layout is plain CSS for paged media, so a designer can change it without reading my code, and the web edition has the same page numbers in its margin.

What I would do differently: limit the notes. Ones that run over three pages took a third of the code, and nobody has written one since.`,
    repo: 'https://github.com/example/recto',
    link: 'https://recto.example.org',
    tech: 'Node.js, TypeScript, CSS',
    pictures: [
      {
        name: 'recto',
        alt: 'An open book with the lines of the Van de Graaf construction drawn over its two text blocks',
      },
    ],
    createdAt: '2023-12-02T14:00:00.000Z',
  },
  {
    slug: 'pointsman',
    title: 'Pointsman',
    description: `A job queue for teams that already have PostgreSQL and would rather not run anything else. With a queue beside the database there are jobs for orders that were rolled back, and orders whose job was lost.

What was hard: waking up at the right time. A job is a row, created in the same transaction as the data it is about. Workers claim rows with FOR UPDATE SKIP LOCKED, a notification wakes them within a few milliseconds, and a slow poll catches what a dropped connection missed. A worker that dies holds its jobs for as long as its lease, not for ever.

The result: one table, four statements and about 900 lines of TypeScript, which move 2,400 small jobs a second on a two-core machine. Jobs can wait for a time, for others or for their key, and a page lists what is waiting, running and failing. If you need more than that, you have outgrown it, and the documentation says what to move to.

What I would do differently: leave out priorities. They are the one part whose questions I cannot answer with a query.`,
    repo: 'https://github.com/example/pointsman',
    link: '',
    tech: 'Node.js, TypeScript, PostgreSQL, Docker',
    pictures: [
      {
        name: 'pointsman',
        alt: 'A railway yard from above: eight tracks of waiting wagons, one route set in yellow',
      },
    ],
    createdAt: '2023-06-17T11:25:00.000Z',
  },
  {
    slug: 'counterfoil',
    title: 'Counterfoil',
    description: `Double-entry bookkeeping for associations whose treasurer is a volunteer. Books that are kept in a spreadsheet balance until somebody sorts one column.

What was hard: two languages at once. The words on the screen are the ones treasurers use: who paid, what for, from which box. Underneath, every event becomes entries that have to add up to zero, and a deferred constraint in PostgreSQL checks this when the transaction commits. No screen, import or script can leave the books unbalanced, including mine. Entries are never changed or deleted; a mistake is corrected by its reverse, as on paper, so the auditor sees both.

The result: eleven choirs, two rowing clubs and a repair café keep their accounts in it. A closed year is sealed with a hash over its entries that is printed on the report.

What I would do differently: talk about cake sooner. How to record it was the longest conversation of the project, and it changed the model.`,
    role: 'All of it',
    forWhom: 'Associations',
    period: 'Since 2022',
    state: 'In use, open to new ones',
    repo: '',
    link: 'https://counterfoil.example.org',
    tech: 'Java, Spring Boot, PostgreSQL, Vue, Docker',
    pictures: [
      {
        name: 'counterfoil',
        alt: 'A cheque with a fine guilloche rosette; on its stub two columns of bars come to the same sum',
      },
    ],
    createdAt: '2023-01-28T18:30:00.000Z',
  },
  {
    slug: 'crontell',
    title: 'Crontell',
    description: `Explains a cron line in one sentence and lists the next ten times it will run, here and on the server. Everybody can read 0 4 * * *. Fewer know that 0 4 1 * 1 means the first of the month and also every Monday, because the two day fields are joined by “or” as soon as both are set.

What was hard: the two nights. Crontell marks the one in spring on which 02:30 does not exist and the one in autumn on which it comes twice, and says what the common daemons do about it, which is four different things.

The result: a single Rust binary with no options to remember. Exit status 1 means the line cannot be parsed, 2 that it can never run, which makes it a useful check before a deployment: the thirty-first of February has been caught twice.

What I would do differently: print UTC first. The question behind most cron lines is whose clock it is.`,
    repo: 'https://github.com/example/crontell',
    link: '',
    tech: 'Rust',
    pictures: [],
    createdAt: '2022-08-09T13:50:00.000Z',
  },
]
