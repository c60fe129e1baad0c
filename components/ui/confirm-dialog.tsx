'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

type ConfirmDialogProps = {
  title: string
  children: ReactNode
  confirm: string
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an irreversible action. Cancel comes first and has the focus. */
export function ConfirmDialog({ title, children, confirm, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="text-muted">{children}</div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
