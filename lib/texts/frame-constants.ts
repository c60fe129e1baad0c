/**
 * The specification's texts, numbers and timings for what every page loads: the bars, the messages and what may replace a
 * page. Apart from `constants.ts`, because whatever any screen in the browser needs of a module goes to all of them.
 */

// Section 2, top bar and footer
export const NAV_HOME = 'Home'
export const NAV_PROJECTS = 'Projects'
export const NAV_BLOG = 'My Blog'
export const TECHNOLOGIES = 'Technologies'
export const SUBSCRIBE = 'Subscribe'
export const NAV_ABOUT = 'About Me'
export const LOG_OUT = 'Logout'
export const SIGN_IN = 'Sign In'

// Section 2, any other path
export const PAGE_NOT_FOUND = 'Page Not Found'
/** Ours: nothing is found by more than this, as many as the search box takes. */
export const SEARCH_MAX_CHARACTERS = 100

// Ours, the search over everything
export const FIND_LABEL = 'Find on this site'

// Sections 2 and 8, new project
export const NOT_ALLOWED = 'Not allowed to be here. Please, go back.'

// Ours, a call that nobody answers
export const NO_ANSWER = 'The server cannot be reached. Check the connection and try again.'

// Sections 2 and 9, notification banner
export const NOTIFICATION_MS = 3_000
/** Ours: what a message offers to do stays longer than the message. */
export const NOTIFICATION_ACTION_MS = 10_000

// Section 3, browser storage
export const STORED_PROFILE_KEY = 'profile'
export const STORED_IS_ADMIN_KEY = 'isAdmin'
export const STORED_NOTIFICATION_KEY = 'notification'
