'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Checkbox } from '@/components/ui/form/checkbox'
import { FILE_CLASS } from '@/components/ui/form/control-class'
import { describedBy, Field, FieldFrame } from '@/components/ui/form/field'
import { HydrationFieldset } from '@/components/ui/form/hydration-fieldset'
import { UrlField } from '@/components/ui/form/url-field'
import { SectionHeading } from '@/components/ui/section-heading'
import { ApiError, callApi, toApiError } from '@/lib/calls/client'
import { moveCalls } from '@/lib/move/calls'
import type { ReportPage } from '@/lib/move/report'
import { FILE_MAX_BYTES, isWorking, type MoveJob, PART_BYTES } from '@/lib/move/schema'

const POLL_MS = 1_000
/** A part whose request failed is sent again, ever later: a line that was gone for a moment loses nothing. */
const RETRIES = 5

const DOING: Partial<Record<MoveJob['state'], string>> = {
  look: 'Reading',
  bring: 'Importing',
  undo: 'Taking back',
}

type ImportPanelProps = {
  /** The last job. */
  stored: MoveJob | null
  /** What an undo would take back. */
  last: string | null
  /** Whether a process of the server does the work, not the requests of this page. */
  isWorkedAlone: boolean
  /** What was chosen for the report that is shown, and the folders it is of. */
  chosen: (ReportPage['choices'] & Pick<ReportPage, 'folders'>) | null
  /** The report, as the server shows it. */
  children: ReactNode
}

