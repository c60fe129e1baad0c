import { forbidden } from 'next/navigation'
import type { Admin, Member } from '@/lib/access/actor'
import { requireAdmin, requireMember } from '@/lib/auth/server/session'
import { AppError } from '@/lib/http/errors'

/** The admin an admin screen is rendered for, read from the database; anyone else gets the 403 screen. */
export function requireAdminPage(): Promise<Admin> {
  return requireAdmin().catch(refuse)
}

/** The signed-in member, read from the database; a visitor gets the 403 screen. */
export function requireMemberPage(): Promise<Member> {
  return requireMember().catch(refuse)
}

function refuse(error: unknown): never {
  if (error instanceof AppError && (error.kind === 'unauthenticated' || error.kind === 'forbidden')) forbidden()
  throw error
}
