/** Of a control that is as wide as it is told to be. */
export const CONTROL =
  'block min-h-11.5 rounded-plate border border-muted/75 bg-paper px-3 py-2 text-base text-fg ' +
  'placeholder:text-muted hover:border-fg focus:border-accent focus-visible:outline-offset-0 ' +
  'aria-invalid:border-danger forced-colors:aria-invalid:border-2'

/** Of a control as wide as its form. */
export const CONTROL_CLASS = `w-full ${CONTROL}`

/** Of a file chooser: its button looks as others do. */
export const FILE_CLASS =
  'block w-full min-h-11.5 text-sm text-muted focus-visible:outline-offset-0 file:me-3 file:min-h-11 ' +
  'file:cursor-pointer file:rounded-plate file:border file:border-solid file:border-muted/60 file:bg-transparent ' +
  'file:px-4 file:py-2 file:text-sm file:font-medium file:text-fg hover:file:border-fg'
