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
  READERS,
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
  /** Whether it is one of the administration's tabs. */
  tab?: true
}

/**
 * Every screen that needs a session, in the order of tiles and tabs. Addresses (`paths`), access, tiles, tabs and
 * robots.txt follow from it; only the matcher in middleware.ts repeats it, because Next reads that without running it.
 */
export const ADMIN_SCREENS = {
  overview: { path: '/overview', access: 'admin', label: OVERVIEW, icon: 'bulletList', tab: true },
  readers: { path: '/overview/readers', access: 'admin', label: READERS, tab: true },
  newPost: { path: '/new', access: 'admin', label: ADD_PROJECT, icon: 'plus' },
  updatePost: { path: '/post/update/:id', access: 'admin' },
  postHistory: { path: '/post/history/:id', access: 'admin' },
  postPreview: { path: '/preview/post/:id', access: 'admin' },
  adminPosts: { path: '/adminpanel', access: 'admin', label: ADMIN_PANEL, icon: 'table', tab: true },
  newNote: { path: '/new-note', access: 'admin', label: ADD_NOTE, icon: 'plus' },
  updateNote: { path: '/note/update/:id', access: 'admin' },
  noteHistory: { path: '/note/history/:id', access: 'admin' },
  notePreview: { path: '/preview/note/:id', access: 'admin' },
  adminNotes: { path: '/adminpanel-notes', access: 'admin', label: NOTES_PANEL, icon: 'table', tab: true },
  newPage: { path: '/new-page', access: 'admin' },
  updatePage: { path: '/page/update/:id', access: 'admin' },
  pageHistory: { path: '/page/history/:id', access: 'admin' },
  pagePreview: { path: '/preview/page/:id', access: 'admin' },
  adminPages: { path: '/adminpanel-pages', access: 'admin', label: PAGES, tab: true },
  adminTechnologies: {
    path: '/adminpanel-technologies',
    access: 'admin',
    label: TECHNOLOGIES,
    icon: 'table',
    tab: true,
  },
  updateProfile: { path: '/user/update', access: 'member', label: UPDATE_PROFILE, icon: 'person' },
  security: { path: '/user/security', access: 'member', label: SECURITY, icon: 'lock' },
  settings: { path: '/settings', access: 'admin', label: SITE_SETTINGS, icon: 'settings', tab: true },
  cvSettings: { path: '/settings/cv', access: 'admin' },
  adminMembers: { path: '/adminpanel-members', access: 'admin', label: MEMBERS, icon: 'people', tab: true },
  move: { path: '/move', access: 'admin', label: MOVE, tab: true },
  welcome: { path: '/welcome', access: 'admin' },
  audit: { path: '/audit', access: 'admin', label: AUDIT_LOG, icon: 'log', tab: true },
} as const satisfies Record<string, AdminScreen>

const SCREENS = Object.values(ADMIN_SCREENS)

/** The screens with a tile on the profile. */
export const ADMIN_TILES = SCREENS.filter((screen) => 'icon' in screen)

/** The screens between which the administration's tabs lead. */
export const ADMIN_TABS = SCREENS.filter((screen) => 'tab' in screen)
