import { CurrentYear } from '@/components/shell/current-year'
import { SmallMark } from '@/components/shell/printers-mark'
import { ThemeButton } from '@/components/shell/theme-button'

type FooterProps = { ownerName: string; codeUrl: string; year: number }

/** The copyright line with the owner's name and the year, linking to the code-hosting profile. */
export function Footer({ ownerName, codeUrl, year }: FooterProps) {
  const line = (
    <>
      © <CurrentYear rendered={year} /> {ownerName}
    </>
  )
  return (
    <footer className="border-t border-line text-sm text-muted">
      <div className="container-page flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-5">
        <p className="flex min-h-11 min-w-0 items-center gap-3 wrap-anywhere">
          <SmallMark className="h-5 shrink-0 text-accent" />
          {codeUrl ? (
            <a
              href={codeUrl}
              rel="me noopener"
              className="inline-block py-2 text-muted no-underline hover:text-fg hover:underline"
            >
              {line}
            </a>
          ) : (
            <span>{line}</span>
          )}
        </p>
        <ThemeButton />
      </div>
    </footer>
  )
}
