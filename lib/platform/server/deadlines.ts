/** After how many milliseconds something that does not answer, or does not end, is given up. */
const DEADLINES = {
  // No query of ours takes nearly as long: a database that is silent for this long is unavailable.
  connect: 5_000,
  query: 10_000,
  transaction: 5_000,
  /** Of a serverless function, which says so sooner, because somebody pays while it waits. */
  functionConnect: 4_000,
  functionQuery: 4_000,
  /** Of the connection that hears of writes elsewhere. */
  listener: 2_000,
  readiness: 1_500,
  ownerSetUp: 60_000,
  /** Of a transaction that writes all texts with one technology, or one picture. */
  allTexts: 60_000,
  requestHeaders: 10_000,
  request: 30_000,
  /** Of a connection on which nothing moves in either direction. */
  silentConnection: 60_000,
  /** Of what still runs when the server stops. */
  shutdown: 30_000,
  pictureDecoding: 60_000,
  /** Of pictures elsewhere that a text shows. */
  pictureDownload: 10_000,
  /** Of a picture of ours, from its store. */
  pictureRead: 10_000,
  /** Of all that is read of a repository at its host. */
  repository: 5_000,
  /** Of one request to a page elsewhere that a text links to. */
  linkCheck: 10_000,
  uploadThing: 25_000,
  // The heaviest texts the guard allows take two to three seconds of a thread, and seven on a machine with six times
  // its load.
  adminText: 20_000,
  /** Shorter, because an admin's text waits for the one in progress. */
  memberText: 10_000,
  /** Longer: a stored text that cannot be sanitised is shown without its formatting. */
  storedText: 60_000,
  /** What differs after so long is shown as removed and added as a whole. */
  textComparison: 1_000,
} as const

/** A deadline in milliseconds. On a machine that runs tests all are longer, in the same proportion. */
export function deadline(name: keyof typeof DEADLINES): number {
  // biome-ignore lint/style/noProcessEnv: no setting of a site, and tests change it at any time
  return DEADLINES[name] * Number(process.env.DEADLINE_FACTOR || 1)
}
