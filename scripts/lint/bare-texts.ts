import ts from 'typescript'
import { pathOf } from './program'

/*
 * A browser that translates a page puts each text into elements of its own. React keeps the text nodes it has made, and
 * fails once it puts something in front of one or takes one away. Texts that stand beside something conditional
 * therefore stand in an element of their own: React then moves and removes elements only.
 */

const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike
const NOTHING = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.BooleanLike | ts.TypeFlags.Void

/** What an expression may be in the page. */
type Kind = 'text' | 'nothing' | 'list' | 'other'
/** What one child of an element may be in the page. */
type Child = { node: ts.Node; isText: boolean; isConditional: boolean }

/** Each text in JSX beside something conditional, as "components/a.tsx:12 the text". */
export function findBareTexts(program: ts.Program): string[] {
  const checker = program.getTypeChecker()
  const found: string[] = []

  function kindsOf(node: ts.Expression): Kind[] {
    if (ts.isParenthesizedExpression(node)) return kindsOf(node.expression)
    if (ts.isConditionalExpression(node)) return [...kindsOf(node.whenTrue), ...kindsOf(node.whenFalse)]
    // What is plain to see: the type of JSX is of all that it holds, and takes most of the time.
    if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) return ['other']
    if (isAnd(node)) return ['nothing', ...kindsOf(node.right)]
    if (isMapped(node)) return ['list']
    const type = checker.getTypeAtLocation(node)
    return (type.isUnion() ? type.types : [type]).map((type) => {
      if (isTextType(type)) return 'text'
      if (isNothing(type)) return 'nothing'
      return checker.isArrayLikeType(type) ? 'list' : 'other'
    })
  }

  function childOf(node: ts.JsxChild): Child | null {
    // Spaces between words are not translated.
    if (ts.isJsxText(node)) return isSaid(node) ? { node, isText: true, isConditional: false } : null
    if (!ts.isJsxExpression(node)) return { node, isText: false, isConditional: false }
    return node.expression ? shownBy(node, node.expression) : null
  }

  function shownBy(node: ts.JsxExpression, expression: ts.Expression): Child | null {
    if (ts.isStringLiteral(expression) && expression.text.trim() === '') return null
    if (isAnd(expression)) {
      const shown = shownBy(node, expression.right)
      return shown && { ...shown, isConditional: true }
    }
    const kinds = kindsOf(expression)
    const isAnything = kinds.includes('text') && (kinds.includes('list') || kinds.includes('other'))
    // Whatever a component is given to show: most often elements, but for what is between its tags.
    if (isAnything && !ts.isConditionalExpression(expression)) {
      const isWords = ts.isIdentifier(expression) && expression.text === 'children' && isInLine(node.parent)
      return { node, isText: isWords, isConditional: false }
    }
    const isConditional = isAnything || kinds.includes('list') || kinds.includes('nothing')
    return { node, isText: kinds.includes('text'), isConditional }
  }

  function visit(file: ts.SourceFile, node: ts.Node) {
    // Alone in an element, a text is beside nothing.
    if ((ts.isJsxElement(node) && node.children.filter(isSaid).length > 1) || ts.isJsxFragment(node)) {
      const children = node.children.flatMap((child) => childOf(child) ?? [])
      for (const text of children) {
        if (!text.isText) continue
        const hasConditional = children.some((child) => child !== text && child.isConditional)
        const comesAndGoes = (text.isConditional && children.length > 1) || (ts.isJsxFragment(node) && isLoose(node))
        if (!hasConditional && !comesAndGoes) continue
        const { line } = file.getLineAndCharacterOfPosition(text.node.getStart(file))
        const words = text.node.getText(file).trim().replace(/\s+/g, ' ').slice(0, 40)
        found.push(`${pathOf(file.fileName)}:${line + 1} ${words}`)
      }
    }
    node.forEachChild((child) => visit(file, child))
  }

  for (const file of program.getSourceFiles()) {
    if (/^(app|components)\/.*(?<!\.test)\.tsx$/.test(pathOf(file.fileName))) visit(file, file)
  }
  return found
}

const isSaid = (node: ts.JsxChild) => !ts.isJsxText(node) || node.text.trim() !== ''

const isAnd = (node: ts.Expression): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken

/** `items.map(…)`, whose type is that of what the function makes. */
const isMapped = (node: ts.Expression) =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'map'

/** Whether a tag's children are words most often. */
const isInLine = (node: ts.Node) =>
  ts.isJsxElement(node) &&
  /^(a|b|button|em|figcaption|h\d|label|legend|p|span|strong|summary)$/.test(node.openingElement.tagName.getText())

/** "" and 0 are what a condition leaves of a text that is not there. */
const isEmpty = (type: ts.Type) =>
  (type.isStringLiteral() && type.value === '') ||
  (type.isNumberLiteral() && type.value === 0) ||
  (type.flags & ts.TypeFlags.BigIntLiteral) !== 0
const isTextType = (type: ts.Type) => (type.flags & TEXT) !== 0 && !isEmpty(type)
const isNothing = (type: ts.Type) => (type.flags & NOTHING) !== 0 || isEmpty(type)

/** Whether what a fragment holds comes and goes by itself: it is what a condition shows, or all of a component. */
function isLoose(fragment: ts.JsxFragment): boolean {
  let node: ts.Node = fragment.parent
  while (
    ts.isParenthesizedExpression(node) ||
    ts.isConditionalExpression(node) ||
    ts.isBinaryExpression(node) ||
    ts.isReturnStatement(node) ||
    ts.isBlock(node) ||
    ts.isIfStatement(node)
  ) {
    node = node.parent
  }
  if (ts.isJsxExpression(node)) return !ts.isJsxAttribute(node.parent)
  return ts.isFunctionLike(node)
}
