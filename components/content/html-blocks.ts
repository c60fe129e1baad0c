/**
 * Cuts a rich text into its blocks: joined they are the text again. In the browser only; the text is parsed, never run:
 * a document made by DOMParser loads and executes nothing.
 */
export function htmlBlocks(html: string): string[] {
  const { body } = new DOMParser().parseFromString(`<body>${html}`, 'text/html')
  const holder = document.implementation.createHTMLDocument('').createElement('div')
  return Array.from(body.childNodes, (node) => {
    holder.replaceChildren(node.cloneNode(true))
    return holder.innerHTML
  })
}
