/** A project of the sample portfolio. `picture` is the name of a drawing in `pictures/`. */
export type DemoProject = {
  slug: string
  title: string
  description: string
  repo: string
  link: string
  tech: string
  picture: { name: string; alt: string } | null
  createdAt: string
}

/** The sample portfolio's projects, newest first. */
export const DEMO_PROJECTS: DemoProject[] = [
  {
    slug: 'springtide',
    title: 'Springtide',
    description: `Tide tables for small harbours, computed on the phone and readable with no signal.

A tide is a sum of cosines. Thirty-seven of them, each with a local amplitude and phase, predict the height at a gauge for any minute of any year, so a harbour fits in less than a kilobyte. Springtide sends those constants once, keeps them in a service worker, and draws the curve from them in the page. Nothing has to be fetched on the quay, where there is usually nothing to fetch it with.

A small Go service reads the gauges every six minutes, works out new constants once a year and shows how far yesterday’s prediction was off. The page says so plainly when wind has pushed the sea half a metre above the table, because that is the day somebody needs to know.

The chart holds a year of readings. What reaches the screen is 800 points picked so that every surge is still there; how that works is written up in the notes.`,
    repo: 'https://github.com/example/springtide',
    link: 'https://springtide.example.org',
    tech: 'React, TypeScript, Go, PostgreSQL, Service Workers',
    picture: {
      name: 'springtide',
      alt: 'Layers of tidal waves, highest below the full and the new moon, under a row of moon phases',
    },
    createdAt: '2026-05-18T08:40:00.000Z',
  },
  {
    slug: 'bay-nine',
    title: 'Bay Nine',
    description: `Loading-dock booking for a grocery warehouse: carriers reserve a quarter of an hour at a door, and drivers wait eleven minutes instead of fifty.

Before, slots were given out by telephone and kept in a shared spreadsheet. Two clerks could promise the same door, and on Mondays they did. The new system stores every door and quarter-hour as one row with a unique key, so a double booking is not a rule in the code that somebody can forget but an insert the database refuses.

The yard screen is a Vue application on a wall-mounted display. It has to survive a dropped connection without showing yesterday as today: every answer carries the server’s time, and a board older than ninety seconds turns grey and says why.

Built for a client over seven months, with a team of three. I designed the data model and wrote most of the Spring services and the import of the carriers’ delivery notices. The source is the client’s.`,
    repo: '',
    link: 'https://bay-nine.example.org',
    tech: 'Java, Spring Boot, Vue, MySQL, Docker',
    picture: {
      name: 'bay-nine',
      alt: 'Lorries seen from above at the doors of an ochre warehouse, one of them backing into the ninth bay',
    },
    createdAt: '2026-02-09T10:15:00.000Z',
  },
  {
    slug: 'partials',
    title: 'Partials',
    description: `A tuner for people who build string instruments: it shows not only the note but each overtone, and how far it strays from where theory puts it.

Real strings are stiff, so their overtones come out a little sharp, and the more so the higher they are. Luthiers hear this as a string that will not settle. Partials measures it: up to sixteen overtones at once, each in cents, with the stiffness of the string fitted through them.

The signal path is Rust compiled to WebAssembly and runs in an AudioWorklet. At 48 kHz that thread has 2.7 milliseconds for each block of 128 samples and may not allocate, lock or be late. All buffers are laid out at start; the result goes to the page through a ring buffer in shared memory, and the page draws whatever is newest.

Nothing is uploaded. The microphone stays on the bench.`,
    repo: 'https://github.com/example/partials',
    link: 'https://partials.example.org',
    tech: 'Rust, WebAssembly, TypeScript, Web Audio',
    picture: {
      name: 'partials',
      alt: 'Seven modes of a vibrating string, from one arc to seven, in shades of rose and gold',
    },
    createdAt: '2025-11-22T16:05:00.000Z',
  },
  {
    slug: 'highpath',
    title: 'Highpath',
    description: `Hiking maps that tell the time: draw a route and see when you will be at the pass, not only how far away it is.

Walking speed depends on slope, and not evenly. Highpath samples the terrain every ten metres along the route and applies Tobler’s hiking function, which is fastest on a gentle descent and slow on anything steep in either direction. On the forty routes I walked with a recorder, the estimate was within eight per cent of the clock once the rests were taken out.

Contours and paths are vector tiles cut by PostGIS on demand and cached on disk by the Go server. A tile that changes is cut again the next time somebody asks. The whole of a mountain region with its elevation model fits on a two-core machine, and a route can be saved to the device together with every tile within a kilometre of it.`,
    repo: 'https://github.com/example/highpath',
    link: 'https://highpath.example.org',
    tech: 'Go, PostgreSQL, PostGIS, TypeScript, MapLibre, Docker',
    picture: {
      name: 'highpath',
      alt: 'Contour map of two green hills with a dashed red route over both summits',
    },
    createdAt: '2025-08-14T07:30:00.000Z',
  },
  {
    slug: 'seqscan',
    title: 'Seqscan',
    description: `Reads a PostgreSQL query plan as a picture: rows flow from left to right, wide where there are many, red where the time goes.

Paste the output of EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON). Every step becomes a bar, every hand-over a ribbon. Two mistakes stand out at once that are easy to miss in the text: a step that reads a hundred thousand rows to pass on twelve, and an estimate that is wrong by three orders of magnitude, drawn as a ribbon in outline beside the real one.

The arithmetic is where most such tools go astray. Row counts in a plan are averages per loop and have to be multiplied back; the time of a parallel step is per worker; a step’s own time is what remains after its children, except where one of them ran ahead of time. There are 140 recorded plans in the test suite, one for each case that was once wrong.

It is one static page. Plans hold table names and sometimes customers’ names, so they never leave the browser.`,
    repo: 'https://github.com/example/seqscan',
    link: 'https://seqscan.example.org',
    tech: 'React, TypeScript, PostgreSQL, SVG',
    picture: {
      name: 'seqscan',
      alt: 'Ribbons of red, ochre and teal that merge step by step into one thin line, like the plan of a query',
    },
    createdAt: '2025-05-03T12:20:00.000Z',
  },
  {
    slug: 'last-bus',
    title: 'Last Bus',
    description: `A departure board for the terminal and for one question: can I still get home?

Give it two stops and it prints the connections that are left tonight, with the last one marked and the minutes until you have to leave the table. It reads a published timetable once, keeps it in a SQLite file of about 60 MB, and answers in four milliseconds without a network.

Timetables are full of traps. A trip that starts at 25:10 belongs to yesterday. Times are counted from noon minus twelve hours, which is not midnight on the two days a year when the clocks change. A service can be added by one file and removed by another for the same day. Each of these is a test with the date on which I missed a bus because of it.

The search is a connection scan: all departures of a day in one sorted array, walked once from front to back.`,
    repo: 'https://github.com/example/last-bus',
    link: '',
    tech: 'Go, SQLite, GTFS',
    picture: {
      name: 'last-bus',
      alt: 'Timetable as a diagram of crossing lines that thin out towards night; the last trip is drawn in red',
    },
    createdAt: '2025-01-20T21:45:00.000Z',
  },
  {
    slug: 'shelfmark',
    title: 'Shelfmark',
    description: `Search for a town library whose catalogue ends in 1987 and continues on 41,000 typed index cards.

The cards were scanned by volunteers over a winter. Recognition left a misread letter in every third title, so a search for exact words found little and a search for meaning alone brought up the wrong volume of the right series. Shelfmark asks both ways, by trigrams for the letters and by embeddings for the sense, and merges the two lists by rank. The right card is among the first five for 94 of 100 questions collected at the desk.

Embeddings are computed once on an ordinary computer and stored with pgvector beside the text, so there is one database to back up. Librarians correct a card in place; the correction is searchable before they have put the card back.

The part I am proudest of is the least visible: every answer shows the scan, so that nobody has to believe the machine.`,
    repo: 'https://github.com/example/shelfmark',
    link: 'https://shelfmark.example.org',
    tech: 'Python, PostgreSQL, pgvector, React, TypeScript',
    picture: {
      name: 'shelfmark',
      alt: 'A shelf of books; arcs lead from one red spine to the five ochre ones most like it',
    },
    createdAt: '2024-09-30T09:10:00.000Z',
  },
  {
    slug: 'glasshouse',
    title: 'Glasshouse',
    description: `Frost warnings and watering for a community greenhouse: thirteen sensors, one Raspberry Pi and no cloud.

Each bed reports temperature, humidity and soil moisture every minute over MQTT. A Go process writes them to SQLite, works out the dew point and sends a text message when the glass is about to freeze, twenty minutes before it does. If the Pi itself goes quiet, a neighbour’s Pi notices.

It has run for two winters on a machine that loses power about once a month. Write-ahead logging and a file system mounted read-only for everything else have kept every reading so far. Old readings are thinned to one an hour, keeping the extremes, and the whole history of the house is still smaller than a photograph of it.

The screen in the potting shed is a Vue page with type big enough to be read in wet gloves.`,
    repo: 'https://github.com/example/glasshouse',
    link: '',
    tech: 'Go, MQTT, SQLite, Vue, Raspberry Pi',
    picture: {
      name: 'glasshouse',
      alt: 'A greenhouse at dusk in which plants grow like traces on a circuit board',
    },
    createdAt: '2024-05-11T06:55:00.000Z',
  },
  {
    slug: 'recto',
    title: 'Recto',
    description: `Turns a folder of Markdown into a book: pages on a classical grid, lines broken by the paragraph and not by the line, a PDF that a printer accepts.

Browsers set a line as soon as it is full and never look back. Recto measures every word first and then chooses the breaks for the whole paragraph at once, after Knuth and Plass, which gets rid of nearly all rivers and most hyphens. Facing pages keep their lines on one grid, a heading is never left alone at the foot of a page, and notes stand on the page that refers to them.

The layout is plain CSS for paged media, so a designer can change it without reading my code. A 320-page manual takes nine seconds. The same sources also make the web edition, with the same page numbers in the margin, so that a reader of either can quote the other.`,
    repo: 'https://github.com/example/recto',
    link: 'https://recto.example.org',
    tech: 'Node.js, TypeScript, CSS',
    picture: {
      name: 'recto',
      alt: 'An open book with the lines of the Van de Graaf construction drawn over its two text blocks',
    },
    createdAt: '2023-12-02T14:00:00.000Z',
  },
  {
    slug: 'pointsman',
    title: 'Pointsman',
    description: `A job queue for teams that already have PostgreSQL and would rather not run anything else.

A job is a row. It is created in the same transaction as the data it is about, so there is no job for an order that was rolled back and no order whose job was lost. Workers claim rows with FOR UPDATE SKIP LOCKED, a notification wakes them within a few milliseconds, and a slow poll catches what a dropped connection missed.

Jobs can run at a given time, be retried with growing delays, share a key so that only one of them runs at once, or wait for others. A worker that dies holds its jobs for as long as its lease, not for ever. All of it is one table, four statements and about 900 lines of TypeScript; a page lists what is waiting, running and failing, and lets you try again.

On a two-core machine it moves 2,400 small jobs a second. If you need more than that, you have outgrown it, and the documentation says what to move to.`,
    repo: 'https://github.com/example/pointsman',
    link: '',
    tech: 'Node.js, TypeScript, PostgreSQL, Docker',
    picture: {
      name: 'pointsman',
      alt: 'A railway yard from above: eight tracks of waiting wagons, one route set in yellow',
    },
    createdAt: '2023-06-17T11:25:00.000Z',
  },
  {
    slug: 'counterfoil',
    title: 'Counterfoil',
    description: `Double-entry bookkeeping for associations whose treasurer is a volunteer.

The words on the screen are the ones treasurers use: who paid, what for, from which box. Underneath, every event becomes entries that have to add up to zero, and a deferred constraint in PostgreSQL checks this when the transaction commits. No screen, import or script can leave the books unbalanced, including mine.

Amounts are whole cents. Entries are never changed or deleted; a mistake is corrected by its reverse, as on paper, so the auditor sees both. A closed year is sealed with a hash over its entries that is printed on the report.

Eleven choirs, two rowing clubs and a repair café keep their accounts in it. The longest conversation about a feature was about how to record cake.`,
    repo: '',
    link: 'https://counterfoil.example.org',
    tech: 'Java, Spring Boot, PostgreSQL, Vue, Docker',
    picture: {
      name: 'counterfoil',
      alt: 'A cheque with a fine guilloche rosette; on its stub two columns of bars come to the same sum',
    },
    createdAt: '2023-01-28T18:30:00.000Z',
  },
  {
    slug: 'crontell',
    title: 'Crontell',
    description: `Explains a cron line in one sentence and lists the next ten times it will run, here and on the server.

Everybody can read 0 4 * * *. Fewer know that 0 4 1 * 1 means the first of the month and also every Monday, because the two day fields are joined by “or” as soon as both are set. Crontell says so. It also marks the night in spring on which 02:30 does not exist and the one in autumn on which it comes twice, and says what the common daemons do about it.

It is a single Rust binary with no options to remember. Exit status 1 means the line cannot be parsed, 2 that it can never run, which makes it a useful check before a deployment: the thirty-first of February has been caught twice.`,
    repo: 'https://github.com/example/crontell',
    link: '',
    tech: 'Rust',
    picture: null,
    createdAt: '2022-08-09T13:50:00.000Z',
  },
]
