import { AppLink } from '@/components/ui/app-link'
import { CheckIcon } from '@/components/ui/frame-icons'
import { type FirstSteps, STEPS, type Step, stepPath } from '@/lib/first-steps/steps'
import { STEP_TITLES } from '@/lib/texts/form-constants'

/** All the steps, with those that are done; each can be taken at any time. */
export function StepsNav({ isDone, current }: { isDone: FirstSteps['isDone']; current: Step | undefined }) {
  return (
    <nav aria-label="Steps">
      <ol className="grid border-y border-line py-2 sm:grid-cols-2">
        {STEPS.map((step, index) => (
          <li key={step}>
            <AppLink
              href={stepPath(step)}
              aria-current={step === current ? 'step' : undefined}
              className="group flex min-h-11 items-center gap-3 text-sm text-muted no-underline hover:text-fg aria-[current=step]:font-medium aria-[current=step]:text-fg"
            >
              <span className="inline-flex size-6 shrink-0 items-center justify-center tabular-nums">
                {isDone[step] ? <CheckIcon className="size-5 text-success" /> : `${index + 1}.`}
              </span>
              <span className="decoration-accent decoration-2 underline-offset-8 group-aria-[current=step]:underline">
                {STEP_TITLES[step]}
                {isDone[step] && <span className="sr-only"> (done)</span>}
              </span>
            </AppLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
