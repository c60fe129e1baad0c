import {
  ADD_NOTE,
  ADD_PAGE,
  ADD_PROJECT,
  ADMIN_PANEL,
  NO_NOTES,
  NO_PROJECTS,
  NOTES_PANEL,
  PAGES,
} from '@/lib/texts/constants'

/** Of each kind: its table, that table's screen and button, rows a page, and what it says without any. */
export const CONTENT_TABLES = {
  post: { label: 'Projects', panel: ADMIN_PANEL, add: ADD_PROJECT, size: 10, none: NO_PROJECTS },
  note: { label: 'Notes', panel: NOTES_PANEL, add: ADD_NOTE, size: 5, none: NO_NOTES },
  page: { label: PAGES, panel: PAGES, add: ADD_PAGE, size: 20, none: 'No pages yet...' },
}
