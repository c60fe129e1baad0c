import { AsyncLocalStorage } from 'node:async_hooks'
import type { AppError } from '@/lib/http/errors'

/** Somebody as the audit log names them. */
type Person = { userId: string; name: string }

/** Somebody whose session or token asks for a write; the shell has none. */
export type Sender = Person & { sessionId?: string; isAdmin?: boolean; token?: { id: string; name: string } }

export type Subject = { id: string; name?: string }

/** What is known about a write in progress. Code that learns more fills it in; the route wrapper finishes it. */
export type AuditContext = {
  action: string
  address: string
  /** The cookie of a browser that has signed in before, as it came. */
  deviceCookie: string | undefined
  /** Who does it; null for a visitor. */
  actor: Sender | null
  /** The account a sign-in named, where there is one. */
  account: Person | null
  /** Why it was refused, where the answer does not say so itself. */
  refusal: AppError | null
  /** Whether its row was written, in the same transaction as the write itself. */
  isRecorded: boolean
}

const contexts = new AsyncLocalStorage<AuditContext>()

/** Runs `work` with a context that everything it calls finds by `currentAuditContext`. */
export function withAuditContext<Result>(context: AuditContext, work: () => Promise<Result>): Promise<Result> {
  return contexts.run(context, work)
}

/** The context of the write that is being answered; nothing while a read is, or in the shell. */
export function currentAuditContext(): AuditContext | undefined {
  return contexts.getStore()
}

/** Marks the write in progress as one without a row: a step of a job, which writes one, or a repeated request. */
export function skipAuditRow(): void {
  const context = contexts.getStore()
  if (context) context.isRecorded = true
}
