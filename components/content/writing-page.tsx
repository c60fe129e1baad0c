import type { ReactNode } from 'react'

export function WritingPage({ title, back, children }: { title: string; back?: ReactNode; children: ReactNode }) {
  return (
    <div className="writing-page container-page pt-8 short:pt-3 pb-section">
      <div className="mx-auto max-w-prose">
        <div className="mb-8 short:mb-4 short:flex short:items-center short:gap-6">
          {back}
          <h1 className="mt-2 short:mt-0 text-h2">{title}</h1>
        </div>
        {children}
      </div>
    </div>
  )
}
