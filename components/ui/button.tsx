import type { ComponentProps, ReactNode } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { Spinner } from '@/components/ui/spinner'

type Variant = 'solid' | 'outline' | 'quiet' | 'danger'

const BASE =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-plate py-2 text-sm font-medium no-underline ' +
  'select-none disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:opacity-60'

const VARIANTS: Record<Variant, string> = {
  // The border is seen where colours are forced, and is what tells it from the others there.
  solid:
    'px-4 sm:px-5 border border-transparent forced-colors:border-2 bg-accent text-on-accent hover:bg-fg hover:text-paper',
  outline: 'px-4 sm:px-5 border border-muted/60 bg-transparent text-fg hover:border-fg',
  quiet: 'px-2 text-fg hover:text-accent forced-colors:underline',
  danger: 'px-4 sm:px-5 border border-danger text-danger hover:bg-danger hover:text-paper',
}

/** The class names of a button, for other elements. */
export function buttonClass(variant: Variant = 'outline', className = ''): string {
  return `${BASE} ${VARIANTS[variant]} ${className}`
}

type ButtonProps = ComponentProps<'button'> & {
  variant?: Variant
  /** Shows a spinner and ignores clicks; keeps its name and focus. */
  busy?: boolean
}

export function Button({
  variant = 'outline',
  busy = false,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass(variant, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        // Not disabled, which would lose the focus.
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
      {...rest}
    >
      {busy && <Spinner />}
      <span className="contents">{children}</span>
    </button>
  )
}

type ButtonLinkProps = { href: string; variant?: Variant; className?: string; children: ReactNode } & Pick<
  ComponentProps<'a'>,
  'rel' | 'title' | 'aria-describedby' | 'aria-label'
>

export function ButtonLink({ variant = 'outline', className, ...rest }: ButtonLinkProps) {
  return <AppLink className={buttonClass(variant, className)} {...rest} />
}

export function OutLink({ variant = 'outline', className, rel = 'noopener', ...rest }: ButtonLinkProps) {
  return <a className={buttonClass(variant, className)} rel={rel} {...rest} />
}
