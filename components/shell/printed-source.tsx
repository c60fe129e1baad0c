/** In print alone: whose page it is, and where it can be found. */
export function PrintedSource({ author, address }: { author: string; address: string }) {
  return (
    <p className="container-page hidden pb-6 text-sm text-muted print:block">
      {author}, {address}
    </p>
  )
}
