'use client'

import { useRef } from 'react'
import { ApiError } from '@/lib/calls/client'

/** A row as it was made by an earlier try. */
type Made = { _id: string; version: number }

/**
 * Creates a row once, also when an answer is lost and the form is sent again: every try carries the same key until one
 * has succeeded; it is the key of the form's journal, so that a browser that was killed meanwhile has it too. What was
 * changed between two tries becomes an update of the row the first one made; when somebody else has changed that since,
 * the conflict is thrown on.
 */
export function useCreateOnce(newKey: () => string) {
  const key = useRef<string | null>(null)
  return async <Answer>(
    create: (idempotencyKey: string) => Promise<Answer>,
    update: (made: Made) => Promise<Answer>,
  ): Promise<Answer> => {
    key.current ??= newKey()
    try {
      const answer = await create(key.current)
      key.current = null
      return answer
    } catch (error) {
      const made = madeBefore(error)
      if (made?.version !== FIRST_VERSION) throw error
      return update(made)
    }
  }
}

const FIRST_VERSION = 1

function madeBefore(error: unknown): Made | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  return error.current as Made | undefined
}
