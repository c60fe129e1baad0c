import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'

/**
 * Parses the command's arguments.
 * @throws UserError with `usage` for an unknown option
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
