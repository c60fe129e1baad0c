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

/**
 * Every screen that needs a session, in the order of tiles and tabs. Addresses (`paths`), access, tiles, tabs and
 * robots.txt follow from it; only the matcher in middleware.ts repeats it, because Next reads that without running it.
 */
export const ADMIN_SCREENS = {
  overview: {
    path: '/overview',
    access: 'admin',
    label: OVERVIEW,
    words: 'dashboard backup drafts start',
    icon: 'bulletList',
    tab: true,
  },
  readers: {
    path: '/overview/readers',
    access: 'admin',
    label: READERS,
    words: 'statistics analytics views visitors referrers',
    tab: true,
  },
  newPost: { path: '/new', access: 'admin', label: ADD_PROJECT, words: 'new create write', icon: 'plus' },
  updatePost: { path: '/post/update/:id', access: 'admin' },
  postHistory: { path: '/post/history/:id', access: 'admin' },
  postPreview: { path: '/preview/post/:id', access: 'admin' },
  adminPosts: {
    path: '/adminpanel',
    access: 'admin',
    label: ADMIN_PANEL,
    words: 'projects trash order',
    icon: 'table',
    tab: true,
  },
  newNote: { path: '/new-note', access: 'admin', label: ADD_NOTE, words: 'new create write blog', icon: 'plus' },
  updateNote: { path: '/note/update/:id', access: 'admin' },
  noteHistory: { path: '/note/history/:id', access: 'admin' },
  notePreview: { path: '/preview/note/:id', access: 'admin' },
  adminNotes: {
    path: '/adminpanel-notes',
    access: 'admin',
    label: NOTES_PANEL,
    words: 'blog trash',
    icon: 'table',
    tab: true,
  },
  newPage: { path: '/new-page', access: 'admin' },
  updatePage: { path: '/page/update/:id', access: 'admin' },
  pageHistory: { path: '/page/history/:id', access: 'admin' },
  pagePreview: { path: '/preview/page/:id', access: 'admin' },
  adminPages: { path: '/adminpanel-pages', access: 'admin', label: PAGES, words: 'imprint privacy trash', tab: true },
  adminTechnologies: {
    path: '/adminpanel-technologies',
    access: 'admin',
    label: TECHNOLOGIES,
    words: 'tags merge rename',
    icon: 'table',
    tab: true,
  },
  adminRedirects: {
    path: '/adminpanel-redirects',
    access: 'admin',
    label: REDIRECTS,
    words: 'links moved missing 404 not found gone',
    tab: true,
  },
  adminPictures: {
    path: '/adminpanel-pictures',
    access: 'admin',
    label: PICTURES,
    words: 'images media uploads alt descriptions',
    tab: true,
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
    access: 'admin',
    label: SITE_SETTINGS,
    words: 'theme colours fonts accent cv',
    icon: 'settings',
    tab: true,
  },
  cvSettings: { path: '/settings/cv', access: 'admin' },
  adminMembers: {
    path: '/adminpanel-members',
    access: 'admin',
    label: MEMBERS,
    words: 'users accounts people',
    icon: 'people',
    tab: true,
  },
  move: { path: '/move', access: 'admin', label: MOVE, words: 'backup archive download migrate', tab: true },
  welcome: { path: '/welcome', access: 'admin' },
  audit: { path: '/audit', access: 'admin', label: AUDIT_LOG, words: 'history changes who', icon: 'log', tab: true },
} as const satisfies Record<string, AdminScreen>

const SCREENS = Object.values(ADMIN_SCREENS)

/** The screens with a tile on the profile. */
export const ADMIN_TILES = SCREENS.filter((screen) => 'icon' in screen)

/** The screens between which the administration's tabs lead. */
export const ADMIN_TABS = SCREENS.filter((screen) => 'tab' in screen)
