import {
  ADD_NOTE,
  ADD_PROJECT,
  ADMIN_PANEL,
  AUDIT_LOG,
  MEMBERS,
  MOVE,
  NOTES_PANEL,
  OVERVIEW,
  PAGES,
  PICTURES,
  READERS,
  REDIRECTS,
  SECURITY,
  SITE_SETTINGS,
  UPDATE_PROFILE,
} from '@/lib/texts/constants'
import { TECHNOLOGIES } from '@/lib/texts/frame-constants'

type AdminScreen = {
  /** `:id` at the end stands for any one segment. */
  path: `/${string}`
  /** Who may open it: admins, or whoever is signed in. */
  access: 'admin' | 'member'
  /** What its tile and its tab say. */
  label?: string
  /** With one it has a tile on the profile. */
  icon?: 'plus' | 'table' | 'person' | 'lock' | 'people' | 'settings' | 'log' | 'bulletList'
  /** Others that people type for it, in lower case: the palette (Ctrl+K) finds it by them. */
  words?: string
  /** Whether it is one of the administration's tabs. */
  tab?: true
}

const ADMIN = { access: 'admin' } as const
const TAB = { access: 'admin', tab: true } as const

/**
 * Every screen that needs a session, in the order of tiles and tabs. Addresses (`paths`), access, tiles, tabs and
 * robots.txt follow from it; only the matcher in middleware.ts repeats it, because Next reads that without running it.
 */
export const ADMIN_SCREENS = {
  overview: { path: '/overview', label: OVERVIEW, words: 'dashboard backup drafts start', icon: 'bulletList', ...TAB },
  readers: {
    path: '/overview/readers',
    label: READERS,
    words: 'statistics analytics views visitors referrers',
    ...TAB,
  },
  newPost: { path: '/new', label: ADD_PROJECT, words: 'new create write', icon: 'plus', ...ADMIN },
  updatePost: { path: '/post/update/:id', ...ADMIN },
  postHistory: { path: '/post/history/:id', ...ADMIN },
  postPreview: { path: '/preview/post/:id', ...ADMIN },
  adminPosts: { path: '/adminpanel', label: ADMIN_PANEL, words: 'projects trash order', icon: 'table', ...TAB },
  newNote: { path: '/new-note', label: ADD_NOTE, words: 'new create write blog', icon: 'plus', ...ADMIN },
  updateNote: { path: '/note/update/:id', ...ADMIN },
  noteHistory: { path: '/note/history/:id', ...ADMIN },
  notePreview: { path: '/preview/note/:id', ...ADMIN },
  adminNotes: { path: '/adminpanel-notes', label: NOTES_PANEL, words: 'blog trash', icon: 'table', ...TAB },
  newPage: { path: '/new-page', ...ADMIN },
  updatePage: { path: '/page/update/:id', ...ADMIN },
  pageHistory: { path: '/page/history/:id', ...ADMIN },
  pagePreview: { path: '/preview/page/:id', ...ADMIN },
  adminPages: { path: '/adminpanel-pages', label: PAGES, words: 'imprint privacy trash', ...TAB },
  adminTechnologies: {
    path: '/adminpanel-technologies',
    label: TECHNOLOGIES,
    words: 'tags merge rename',
    icon: 'table',
    ...TAB,
  },
  adminRedirects: {
    path: '/adminpanel-redirects',
    label: REDIRECTS,
    words: 'links moved missing 404 not found gone',
    ...TAB,
  },
  adminPictures: {
    path: '/adminpanel-pictures',
    label: PICTURES,
    words: 'images media uploads alt descriptions',
    ...TAB,
  },
  updateProfile: { path: '/user/update', access: 'member', label: UPDATE_PROFILE, words: 'about name', icon: 'person' },
  security: {
    path: '/user/security',
    access: 'member',
    label: SECURITY,
    words: 'password tokens sessions two-step',
    icon: 'lock',
  },
  settings: {
    path: '/settings',
    label: SITE_SETTINGS,
    words: 'theme colours fonts accent cv',
    icon: 'settings',
    ...TAB,
  },
  cvSettings: { path: '/settings/cv', ...ADMIN },
  adminMembers: { path: '/adminpanel-members', label: MEMBERS, words: 'users accounts people', icon: 'people', ...TAB },
  move: { path: '/move', label: MOVE, words: 'backup archive download migrate', ...TAB },
  welcome: { path: '/welcome', ...ADMIN },
  audit: { path: '/audit', label: AUDIT_LOG, words: 'history changes who', icon: 'log', ...TAB },
} as const satisfies Record<string, AdminScreen>

const SCREENS = Object.values(ADMIN_SCREENS)

/** The screens with a tile on the profile. */
export const ADMIN_TILES = SCREENS.filter((screen) => 'icon' in screen)

/** The screens between which the administration's tabs lead. */
export const ADMIN_TABS = SCREENS.filter((screen) => 'tab' in screen)
