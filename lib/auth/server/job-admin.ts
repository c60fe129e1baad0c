import type { Admin, Member } from '@/lib/access/actor'
import { db } from '@/lib/platform/server/db'

/** The admin who asked for work that goes on without a request; null once it is no admin. */
export async function findAdmin(userId: string): Promise<Admin | null> {
  const user = await db().user.findFirst({ where: { id: userId, isAdmin: true }, select: { name: true } })
  const member: Member | null = user && {
    userId,
    sessionId: '',
    name: user.name,
    isAdmin: true,
    signedInAt: new Date(0),
  }
  return member as Admin | null
}
