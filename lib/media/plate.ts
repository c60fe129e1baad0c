/** How a placeholder begins that is a plate: one colour behind a transparent picture. */
export const PLATE_PREFIX = 'data:image/svg+xml;base64,'

/** The background of the picture at `url`; `plate` is a data URL. */
export type Plate = { url: string; plate: string }

/** The plate behind a picture with this placeholder; undefined for one that is not transparent. */
export function plateOf(placeholder: string): string | undefined {
  return placeholder.startsWith(PLATE_PREFIX) ? placeholder : undefined
}
