import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'

/**
 * The arguments of this command.
 * @throws UserError with `usage` when there is an option it does not have
 */
export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
) {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch {
    throw new UserError(usage)
  }
}
