/**
 * Coverage of the modules under `src`: while they are loaded, every place
 * where the program may go one way or another gets a counter. Much faster to
 * read than the coverage of the debugger, since a run leaves plain numbers.
 */
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

/** Room for the counters of all modules; further places are not counted. */
const ROOM = 1 << 16

/** How often each place was reached since the counters were cleared. */
export const counters = new Uint32Array(ROOM)

const global = globalThis as typeof globalThis & { ludographCounters?: Uint32Array }
let used = 0

/** How many counters are in use. */
export function countersUsed(): number {
  return used
}

/** Counts in every module of these folders that is loaded from now on. */
export function countModules(folder: string): void {
  global.ludographCounters = counters
  registerHooks({
    load(url, context, next) {
      if (!url.startsWith(folder) || !url.endsWith('.ts')) return next(url, context)
      const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
      return { format: 'module', source: instrument(source, url), shortCircuit: true }
    },
  })
}

/** A node of the syntax tree, as far as it matters here. */
interface SyntaxNode {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

interface Insertion {
  at: number
  text: string
}

function instrument(source: string, name: string): string {
  const { program, errors } = parseSync(name.replace(/\.ts$/, '.js'), source)
  if (errors.length > 0) throw new Error(`${name} cannot be parsed: ${errors[0]!.message}`)
  const insertions: Insertion[] = []
  visit(program as unknown as SyntaxNode, insertions)
  // Those at one place stay in the order in which they were made.
  insertions.sort((left, right) => left.at - right.at)
  let text = 'const __counters = globalThis.ludographCounters;'
  let from = 0
  for (const { at, text: inserted } of insertions) {
    text += source.slice(from, at) + inserted
    from = at
  }
  return text + source.slice(from)
}

function counter(): string {
  return `++__counters[${used < ROOM - 1 ? used++ : ROOM - 1}]`
}

/** Depth first, outer insertions before inner ones, as their brackets have to nest. */
function visit(node: SyntaxNode, insertions: Insertion[]): void {
  const expression = (part: unknown): void => {
    const { start, end } = part as SyntaxNode
    insertions.push({ at: start, text: `(${counter()},` })
    visit(part as SyntaxNode, insertions)
    insertions.push({ at: end, text: ')' })
  }
  const statement = (part: unknown): void => {
    const { type, start, end } = part as SyntaxNode
    if (type === 'BlockStatement') return visit(part as SyntaxNode, insertions)
    insertions.push({ at: start, text: `{${counter()};` })
    visit(part as SyntaxNode, insertions)
    insertions.push({ at: end, text: '}' })
  }
  const isFork: Record<string, readonly [expressions: string[], statements: string[]]> = {
    ConditionalExpression: [['consequent', 'alternate'], []],
    LogicalExpression: [['right'], []],
    IfStatement: [[], ['consequent', 'alternate']],
    ForStatement: [[], ['body']],
    ForOfStatement: [[], ['body']],
    ForInStatement: [[], ['body']],
    WhileStatement: [[], ['body']],
    DoWhileStatement: [[], ['body']],
  }
  const [expressions, statements] = isFork[node.type] ?? [[], []]
  if (node.type === 'BlockStatement') insertions.push({ at: node.start + 1, text: `${counter()};` })
  const isShortArrow = node.type === 'ArrowFunctionExpression' && (node['body'] as SyntaxNode).type !== 'BlockStatement'
  for (const [field, value] of Object.entries(node)) {
    if (isShortArrow && field === 'body') expression(value)
    else if (node.type === 'SwitchCase' && field === 'consequent') visitCase(value as SyntaxNode[], insertions)
    else if (value && expressions.includes(field)) expression(value)
    else if (value && statements.includes(field)) statement(value)
    else for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, insertions)
  }
}

function visitCase(statements: readonly SyntaxNode[], insertions: Insertion[]): void {
  if (statements[0]) insertions.push({ at: statements[0].start, text: `${counter()};` })
  for (const statement of statements) visit(statement, insertions)
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
