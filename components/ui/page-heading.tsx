import type { ReactNode } from 'react'

type PageHeadingProps = { title: string; subtitle?: ReactNode; back?: ReactNode }

export function PageHeading({ title, subtitle, back }: PageHeadingProps) {
  return (
    <header className="pt-8 pb-10">
      {back && <div className="flex flex-wrap items-center gap-x-4">{back}</div>}
      <h1 className="mt-6 text-h1 md:mt-10" dir="auto">
        {title}
      </h1>
      {subtitle && <p className="mt-3 font-serif text-lead text-muted italic">{subtitle}</p>}
    </header>
  )
}
