import type { ReactNode } from 'react'

export function FormPage({ title, children, after }: { title: string; children: ReactNode; after?: ReactNode }) {
  return (
    <div className="container-page flex flex-1 flex-col items-center py-section">
      <div className="w-full max-w-[25rem]">
        <h1 className="mb-8 text-h2">{title}</h1>
        {children}
        {after && <p className="mt-4 border-t border-line pt-5 text-sm text-muted">{after}</p>}
      </div>
    </div>
  )
}
