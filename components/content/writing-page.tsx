import type { ReactNode } from 'react'

export function WritingPage({ title, back, children }: { title: string; back?: ReactNode; children: ReactNode }) {
  return (
    <div className="writing-page container-page pt-8 pb-section">
      <div className="mx-auto max-w-prose">
        {back}
        <h1 className="mt-2 mb-8 text-h2">{title}</h1>
        {children}
      </div>
    </div>
  )
}
