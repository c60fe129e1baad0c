/**
 * An error the user can fix. `message` says what happened and what to do, in one or two lines; commands print only
 * that, and the stack with DEBUG=1.
 */
export class UserError extends Error {
  /** @override */
  name = 'UserError'
}

/**
 * Prints why a command failed: a `UserError`, or one of the product's, as it is; anything else is a bug, so it says how
 * to see more.
 * @param {unknown} error
 */
export function printFailure(error) {
  const known = error instanceof Error && ['UserError', 'SettingsError', 'AppError'].includes(error.name)
  const text = error instanceof Error ? error.message || error.name : String(error)
  console.error(`\n${text}`)
  if (process.env.DEBUG === '1') console.error(error)
  else if (!known) console.error('Something unforeseen went wrong. Run the same command with DEBUG=1 to see where.')
}
