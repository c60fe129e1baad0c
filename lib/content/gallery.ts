/** A picture of a project after its cover, as its form has it. */
export type GalleryPicture = { _id: string; url: string; alt: string; caption: string }

/** Those pictures as the text of their field, a line each: what two sides have changed is merged by lines. */
export const galleryText = (pictures: GalleryPicture[]): string =>
  pictures.map(({ _id, url, alt, caption }) => `${JSON.stringify({ _id, url, alt, caption })}\n`).join('')

export const galleryLines = (text: string): string[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => `${line}\n`)

/** The pictures of such a text, each once. */
export function galleryPictures(text: string): GalleryPicture[] {
  const pictures = new Map<string, GalleryPicture>()
  for (const line of galleryLines(text)) {
    const { _id, url, alt = '', caption = '' } = parsedPicture(line)
    if (_id && url && !pictures.has(_id)) pictures.set(_id, { _id, url, alt, caption })
  }
  return [...pictures.values()]
}

function parsedPicture(line: string): Partial<GalleryPicture> {
  try {
    return JSON.parse(line) ?? {}
  } catch {
    return {}
  }
}
