'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'
import { ShortTime, ZoneName } from '@/components/shell/time-zone'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { HydrationFieldset } from '@/components/ui/form/hydration-fieldset'
import { LEAVING, useSubmit } from '@/components/ui/form/use-submit'
import { notify } from '@/lib/browser/notification'
import { clearStoredProfile } from '@/lib/browser/stored-profile'
import { callApi, toApiError } from '@/lib/calls/client'
import { paths } from '@/lib/routes/paths'
import { userCalls } from '@/lib/user/calls'
import type { LiveSession } from '@/lib/user/schema'

export function SessionsList({ sessions }: { sessions: LiveSession[] }) {
  const router = useRouter()
  const [, startTransition] = useTransition()
  const { busy, failure, submit } = useSubmit()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const endedAt = useRef<number | null>(null)

  const ids = sessions.map(({ _id }) => _id).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when sessions have ended
  useEffect(() => {
    if (endedAt.current === null || document.activeElement !== document.body) return
    // The pressed button went with its session: the next one's takes the focus, but not the one that signs out here.
    const index = Math.min(endedAt.current, sessions.length - 1)
    const button = sessions[index]?.isCurrent ? null : list.current?.children[index]?.querySelector('button')
    endedAt.current = null
    ;(button ?? heading.current)?.focus()
  }, [ids])

  const end = (id: string, call: () => Promise<{ message: string }>, isOwn = false) =>
    submit(async () => {
      endedAt.current = sessions.findIndex(({ _id }) => _id === id)
      try {
        notify((await call()).message)
      } catch (error) {
        startTransition(() => router.refresh())
        // Already ended; the reloaded list shows that.
        if (toApiError(error).status !== 404) throw error
        return
      }
      if (!isOwn) return startTransition(() => router.refresh())
      // Without a session, reloading would show a refusal.
      clearStoredProfile()
      window.location.assign(paths.signIn())
      return LEAVING
    }, id)

  return (
    <section aria-labelledby="sessions" className="mt-section">
      <h2 ref={heading} id="sessions" tabIndex={-1} className="mb-2 border-t border-fg pt-3 text-h3">
        Where you are signed in
      </h2>
      {failure && <Alert kind="error">{failure.message}</Alert>}
      <HydrationFieldset>
        <ul ref={list}>
          {sessions.map((session) => (
            <li
              key={session._id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
                  <span>{session.device}</span>
                  {session.isCurrent && <Chip>This one</Chip>}
                </p>
                <p className="text-sm text-muted tabular-nums">
                  {/* Stored now and then only: this one is seen as it asks. */}
                  <span className="inline-block">
                    {session.isCurrent ? (
                      <span>Last seen now,</span>
                    ) : (
                      <span>
                        Last seen <ShortTime at={session.lastSeenAt} className="whitespace-nowrap" />,
                      </span>
                    )}
                  </span>{' '}
                  <span className="inline-block">
                    signed in <ShortTime at={session.createdAt} className="whitespace-nowrap" /> <ZoneName />
                  </span>
                </p>
              </div>
              <Button
                busy={busy === session._id}
                aria-label={`${session.isCurrent ? 'Sign out here' : 'End session'}: ${session.device}`}
                onClick={() =>
                  end(
                    session._id,
                    () => callApi(userCalls.endSession, { params: { id: session._id } }),
                    session.isCurrent,
                  )
                }
              >
                {session.isCurrent ? 'Sign out here' : 'End session'}
              </Button>
            </li>
          ))}
        </ul>
        {sessions.length > 1 && (
          <Button
            variant="danger"
            className="mt-5"
            busy={busy === ALL}
            onClick={() => end(ALL, () => callApi(userCalls.endOtherSessions, {}))}
          >
            End all other sessions
          </Button>
        )}
      </HydrationFieldset>
    </section>
  )
}

const ALL = 'all'
