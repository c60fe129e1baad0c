/**
 * The specification's texts, numbers and timings for forms and tables, each named once; those of what visitors read
 * stand in `constants.ts`. Apart, because whatever any screen in the browser needs of a module goes to all of them.
 */

// Section 2, sign-in and sign-up
export const EMAIL = 'Email'
export const PASSWORD = 'Password'
export const USERNAME = 'Username'

// Section 2, new project
export const TITLE = 'Title'
export const REPOSITORY = 'Repository'
export const LINK = 'Link'
export const STORY = 'Story'
export const DESCRIPTION = 'Description'
/** Ours: the specification says "an image file chooser". */
export const IMAGE = 'Image'
/** Ours. */
/** Of the pictures of a text or a project; told while it is written, and refuses nothing. */
export const undescribedInWords = (count: number) =>
  count === 1 ? '1 picture has no description' : `${count} pictures have no description`
export const ALT_TEXT_HINT = 'Describe the picture for people who cannot see it.'
/** Ours: of a picture in a text. */
export const REPLACE_PICTURE = 'Replace picture'
/** Section 9. */
export const DESCRIPTION_ROWS = 5

// Section 2, edit project
export const GITHUB = 'Github'
export const UPDATE_CHANGES = 'Update Changes'

// Ours, beside the buttons that publish
export const PREVIEW = 'Preview'
export const PREVIEW_LINKS = 'Preview links'
export const MORE = 'More actions'
export const HISTORY = 'History'
/** A revision of what was written beside a public text. */
export const ONLY_WRITTEN = 'Changes'

// Section 2, new and edit note
/** Ours: the specification gives the placeholder alone. */
export const NOTE_ABOUT = 'About'
/** Ours. */
export const SERIES = 'Series'

// Section 2, edit own profile
export const NAME = 'Name'
export const UPDATE = 'Update'

// Sections 2 and 9, admin tables
export const COLUMN_DELETE = 'Delete'
/** Ours: of a page. */
export const PAGE_LABELS = { footer: 'Footer position', robots: 'Search engines' }
/** Ours. */
export const TECHNOLOGIES_TABLE_SIZE = 20
export const REDIRECTS_TABLE_SIZE = 10
/** Ours. */
export const PICTURES_TABLE_SIZE = 20
export const MEMBERS_TABLE_SIZE = 10
/** Ours. */
export const AUDIT_TABLE_SIZE = 20
export const UNDO = 'Undo'

// Ours, first steps
/** Ours: the readable end of an address. */
export const ADDRESS = 'Address'

export const STEP_TITLES = {
  name: 'Your name',
  about: 'Your About page',
  face: 'Your picture',
  links: 'Links and contact',
  project: 'Your first project',
  story: 'Its story and pictures',
  cv: 'Your CV',
  sample: 'The examples',
  addresses: 'What addresses look like',
  registration: 'Who may register',
} as const
/** What a draft is called that has no title yet. */
export const UNTITLED = 'Without a title'

/** Said of something new that was published, by the API and by its form. */
export const NOTE_CREATED = 'Note created.'
export const POST_CREATED = 'Project created.'
