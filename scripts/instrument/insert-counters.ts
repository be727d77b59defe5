/** Code put into a module at every place where the program may go one way or another. */

/** A piece of the source: offsets in UTF-16 units. */
export interface Range {
  start: number
  end: number
}

/** A node of the syntax tree, as far as it matters here. */
interface SyntaxNode extends Range {
  type: string
  [field: string]: unknown
}

interface Insertion {
  at: number
  text: string
}

/** Fields of expressions and statements that run or do not, by the type of the node above them. */
const FORKS: Readonly<Record<string, readonly [expressions: string[], statements: string[]]>> = {
  ConditionalExpression: [['consequent', 'alternate'], []],
  LogicalExpression: [['right'], []],
  IfStatement: [[], ['consequent', 'alternate']],
  ForStatement: [[], ['body']],
  ForOfStatement: [[], ['body']],
  ForInStatement: [[], ['body']],
  WhileStatement: [[], ['body']],
  DoWhileStatement: [[], ['body']],
}

/**
 * The source with an expression put in front of every block, branch and case. Lines stay where they are.
 * @param program its syntax tree
 * @param counter the expression for a place, given what runs only if the place is reached
 */
export function insertCounters(source: string, program: unknown, counter: (range: Range) => string): string {
  const insertions: Insertion[] = []
  visit(program as SyntaxNode)
  // Those at one place stay in the order in which they were made.
  insertions.sort((left, right) => left.at - right.at)
  let text = ''
  let from = 0
  for (const { at, text: inserted } of insertions) {
    text += source.slice(from, at) + inserted
    from = at
  }
  return text + source.slice(from)

  /** Depth first, outer insertions before inner ones, as their brackets have to nest. */
  function visit(node: SyntaxNode): void {
    const [expressions, statements] = FORKS[node.type] ?? [[], []]
    if (node.type === 'BlockStatement') insertions.push({ at: node.start + 1, text: `${counter(node)};` })
    const isShortArrow =
      node.type === 'ArrowFunctionExpression' && (node['body'] as SyntaxNode).type !== 'BlockStatement'
    for (const [field, value] of Object.entries(node)) {
      if (isShortArrow && field === 'body') visitExpression(value as SyntaxNode)
      else if (node.type === 'SwitchCase' && field === 'consequent') visitCase(value as SyntaxNode[])
      else if (value && expressions.includes(field)) visitExpression(value as SyntaxNode)
      else if (value && statements.includes(field)) visitStatement(value as SyntaxNode)
      else for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
    }
  }

  function visitExpression(node: SyntaxNode): void {
    insertions.push({ at: node.start, text: `(${counter(node)},` })
    visit(node)
    insertions.push({ at: node.end, text: ')' })
  }

  function visitStatement(node: SyntaxNode): void {
    if (node.type === 'BlockStatement') return visit(node)
    insertions.push({ at: node.start, text: `{${counter(node)};` })
    visit(node)
    insertions.push({ at: node.end, text: '}' })
  }

  function visitCase(statements: readonly SyntaxNode[]): void {
    const [first] = statements
    if (first) insertions.push({ at: first.start, text: `${counter({ ...first, end: statements.at(-1)!.end })};` })
    for (const statement of statements) visit(statement)
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
