import type { ReactNode } from 'react'

type MarkedTextProps = { text: string; marks: Array<[from: number, to: number]> }

/** A text with the words that were searched for set off. */
export function MarkedText({ text, marks }: MarkedTextProps) {
  const parts: ReactNode[] = []
  let end = 0
  for (const [from, to] of marks) {
    const mark = (
      <mark key={from} className="rounded-[2px] bg-accent/20 text-inherit">
        {text.slice(from, to)}
      </mark>
    )
    parts.push(text.slice(end, from), mark)
    end = to
  }
  return <>{[...parts, text.slice(end)]}</>
}
