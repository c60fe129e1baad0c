import type { ReactNode } from 'react'

type MarkedTextProps = { text: string; marks: Array<[from: number, to: number]> }

/** A text with the words that were searched for set off. */
export function MarkedText({ text, marks }: MarkedTextProps) {
  const parts: ReactNode[] = []
  let end = 0
  for (const [from, to] of marks) {
    parts.push(text.slice(end, from), <mark key={from}>{text.slice(from, to)}</mark>)
    end = to
  }
  return <>{[...parts, text.slice(end)]}</>
}