/** Takes a file, has it previewed and imported, shows how far either is, and takes an import back. */
export function ImportPanel({ stored, last, isWorkedAlone, chosen, children }: ImportPanelProps) {
  const router = useRouter()
  const [answered, setAnswered] = useState<MoveJob | null>(null)
  const [sent, setSent] = useState<{ name: string; share: number } | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const job = answered ?? stored
  const folders = isHere(job) ? (chosen?.folders ?? []) : []
  const working = job && isWorking(job) ? job._id : null

  useEffect(() => {
    if (!working) return
    const leaving = new AbortController()
    const { signal } = leaving
    async function follow(id: string) {
      while (!signal.aborted) {
        const now = await callApi(moveCalls.act, { params: { id }, body: { action: 'work' }, signal })
        setAnswered(now)
        if (!isWorking(now)) return router.refresh()
        await new Promise((done) => setTimeout(done, POLL_MS))
      }
    }
    follow(working).catch((error: unknown) => {
      if (!signal.aborted) setFailure(toApiError(error))
    })
    return () => leaving.abort()
  }, [working, router])

  async function attempt(work: () => Promise<MoveJob>) {
    setFailure(null)
    try {
      setAnswered(await work())
      router.refresh()
    } catch (error) {
      setFailure(toApiError(error))
    }
    setSent(null)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const file = form.get('file')
    const isNew = file instanceof File && file.size > 0
    const choices = {
      base: String(form.get('base') ?? ''),
      addresses: String(form.get('addresses') ?? ''),
      // Of another file they are guessed.
      ...(folders.length > 1 && !isNew ? { folders: form.getAll('folder').map(String) } : {}),
      pages: form.has('pages'),
      pictures: form.has('pictures'),
      settings: form.has('settings'),
    }
    void attempt(async () => {
      const id = isNew ? await send(file, setSent) : isHere(job) ? job._id : null
      if (id === null) throw new ApiError(0, 'Choose a file first.', { issues: [{ path: 'file', message: '' }] })
      return callApi(moveCalls.act, { params: { id }, body: { action: 'look', choices } })
    })
  }

  const act = (action: 'bring' | 'stop') =>
    job && void attempt(() => callApi(moveCalls.act, { params: { id: job._id }, body: { action } }))

  const hint = `A ZIP, or one file, of at most ${FILE_MAX_BYTES / 1_073_741_824} GB: WordPress, Ghost, Medium, Markdown of Jekyll, Hugo, Astro, Next.js and others, Obsidian, a feed, a JSON Resume, or Colophon.`
  const fileError = failure?.issueOf('file') === undefined ? undefined : failure.message
  return (
    <section aria-labelledby="import">
      <SectionHeading id="import">Bring texts from elsewhere</SectionHeading>
      <p className="mb-6 max-w-prose">
        First a look: it says of each text what would become of it, and changes nothing. What is brought can be taken
        back in one piece.
      </p>
      {failure && fileError === undefined && (
        <Alert kind="error" className="mb-6">
          {failure.message}
        </Alert>
      )}
      {working && job ? (
        <Working job={job} onStop={() => act('stop')}>
          {isWorkedAlone ? 'It goes on when this page is closed.' : 'Leave this page open: it goes on while it is.'}
        </Working>
      ) : (
        <>
          <form onSubmit={submit} aria-label="Look at a file">
            <HydrationFieldset className="max-w-prose space-y-4">
              <FieldFrame id="move-file" label="File" hint={hint} error={fileError}>
                <input
                  id="move-file"
                  type="file"
                  name="file"
                  aria-invalid={fileError ? true : undefined}
                  aria-describedby={describedBy('move-file', hint, fileError)}
                  className={FILE_CLASS}
                />
              </FieldFrame>
              {job?.state === 'uploading' && job.parts > 0 && (
                <p>
                  Of <bdi>{job.name}</bdi> {megabytes(Math.min(job.bytes, job.parts * PART_BYTES))} of{' '}
                  {megabytes(job.bytes)} are here. Choose it again to go on.
                </p>
              )}
              <UrlField
                id="move-base"
                name="base"
                label="Address of the old site"
                hint="Where the file does not say it: links and pictures are found by it."
                error={failure?.issueOf('choices.base')}
                defaultValue={chosen?.base}
              />
              <Field
                id="move-addresses"
                name="addresses"
                label="Addresses of its articles"
                hint="Where the texts do not tell them: a pattern such as /blog/:slug/ or /:year/:month/:slug."
                error={failure?.issueOf('choices.addresses')}
                dir="ltr"
                defaultValue={chosen?.addresses}
              />
              {folders.length > 1 && (
                <fieldset>
                  <legend className="mb-1">Folders of articles</legend>
                  <p className="text-sm text-muted">What is in the others is skipped.</p>
                  {folders.map(({ path, texts, dated, isTicked }) => (
                    <Checkbox key={path} name="folder" value={path || '.'} defaultChecked={isTicked}>
                      <bdi className="wrap-anywhere">{path || 'The folder itself'}</bdi>: {texts}{' '}
                      {texts === 1 ? 'text' : 'texts'}, {dated} with a date
                    </Checkbox>
                  ))}
                </fieldset>
              )}
              <div>
                <Checkbox name="pages" defaultChecked={chosen?.pages}>
                  Bring pages as notes, too
                </Checkbox>
                <Checkbox name="pictures" defaultChecked={chosen?.pictures}>
                  Copy pictures from the web, while the old site is online
                </Checkbox>
                <Checkbox name="settings" defaultChecked={chosen?.settings}>
                  Take its settings in place of these: of Colophon all with the profile, of others the time zone
                </Checkbox>
              </div>
              <Button type="submit" variant={isHere(job) ? 'outline' : 'solid'} busy={sent !== null}>
                {isHere(job) ? 'Look again' : 'Look at it'}
              </Button>
            </HydrationFieldset>
          </form>
          {sent && <Bar label={`Sending ${sent.name}`} share={sent.share} />}
          {job && job.outcome !== '' && (
            <Alert
              kind={job.state === 'failed' ? 'error' : job.state === 'stopped' ? 'info' : 'success'}
              className="mt-6"
            >
              {job.outcome}
            </Alert>
          )}
          {(job?.state === 'looked' || (job?.state === 'stopped' && job.total > 0)) && (
            <div className="mt-8">
              <Button variant="solid" onClick={() => act('bring')}>
                {job.state === 'stopped' ? 'Go on' : 'Bring it'}
              </Button>
            </div>
          )}
          {last !== null && (
            <p className="mt-8 flex flex-wrap items-center gap-4">
              <Button variant="danger" onClick={() => setConfirming(true)}>
                Undo the last import
              </Button>
              <bdi className="min-w-0 wrap-anywhere text-muted">{last}</bdi>
            </p>
          )}
          {children}
        </>
      )}
      {isConfirming && (
        <ConfirmDialog
          title="Undo the last import?"
          confirm="Undo it"
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false)
            void attempt(() => callApi(moveCalls.undo, {}))
          }}
        >
          <p>
            What it made is removed, what it changed says again what it said before. What was edited since stays as it
            is.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

type WorkingProps = { job: MoveJob; onStop: () => void; children: string }

function Working({ job: { state, name, cursor, total }, onStop, children }: WorkingProps) {
  const unit = state === 'look' ? ' texts' : ''
  const counted = total > 0 ? `: ${cursor} of ${total}${unit}` : cursor > 0 ? `: ${cursor}${unit}` : ''
  return (
    <>
      <Bar label={`${DOING[state]} ${name}${counted}`} share={total > 0 ? cursor / total : null} />
      <p className="mt-2 text-muted">{children}</p>
      {state !== 'undo' && (
        <Button className="mt-4" onClick={onStop}>
          Stop
        </Button>
      )}
    </>
  )
}

/** How far something is; null where that is not known. */
function Bar({ label, share }: { label: string; share: number | null }) {
  return (
    <div className="mt-6 max-w-prose">
      <p id="move-progress" role="status" className="wrap-anywhere">
        {label}
      </p>
      <progress
        aria-labelledby="move-progress"
        className="mt-2 block h-2 w-full accent-accent"
        {...(share === null ? {} : { value: share, max: 1 })}
      />
    </div>
  )
}

/** Whether the whole file of a job is here. */
function isHere(job: MoveJob | null): job is MoveJob {
  return job !== null && job.bytes > 0 && ['looked', 'stopped', 'failed'].includes(job.state)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}

/** Sends a file in parts, from the first one on that is not there, and returns the job it is of. */
async function send(file: File, onProgress: (sent: { name: string; share: number }) => void): Promise<string> {
  const { name, size } = file
  let job = await callApi(moveCalls.create, { body: { name, bytes: size } })
  for (let part = job.parts; part * PART_BYTES < size; part += 1) {
    onProgress({ name, share: (part * PART_BYTES) / size })
    const bytes = file.slice(part * PART_BYTES, (part + 1) * PART_BYTES)
    const params = { id: job._id, part: String(part) }
    for (let tries = 1; ; tries += 1) {
      try {
        job = await callApi(moveCalls.part, { params, bytes })
        break
      } catch (error) {
        const isPassing = error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status)
        if (!isPassing || tries > RETRIES) throw error
        await new Promise((done) => setTimeout(done, tries * POLL_MS))
      }
    }
  }
  return job._id
}
