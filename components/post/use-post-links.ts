import { useRef, useState } from 'react'
import { type LinkRow, linkRows, withoutBlankLinks } from '@/components/ui/form/link-rows'
import { linksIn, textOfLinks } from '@/lib/content/post-facts'
import { withProtocol } from '@/lib/http/with-protocol'

const textOf = (rows: LinkRow[]) =>
  textOfLinks(withoutBlankLinks(rows).map(({ label, url }) => ({ label, url: withProtocol(url) })))

/** The further links of a form, as the text of its field `links`; `onChange` is called when somebody changes them. */
export function usePostLinks(initial: string, onChange: () => void) {
  const [rows, setRows] = useState(() => linkRows(linksIn(initial)))
  // A state would be older: what is saved at once is what was just typed.
  const now = useRef(rows)

  function show(next: LinkRow[]) {
    now.current = next
    setRows(next)
  }

  return {
    rows,
    text: () => textOf(now.current),
    change(next: LinkRow[]) {
      show(next)
      onChange()
    },
    /** Shows what a field of the journal holds. */
    take(text: string) {
      if (text !== textOf(now.current)) show(linkRows(linksIn(text)))
    },
  }
}
