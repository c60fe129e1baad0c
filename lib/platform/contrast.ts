/** WCAG 2.2 AA for text of ordinary size. */
export const TEXT_MIN_CONTRAST = 4.5

/** The ground of each scheme that is least like its paper (--color-surface in app/globals.css). */
export const LIGHT_GROUND = '#f2f2ee'
export const DARK_GROUND = '#1b1d21'

/** The contrast of two "#rrggbb" colours, from 1 (the same) to 21 (black on white), by WCAG's formula. */
export function contrastRatio(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
