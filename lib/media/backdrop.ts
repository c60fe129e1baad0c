/** How a placeholder begins that is a backdrop: one colour behind a transparent picture. */
export const BACKDROP_PREFIX = 'data:image/svg+xml;base64,'

/** The background of the picture at `url`; `backdrop` is a data URL. */
export type Backdrop = { url: string; backdrop: string }

/** The backdrop behind a picture with this placeholder; undefined for one that is not transparent. */
export function backdropOf(placeholder: string): string | undefined {
  return placeholder.startsWith(BACKDROP_PREFIX) ? placeholder : undefined
}
