import ts from 'typescript'
import { pathOf } from './program'

/*
 * A browser that translates a page puts each text into elements of its own. React keeps the text nodes it has made, and
 * fails once it puts something in front of one or takes one away. Texts that stand beside something conditional
 * therefore stand in an element of their own: React then moves and removes elements only.
 */

const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike
const NOTHING = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.BooleanLike | ts.TypeFlags.Void

/** What one child of an element may be in the page. */
type Child = { node: ts.Node; isText: boolean; isConditional: boolean }

/** Each text in JSX beside something conditional, as "components/a.tsx:12 the text". */
export function findBareTexts(program: ts.Program): string[] {
  const checker = program.getTypeChecker()
  const found: string[] = []

  function typesOf(node: ts.Expression): ts.Type[] {
    const type = checker.getTypeAtLocation(node)
    return type.isUnion() ? type.types : [type]
  }

  function childOf(node: ts.JsxChild): Child | null {
    // Spaces between words are not translated.
    if (ts.isJsxText(node)) return node.text.trim() === '' ? null : { node, isText: true, isConditional: false }
    if (!ts.isJsxExpression(node)) return { node, isText: false, isConditional: false }
    return node.expression ? shownBy(node, node.expression) : null
  }

  function shownBy(node: ts.JsxExpression, expression: ts.Expression): Child | null {
    if (ts.isStringLiteral(expression) && expression.text.trim() === '') return null
    if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
      const shown = shownBy(node, expression.right)
      return shown && { ...shown, isConditional: true }
    }
    const types = typesOf(expression)
    const isAnything = types.some(isTextType) && types.some((type) => !isTextType(type) && !isNothing(type))
    // Whatever a component is given to show: most often elements, but for what is between its tags.
    if (isAnything && !ts.isConditionalExpression(expression)) {
      const isWords = ts.isIdentifier(expression) && expression.text === 'children' && isInLine(node.parent)
      return { node, isText: isWords, isConditional: false }
    }
    const isList = types.some((type) => checker.isArrayLikeType(type))
    return { node, isText: types.some(isTextType), isConditional: isAnything || isList || types.some(isNothing) }
  }

  function visit(file: ts.SourceFile, node: ts.Node) {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
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
