export const CONTROL_CLASS =
  'block w-full min-h-11.5 rounded-plate border border-muted/75 bg-paper px-3 py-2 text-base text-fg ' +
  'placeholder:text-muted hover:border-fg focus:border-accent focus-visible:outline-offset-0 ' +
  'aria-invalid:border-danger forced-colors:aria-invalid:border-2'
