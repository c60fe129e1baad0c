import { z } from 'zod'
import { isSlug, SLUG_MAX_CHARACTERS } from '@/lib/addresses/slug'

/** The end of a readable address, in lower case; a blank one is made from the title. */
export const slugField = z
  .string({ error: 'Address must be text.' })
  .max(10 * SLUG_MAX_CHARACTERS, { error: `Address can have at most ${SLUG_MAX_CHARACTERS} characters.`, abort: true })
  .transform((text) => text.normalize().trim().toLowerCase().normalize())
  .refine((text) => text === '' || isSlug(text), {
    error:
      `Address can have letters, digits and single hyphens between them, at most ${SLUG_MAX_CHARACTERS} characters, ` +
      'and be no word that other addresses end with.',
  })
  .meta({ maxLength: SLUG_MAX_CHARACTERS })
  .optional()
