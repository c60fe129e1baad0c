import { ownValue } from '@/lib/platform/own-value'

type Check = (value: string) => boolean

const ONE_COLOUR =
  '(?:#[0-9a-f]{3,8}|[a-z]{3,30}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\\([a-z0-9 .,%/+-]{1,80}\\))'
/** One colour, or a light-dark() pair: the editor's palette has to be readable in both schemes. */
const COLOUR = new RegExp(`^(?:${ONE_COLOUR}|light-dark\\(${ONE_COLOUR}, ?${ONE_COLOUR}\\))$`, 'i')
const FONT_NAME = /^(?:"[\p{L}\p{N} _.-]{1,60}"|'[\p{L}\p{N} _.-]{1,60}'|[\p{L}_-][\p{L}\p{N} _-]{0,60})$/u
const FONT_SIZE_WORD = /^(?:xx-small|x-small|small|medium|large|x-large|xx-large|xxx-large|smaller|larger)$/i
const LENGTH = /^(\d{1,5}(?:\.\d{1,6})?|\.\d{1,6})(px|pt|em|rem|%)?$/i
const FONTS_MAX = 12

function oneOf(...values: string[]): Check {
  return (value) => values.includes(value.toLowerCase())
}

/** Checks a number with one of the named units, within that unit's bounds; the unit '' means none. */
function length(bounds: Record<string, [number, number]>): Check {
  return (value) => {
    const match = LENGTH.exec(value)
    const bound = match && ownValue(bounds, match[2]?.toLowerCase() ?? '')
    if (!match || !bound) return false
    return Number(match[1]) >= bound[0] && Number(match[1]) <= bound[1]
  }
}

const isColour: Check = (value) => COLOUR.test(value)
const isFontSize = length({ px: [6, 96], pt: [5, 72], em: [0.4, 6], rem: [0.4, 6], '%': [40, 600] })
const isWidth = length({ px: [1, 20_000], em: [0.1, 500], '%': [1, 100] })
const decorations = oneOf(
  'underline',
  'line-through',
  'overline',
  'none',
  'solid',
  'dotted',
  'dashed',
  'wavy',
  'double',
)

const PROPERTIES: Record<string, Check> = {
  color: isColour,
  'background-color': isColour,
  'text-align': oneOf('left', 'center', 'right', 'justify', 'start', 'end'),
  direction: oneOf('ltr', 'rtl'),
  'font-family': (value) => {
    const names = value.split(',')
    return names.length <= FONTS_MAX && names.every((name) => FONT_NAME.test(name.trim()))
  },
  'font-size': (value) => FONT_SIZE_WORD.test(value) || isFontSize(value),
  'line-height': length({ '': [0.8, 4], px: [8, 200], em: [0.8, 4], '%': [80, 400] }),
  'text-decoration': (value) => value.split(' ').every(decorations),
}

/** Only where an author sets a width: pictures, videos, tables. */
const SIZE_PROPERTIES: Record<string, Check> = { ...PROPERTIES, width: isWidth, 'min-width': isWidth }

const FORBIDDEN = /[\\{}<>@]|\/\*|[\p{Cc}\p{Cf}]/u
const QUOTED = /"[^"]*"|'[^']*'/g
const DECLARATION = /(?:[^;"']|"[^"]*"|'[^']*')+/g

/**
 * Reduces a `style` attribute to the allowed declarations, written as a browser writes `cssText` (`color: red; width:
 * 10px;`); null when none is left. A value that tries to break out of its declaration voids all of it.
 */
export function cleanStyle(style: string, sizes: boolean): string | null {
  const oneLine = style.replace(/\s+/g, ' ')
  if (FORBIDDEN.test(oneLine) || /["']/.test(oneLine.replace(QUOTED, ''))) return null
  const properties = sizes ? SIZE_PROPERTIES : PROPERTIES
  const retained = new Map<string, string>()
  for (const declaration of oneLine.match(DECLARATION) ?? []) {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    const value = declaration.slice(colon + 1).trim()
    if (ownValue(properties, name)?.(value)) retained.set(name, value)
  }
  return retained.size === 0 ? null : [...retained].map(([name, value]) => `${name}: ${value};`).join(' ')
}
