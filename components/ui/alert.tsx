import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'

type AlertProps = { kind?: 'error' | 'success' | 'info'; children: ReactNode; className?: string }

const TONES = {
  error: 'border-danger text-danger',
  success: 'border-success text-success',
  info: 'border-line text-fg',
} as const

/** A message in a box. Errors are announced assertively, others politely. */
export function Alert({ kind = 'info', children, className = '' }: AlertProps) {
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={`flex items-start gap-3 rounded-plate border border-s-4 px-4 py-3 text-base ${TONES[kind]} ${className}`}
    >
      {kind === 'error' && <Icon name="alert" className="mt-1 size-5" />}
      {kind === 'success' && <Icon name="check" className="mt-1 size-5" />}
      <div className="min-w-0">{children}</div>
    </div>
  )
}
