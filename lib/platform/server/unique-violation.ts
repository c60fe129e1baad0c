import { Prisma } from '@/lib/platform/server/db'

/** The column whose uniqueness a write broke, or null for any other failure. */
export function uniqueViolation(error: unknown): string | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return null
  const details = JSON.stringify(error.meta ?? {})
  return /\b(email|username|slug)\b|_(email|username|slug)_key/.exec(details)?.slice(1).find(Boolean) ?? 'unknown'
}
