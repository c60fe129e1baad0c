export type Choice = { label: string; value: string }

/** The site's font families. The generic name at the end maps fonts of pasted text to one of them. */
export const FONTS: Choice[] = [
  { label: 'Serif', value: 'Newsreader, Georgia, serif' },
  { label: 'Sans serif', value: '"Hanken Grotesk", system-ui, sans-serif' },
  { label: 'Monospace', value: 'ui-monospace, Menlo, Consolas, monospace' },
]

/** Relative to the surrounding text. */
export const SIZES: Choice[] = [
  { label: 'Small', value: '0.8em' },
  { label: 'Large', value: '1.3em' },
  { label: 'Huge', value: '1.8em' },
]

/** An image's share of the column; without one it has its own size, at most the column's. */
export const IMAGE_WIDTHS: Choice[] = [
  { label: 'A third', value: '33%' },
  { label: 'Half', value: '50%' },
  { label: 'Two thirds', value: '67%' },
  { label: 'Full width', value: '100%' },
]

export const FIGURE_WIDTH_CHOICES: Choice[] = [
  { label: 'Small', value: 'small' },
  { label: 'Medium', value: 'medium' },
  { label: 'Full width', value: 'full' },
]

/** Placements of a figure; a picture without one is inline. */
export const PLACEMENTS: Choice[] = [
  { label: 'Left', value: 'left' },
  { label: 'Centre', value: 'center' },
  { label: 'Right', value: 'right' },
]

export type Colour = { name: string; value: string }

/**
 * A colour for the light and one for the dark scheme, as the browser serialises them; each has enough contrast on its
 * background.
 */
function colour(name: string, light: string, dark: string): Colour {
  return { name, value: `light-dark(${rgb(light)}, ${rgb(dark)})` }
}

/** The serialisation of a colour in a style. */
export function rgb(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${red}, ${green}, ${blue})`
}

export const TEXT_COLOURS: Colour[] = [
  colour('Red', '#b3261e', '#ffa59c'),
  colour('Orange', '#944600', '#ffb86b'),
  colour('Yellow', '#755900', '#f2d16b'),
  colour('Green', '#14693f', '#7fd6a4'),
  colour('Teal', '#0b6470', '#7ad4e0'),
  colour('Blue', '#2a3fb8', '#a9b6ff'),
  colour('Purple', '#6b35b5', '#d3b0ff'),
  colour('Pink', '#a8246f', '#ff9fd0'),
  colour('Grey', '#585c63', '#a6a9af'),
]

export const BACKGROUND_COLOURS: Colour[] = [
  colour('Red', '#fde0dd', '#5a1f1b'),
  colour('Orange', '#fde7cf', '#573008'),
  colour('Yellow', '#fff1a8', '#574600'),
  colour('Green', '#d9f3e2', '#123d26'),
  colour('Teal', '#d3f1f4', '#0d3d44'),
  colour('Blue', '#dfe4ff', '#27306b'),
  colour('Purple', '#eee0ff', '#432868'),
  colour('Pink', '#fddff0', '#551a3d'),
  colour('Grey', '#e6e6e1', '#3a3d44'),
]

/** The font choice that matches a stored font, by name or by generic family. */
export function fontOf(value: string): Choice | undefined {
  const kind = lastName(value)
  return FONTS.find((font) => font.value === value) ?? FONTS.find((font) => lastName(font.value) === kind)
}

function lastName(fonts: string): string {
  return fonts.slice(fonts.lastIndexOf(',') + 1).trim()
}
