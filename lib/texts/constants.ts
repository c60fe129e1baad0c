/**
 * The specification's texts, numbers and timings for what visitors see that more than one file needs; other texts stand
 * where they are shown. Comments name the section of the specification; texts are literal. Those that every page loads
 * are in `frame-constants.ts`.
 */

/** Ours: the owner's name on a site that nobody has named. */
export const UNNAMED_SITE = 'Unnamed site'

// Section 2, home
/** Ours: how many of the newest. */
export const HOME_NOTES = 3

// Section 9, carousel
export const CAROUSEL_POSTS = 6
export const CAROUSEL_ADVANCE_MS = 4_000
export const CAROUSEL_SLIDE_MS = 600
/** From this width on two cards are shown, below it one. */
export const CAROUSEL_TWO_CARDS_PX = 600
/** From this width on three cards are shown. */
export const CAROUSEL_THREE_CARDS_PX = 900

// Section 2, sign-in and sign-up
export const SIGN_UP_HEADING = 'New user information'
export const SIGN_UP = 'Complete registration'

// Section 2, profile
export const ADD_PROJECT = 'Add Project'
export const ADMIN_PANEL = 'Admin Panel'
export const ADD_NOTE = 'Add Note'
export const NOTES_PANEL = 'Notes Panel'
/** Ours: the owner's own pages, in the administration and in llms.txt. */
export const PAGES = 'Pages'
export const PICTURES = 'Pictures'
export const ADD_PAGE = 'Add Page'
export const UPDATE_PROFILE = 'Update Profile'
/** Ours: more screens, more tiles. */
export const OVERVIEW = 'Overview'
export const REDIRECTS = 'Redirects'
export const READERS = 'Readers'
export const COUNTED_BY_HOST = 'Vercel counts the views of this site: see Web Analytics in its project.'
export const SECURITY = 'Security'
export const FIRST_STEPS = 'First Steps'
export const SITE_SETTINGS = 'Site Settings'
export const MEMBERS = 'Members'
export const AUDIT_LOG = 'Audit Log'
export const CV = 'CV'
export const MOVE = 'Import & Export'
/** Ours: a profile without a text about its owner. */
export const NOTHING_YET = 'Nothing here yet.'
/** Ours. */
export const PROFILE_NOT_FOUND = 'User not found'

// Section 2, project list
/** The specification says "titled for software development". */
export const PROJECTS_HEADING = 'Software Development Projects'
/** Ours: a table of all of them, from so many on. */
export const PROJECT_INDEX = 'Index of all projects'
export const PROJECT_INDEX_FROM = 20
/** Ours: a site without projects; the words of section 8 speak of a query. */
export const NO_PROJECTS = 'No projects yet...'
export const READ = 'Read'
/** Section 9. */
export const SUGGESTION_DEBOUNCE_MS = 300
/** Ours */
export const TECHNOLOGIES_LEAD = 'What is made with each, and since when'
/** Ours: most projects, and most notes, that the page of a technology shows. */
export const TECHNOLOGY_WORKS = 100
/** Ours */
export const workWith = (tech: string) => `Projects and notes with ${tech}`
/** Section 9. */
export const CARD_CHIPS = 3
/** Ours: the number of suggestions requested. */
export const SUGGESTIONS = 20
/** Ours: hits of a search are counted so far, and shown so far; a term that nearly all have is no search. */
export const SEARCH_HITS_MAX = 1_000
/** Ours: a list is cut into pages once it is longer. */
export const LIST_PAGE_SIZE = 24

// Section 2, project detail
export const GITHUB_CODE = 'Github Code'
export const FULL_PROJECT = 'Full Project'
export const OPTIONS = 'Options'
export const LINK_COPIED = 'Link copied'
/** Section 9. */
export const LINK_COPIED_MS = 5_000
export const POST_NOT_FOUND = 'Post not found'

// Section 2, blog list and note detail
/** The page that explains the feeds. */
export const SUBSCRIBE_LEAD = 'New notes and projects where you read everything else, without an account or an address.'
export const BLOG_HEADING = 'My Blog'
export const BLOG_SUBTITLE = 'Tech related posts'
export const NO_NOTES = 'No notes yet...'
export const NOTE_NOT_FOUND = 'Note not found'
/** Ours: notes named under a note, first those chosen for it. */
export const RELATED = 'Related notes'
/** Ours: so many of them at least, where there are. */
export const RELATED_NOTES = 3
/** Ours: of a note in a series. */
export const partOf = (part: number, parts: number, series: string) => `Part ${part} of ${parts} of ${series}`
export const postedOn = (date: string) => `Posted: ${date}`

// Ours, the search over everything
export const FIND_HEADING = 'Find'
export const FIND_KINDS = { project: 'Project', note: 'Note' } as const
/** Ours: what a search finds, pages of the owner's own too. */
export const FOUND_KINDS = { ...FIND_KINDS, page: 'Page' } as const
