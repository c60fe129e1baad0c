import ts from 'typescript'
import { pathOf } from './program'

/** Not yet what imports are read by. */
const LOOKED_THROUGH = /^(?:app\/|components\/(?!move\/)|lib\/(?!move\/)|middleware\.ts)/

/**
 * Where a text that the source does not name is the key of an object, as "lib/a.ts:12 table[name]": it may be
 * `constructor` or another key that every object inherits. `own()` and a condition with `Object.hasOwn` are the ways to
 * read such a key, a Map or `Object.fromEntries` those to write one.
 */
export function findForeignKeys(program: ts.Program): string[] {
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => LOOKED_THROUGH.test(pathOf(fileName)) && !/\.test\.tsx?$/.test(fileName))
  const checker = program.getTypeChecker()

  /** Of a type parameter the caller says what it may be. */
  function isAnyText(node: ts.Expression): boolean {
    if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return isAnyText(node.expression)
    const type = checker.getTypeAtLocation(node)
    return (type.isUnion() ? type.types : [type]).some(
      ({ flags }) => flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.Any),
    )
  }

  /** Whether a condition around it, or before it in an `&&`, has asked `Object.hasOwn` of the same. */
  function isGuarded(access: ts.ElementAccessExpression): boolean {
    const guard = `Object.hasOwn(${access.expression.getText()}, ${access.argumentExpression.getText()})`
    for (let node: ts.Node = access.parent; !ts.isSourceFile(node); node = node.parent) {
      const condition = ts.isConditionalExpression(node) ? node.condition : ts.isBinaryExpression(node) && node.left
      if (condition !== false && condition.getText() === guard) return true
    }
    return false
  }

  return files.flatMap((file) => {
    const found: string[] = []
    const visit = (node: ts.Node) => {
      const isKeyed = ts.isElementAccessExpression(node) && isAnyText(node.argumentExpression) && !isGuarded(node)
      const isIn = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword
      if (isKeyed || (isIn && isAnyText(node.left))) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart())
        found.push(`${pathOf(file.fileName)}:${line + 1} ${node.getText().replace(/\s+/g, ' ')}`)
      }
      node.forEachChild(visit)
    }
    visit(file)
    return found
  })
}
