import temml from 'temml'

/** The maximum of macro expansions, which bounds the time to a fraction of a second. */
const EXPANSIONS_MAX = 200

/** TeX as Temml writes it in MathML. @throws Error for invalid TeX, or a stack overflow where it is nested too deeply */
export function texToMathMl(tex: string, isBlock: boolean): string {
  return temml.renderToString(tex, {
    displayMode: isBlock,
    throwOnError: true,
    trust: false,
    maxSize: [20, 20],
    maxExpand: EXPANSIONS_MAX,
  })
}
