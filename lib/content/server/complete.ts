import type { z } from 'zod'
import { AppError } from '@/lib/http/errors'

/**
 * Asks of a draft that is published what every text needs: a draft may be without it.
 * @throws AppError "unprocessable" with what is missing
 */
export function assertComplete(schema: z.ZodType, row: { publishedAt: Date | null }): void {
  const problems = row.publishedAt === null ? [] : (schema.safeParse(row).error?.issues ?? [])
  const issues = problems.map(({ path, message }) => ({ path: path.join('.'), message }))
  const [first] = issues
  if (first) throw new AppError('unprocessable', first.message, { issues })
}
