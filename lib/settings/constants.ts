/**
 * The specification's texts, numbers and timings for what visitors see, each named once. A comment gives the
 * section it stands in; texts are literal.
 */

// Section 2, top bar and footer
export const NAV_HOME = 'Home'
export const NAV_PROJECTS = 'Projects'
export const NAV_BLOG = 'My Blog'
export const NAV_ABOUT = 'About Me'
export const LOG_OUT = 'Logout'

// Section 2, any other path
export const PAGE_NOT_FOUND = 'Page Not Found'
export const PAGE_NOT_FOUND_TEXT = "Sorry, the page you are looking for doesn't exist."

// Section 2, home
export const VIEW_PROJECTS = 'View Projects'
export const LATEST_PROJECTS = 'Latest Projects'
export const COMPETENCIES = 'Competencies'
export const VIEW_PROJECT = 'View Project'
export const LOADING_CAROUSEL = 'Loading Carousel...'

// Section 9, carousel
export const CAROUSEL_POSTS = 6
export const CAROUSEL_ADVANCE_MS = 4_000
export const CAROUSEL_SLIDE_MS = 600
/** From this width on two cards are shown, below it one. */
export const CAROUSEL_TWO_CARDS_PX = 600
/** From this width on three cards are shown. */
export const CAROUSEL_THREE_CARDS_PX = 900

// Section 2, sign-in and sign-up
export const SIGN_IN_HEADING = 'Credentials'
export const SIGN_IN = 'Sign In'
export const SIGN_UP_HEADING = 'New user information'
export const SIGN_UP = 'Complete registration'
export const EMAIL = 'Email'
export const PASSWORD = 'Password'
export const FULL_NAME = 'Full Name'
export const USERNAME = 'Username'
export const CONFIRM_PASSWORD = 'Confirm Password'

// Section 2, profile
export const ADMIN_SUFFIX = '(Admin)'
export const ABOUT_HEADING = 'About'
export const ADMIN_PRIVILEGES_NONE = 'Admin Privileges: None'
export const ADD_PROJECT = 'Add Project'
export const ADMIN_PANEL = 'Admin Panel'
export const ADD_NOTE = 'Add Note'
export const NOTES_PANEL = 'Notes Panel'
export const UPDATE_PROFILE = 'Update Profile'
/** Ours: three more screens, three more tiles. */
export const SITE_SETTINGS = 'Site Settings'
export const MEMBERS = 'Members'
export const AUDIT_LOG = 'Audit Log'
/** Ours: a profile without a text about its owner. */
export const NOTHING_YET = 'Nothing here yet.'
/** Ours. */
export const PROFILE_NOT_FOUND = 'User not found'
/** Section 8: written to the console when a profile cannot be fetched. */
export const FAILED_TO_FETCH_USER = 'Failed to fetch user'

// Section 2, project list
/** The specification says "titled for software development". */
export const PROJECTS_HEADING = 'Software Development Projects'
export const GO_BACK = 'Go Back'
export const SEARCH_LABEL = 'Search by technology'
export const LOADING_PROJECTS = 'Loading projects, please wait...'
export const totalProjects = (count: number, isMore = false) => `Total Projects: ${count}${isMore ? '+' : ''}`
export const NO_TECHNOLOGY_FOUND = 'No technology found with your query.'
/** Ours: a site without projects; the words of section 8 speak of a query. */
export const NO_PROJECTS = 'No projects yet...'
export const READ = 'Read'
export const suggestionText = (title: string, tech: string) => `${title} - ${tech}`
/** Section 9. */
export const SUGGESTION_DEBOUNCE_MS = 300
/** Section 9. */
export const CARD_CHIPS = 3
/** Ours: how many suggestions are asked for. */
export const SUGGESTIONS = 20
/** Ours: hits of a search are counted so far, and shown so far; a term that nearly all have is no search. */
export const SEARCH_HITS_MAX = 1_000
/** Ours: a list is cut into pages once it is longer. */
export const LIST_PAGE_SIZE = 24

