import ts from 'typescript'
import { pathOf } from './program'

const PRODUCT = /^(app|lib|prisma\/seed)\//
const isProduct = (file: string) => PRODUCT.test(pathOf(file)) && !/\.test\.tsx?$/.test(file)

/**
 * Every interactive transaction of the product, as "lib/a.ts:12", with the call path from inside it to `db()`, and so
 * to a second connection: " > one > two > db", or null. Each function a transaction's callback names counts as called,
 * and so does every one those name; a function passed as an object's property stands for all with that name.
 */
function findTransactions(program: ts.Program) {
  const files = program.getSourceFiles().filter((file) => isProduct(file.fileName))
  const checker = program.getTypeChecker()
  const inProduct = (node: ts.Node) => PRODUCT.test(pathOf(node.getSourceFile().fileName))
  const byPropertyName = propertiesOf(files)
  const names = new Map<ts.Node, Set<ts.Node>>()

  /** The functions and initial values in the product that `node` refers to. */
  function declarationsOf(name: ts.Identifier): ts.Node[] {
    let symbol = checker.getSymbolAtLocation(name)
    if (ts.isShorthandPropertyAssignment(name.parent)) symbol = checker.getShorthandAssignmentValueSymbol(name.parent)
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
    const signatures = checker.getNonNullableType(checker.getTypeAtLocation(name)).getCallSignatures()
    const isClass = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Class) !== 0
    // Initial values are evaluated where they are declared.
    if (signatures.length === 0 && !isClass) return []
    const found = [...(symbol?.declarations ?? []), ...signatures.flatMap((signature) => signature.declaration ?? [])]
    return found.filter(inProduct).flatMap((declaration): ts.Node[] => {
      if (ts.isVariableDeclaration(declaration)) return declaration.initializer ? [declaration.initializer] : []
      if (ts.isParameter(declaration) || ts.isBindingElement(declaration)) return []
      // A type has no body; the objects created with it do.
      const isOnlyTyped = ts.isTypeNode(declaration) || ts.isPropertySignature(declaration)
      return isOnlyTyped || ts.isMethodSignature(declaration) ? (byPropertyName.get(name.text) ?? []) : [declaration]
    })
  }

  function namedIn(scope: ts.Node): Set<ts.Node> {
    const known = names.get(scope)
    if (known) return known
    const found = new Set<ts.Node>()
    names.set(scope, found)
    const visit = (node: ts.Node) => {
      if (ts.isTypeNode(node)) return
      if (ts.isIdentifier(node)) for (const one of declarationsOf(node)) if (one !== scope) found.add(one)
      node.forEachChild(visit)
    }
    // A function's own name is not a call.
    if (ts.isIdentifier(scope)) visit(scope)
    else scope.forEachChild(visit)
    return found
  }

  function pathToDb(from: ts.Node): string | null {
    const paths = new Map<ts.Node, string>([[from, '']])
    for (const [scope, way] of paths) {
      for (const next of namedIn(scope)) {
        const name = nameOf(next)
        if (name === 'db' && pathOf(next.getSourceFile().fileName) === 'lib/platform/server/db.ts') return `${way} > db`
        if (!paths.has(next)) paths.set(next, `${way} > ${name}`)
      }
    }
    return null
  }

  return files.flatMap((file) =>
    callbacksIn(file).map((callback) => {
      const { line } = file.getLineAndCharacterOfPosition(callback.getStart())
      return { at: `${pathOf(file.fileName)}:${line + 1}`, pathToDb: pathToDb(callback) }
    }),
  )
}

/** The callbacks of `$transaction(…)`; an array of queries runs nothing else. */
function callbacksIn(file: ts.SourceFile): ts.Expression[] {
  const found: ts.Expression[] = []
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [callback] = node.arguments
      const isTransaction = node.expression.name.text === '$transaction'
      if (isTransaction && callback && !ts.isArrayLiteralExpression(callback)) found.push(callback)
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** All functions in objects and classes, by property name. */
function propertiesOf(files: ts.SourceFile[]): Map<string, ts.Node[]> {
  const found = new Map<string, ts.Node[]>()
  const add = (name: ts.PropertyName, value: ts.Node) => {
    if (ts.isIdentifier(name)) found.set(name.text, [...(found.get(name.text) ?? []), value])
  }
  const visit = (node: ts.Node) => {
    if (ts.isMethodDeclaration(node)) add(node.name, node)
    else if (ts.isPropertyAssignment(node)) add(node.name, node.initializer)
    else if (ts.isShorthandPropertyAssignment(node)) add(node.name, node)
    node.forEachChild(visit)
  }
  for (const file of files) visit(file)
  return found
}

function nameOf(node: ts.Node): string {
  const named = [node, node.parent].find((outer) => ts.isFunctionDeclaration(outer) || ts.isVariableDeclaration(outer))
  const name = (named ?? node) as ts.NamedDeclaration
  return name.name?.getText() ?? '(a function)'
}

/** Transactions that take a second connection, however many calls lie between: of a pool it may be the last. */
export function findSecondConnections(program: ts.Program): string[] {
  return findTransactions(program).flatMap(({ at, pathToDb }) => (pathToDb === null ? [] : [`${at}${pathToDb}`]))
}
