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

/** The texts of each kind's table and its rows a page. */
export const CONTENT_TABLES = {
  post: { label: 'Projects', panel: ADMIN_PANEL, add: ADD_PROJECT, size: 10, none: NO_PROJECTS },
  note: { label: 'Notes', panel: NOTES_PANEL, add: ADD_NOTE, size: 5, none: NO_NOTES },
  page: { label: PAGES, panel: PAGES, add: ADD_PAGE, size: 20, none: 'No pages yet...' },
}