// Section 2, project detail
export const GITHUB_CODE = 'Github Code'
export const FULL_PROJECT = 'Full Project'
export const OPTIONS = 'Options'
export const COPY_LINK = 'Copy Link'
export const LINK_COPIED = 'Link copied'
/** Section 9. */
export const LINK_COPIED_MS = 5_000
export const LOADING_POST = 'Loading... Please wait'
export const POST_NOT_FOUND = 'Post not found'

// Section 2, blog list and note detail
export const BLOG_HEADING = 'My Blog'
export const BLOG_SUBTITLE = 'Tech related posts'
export const LOADING_NOTES = 'Loading, please wait!'
export const NO_NOTES = 'No notes yet...'
export const NOTE_NOT_FOUND = 'Note not found'
/** Ours: notes named under a note as akin to it. */
export const RELATED_NOTES = 3
export const postedOn = (date: string) => `Posted: ${date}`

// Section 2, new project
export const NEW_POST = 'New Post'
export const TITLE = 'Title'
export const REPOSITORY = 'Repository'
export const LINK = 'Link'
export const TECHNOLOGIES = 'Technologies'
export const DESCRIPTION = 'Description'
/** Ours: the specification says "an image file chooser". */
export const IMAGE = 'Image'
export const SUBMIT = 'Submit'
/** Section 9. */
export const DESCRIPTION_ROWS = 5

// Section 2, edit project
/** Ours: the specification names no heading. */
export const EDIT_POST = 'Edit Project'
export const NEW_IMAGE = 'New Image'
export const GITHUB = 'Github'
export const UPDATE_CHANGES = 'Update Changes'

// Section 2, new and edit note
export const NEW_NOTE = 'New Note'
export const NOTE_TITLE_PLACEHOLDER = "Note's title"
/** Ours: the specification gives the placeholder alone. */
export const NOTE_ABOUT = 'About'
export const NOTE_ABOUT_PLACEHOLDER = 'Brief explanation about the note'
/** Ours: the specification names no heading. */
export const EDIT_NOTE = 'Edit Note'

// Section 2, edit own profile
export const IS_ADMIN = 'Is admin?'
export const IS_ADMIN_YES = 'Yes'
export const IS_ADMIN_NO = 'no'
export const NAME = 'Name'
export const DESCRIPTION_HEADER = 'Description Header'
export const UPDATE = 'Update'
/** Ours: the specification names no heading. */
export const EDIT_PROFILE = 'Edit Profile'

// Sections 2 and 8, new project
export const NOT_ALLOWED = 'Not allowed to be here. Please, go back.'

// Sections 2 and 9, admin tables
export const COLUMN_ID = 'ID'
export const COLUMN_POSTED = 'Posted'
export const COLUMN_TITLE = 'Title'
export const COLUMN_REPOSITORY = 'Repository'
export const COLUMN_NOTE = 'Note'
export const COLUMN_UPDATE = 'Update'
export const COLUMN_DELETE = 'Delete'
/** Ours: what a table is called. */
export const PROJECTS = 'Projects'
export const NOTES = 'Notes'
export const CREATE_ONE = 'Create one'
export const POSTS_TABLE_SIZE = 10
export const NOTES_TABLE_SIZE = 5
/** Ours. */
export const MEMBERS_TABLE_SIZE = 10
/** Ours. */
export const AUDIT_TABLE_SIZE = 20
export const UNDO = 'Undo'

// Ours, site settings
export const SAVE_SETTINGS = 'Save settings'

// Sections 2 and 9, notification banner
export const NOTIFICATION_MS = 3_000

// Section 3, browser storage
export const STORED_PROFILE_KEY = 'profile'
export const STORED_IS_ADMIN_KEY = 'isAdmin'
export const STORED_NOTIFICATION_KEY = 'notification'
