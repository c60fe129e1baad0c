import type { ReactNode } from 'react'
import { GoBack } from '@/components/shell/go-back'
import { PagePath } from '@/components/shell/page-path'
import { PageHeading } from '@/components/ui/page-heading'
import { paths } from '@/lib/routes/paths'

type PathHeadingProps = {
  title: string
  subtitle: ReactNode
  ownerName: string
  /** As of `PagePath`. */
  list?: { name: string; href: string }
}

/** The heading of a list, with the way back and where on the site it is. */
export function PathHeading({ title, subtitle, ownerName, list }: PathHeadingProps) {
  return (
    <PageHeading
      title={title}
      subtitle={subtitle}
      back={
        <>
          <GoBack href={list?.href ?? paths.home} />
          <PagePath ownerName={ownerName} list={list} />
        </>
      }
    />
  )
}
