/**
 * Single faults of the kinds that people make, as edits of a source text:
 * comparisons and boundaries, negated conditions, statements and calls left
 * out, changed constants, swapped arguments, dropped members and return values.
 * Whether a mutant is type-correct is for the compiler to say.
 */
import { parseSync } from 'oxc-parser'

/** One fault: the text from `start` to `end` is replaced by `replacement`. */
export interface Mutant {
  kind: string
  /** Offsets in UTF-16 units. */
  start: number
  end: number
  replacement: string
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
  '&': '|',
  '|': '&',
  '+=': '-=',
  '-=': '+=',
  '|=': '&=',
  '&=': '|=',
  '??': '&&',
}

/** Every mutant of a module, in the order of its text. */
export function mutantsOf(fileName: string, text: string): Mutant[] {
  const { program, errors } = parseSync(fileName, text)
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0]!.message}`)
  const mutants: Mutant[] = []
  const add = (kind: string, { start, end }: { start: number; end: number }, replacement: string) =>
    mutants.push({ kind, start, end, replacement })
  const sourceOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
  const pending: Node[] = [program as unknown as Node]
  while (pending.length > 0) {
    const node = pending.pop()!
    if (isWithoutBehaviour(node) || isTable(node)) continue
    mutate(node)
    for (const child of childrenOf(node)) pending.push(child)
  }
  return mutants.sort((left, right) => left.start - right.start || left.end - right.end)

  function mutate(node: Node): void {
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression':
      case 'AssignmentExpression':
        return replaceOperator(node)
      case 'UpdateExpression': {
        const turned = node['operator'] === '++' ? '--' : '++'
        return void add('operator', node, sourceOf(node).replace(String(node['operator']), turned))
      }
      case 'IfStatement':
      case 'ConditionalExpression':
        add('condition negated', node['test'] as Node, `!(${sourceOf(node['test'] as Node)})`)
        if (node.type === 'IfStatement' && !node['alternate']) add('statement removed', node, ';')
        return
      case 'ExpressionStatement':
      case 'ContinueStatement':
      case 'ThrowStatement':
        return void add('statement removed', node, ';')
      case 'Literal':
        return changeConstant(node)
      case 'CallExpression':
      case 'NewExpression':
        if (!isOrderless(node)) swapArguments(node['arguments'] as Node[])
        return
      case 'ArrayExpression':
        return dropMembers(node['elements'] as Node[])
      case 'ObjectExpression':
        return dropMembers(node['properties'] as Node[])
      case 'ReturnStatement':
        return changeReturn(node['argument'] as Node | null)
      case 'ArrowFunctionExpression':
        if ((node['body'] as Node).type !== 'BlockStatement') changeReturn(node['body'] as Node)
        return
      default:
        return
    }
  }

  function replaceOperator(node: Node): void {
    const operator = String(node['operator'])
    const other = OPERATORS[operator]
    if (other === undefined) return
    const left = node['left'] as Node
    const start = text.indexOf(operator, left.end)
    add('operator', { start, end: start + operator.length }, other)
  }

  function changeConstant(node: Node): void {
    const { value } = node as { value?: unknown }
    if (typeof value === 'boolean') add('constant', node, String(!value))
    else if (typeof value === 'number') add('constant', node, String(value + 1))
    // Sentences are looked through by people; words mean something to programs.
    else if (typeof value === 'string' && value !== '' && !value.includes(' ')) {
      add('constant', node, sourceOf(node).replace(/.$/, 'X$&'))
    }
  }

  function swapArguments(args: Node[]): void {
    for (const [index, first] of args.entries()) {
      const second = args[index + 1]
      if (!second || sourceOf(first) === sourceOf(second)) continue
      const between = text.slice(first.end, second.start)
      add('arguments swapped', { start: first.start, end: second.end }, sourceOf(second) + between + sourceOf(first))
    }
  }

  function dropMembers(members: readonly (Node | null)[]): void {
    for (const [index, member] of members.entries()) {
      if (!member) continue
      const next = members[index + 1]
      const previous = members[index - 1]
      if (next) add('member dropped', { start: member.start, end: next.start }, '')
      else add('member dropped', { start: previous?.end ?? member.start, end: member.end }, '')
    }
  }

  function changeReturn(value: Node | null): void {
    if (!value) return
    const source = sourceOf(value)
    // The compiler keeps the one that fits the type.
    for (const replacement of [`!(${source})`, `(${source}) + 1`, 'undefined', '[]']) {
      if (replacement !== source) add('return value', value, replacement)
    }
  }
}

/** Types, imports and texts of modules do nothing when the program runs. */
function isWithoutBehaviour({ type }: Node): boolean {
  return (
    (type.startsWith('TS') && !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(type)) ||
    type === 'ImportDeclaration' ||
    type === 'ExportAllDeclaration' ||
    type === 'ImportExpression'
  )
}

/** How many plain values, or rows of them, in one list are a table: data, in which nothing could go another way. */
const TABLE_SIZE = 20

function isTable(node: Node): boolean {
  const members = membersOf(node)
  return members !== undefined && members.length >= TABLE_SIZE && members.every((member) => isPlain(member))
}

/** Whether a member of a list or object is a plain value, or a row of plain values. */
function isPlain(member: Node | null, isRow = false): boolean {
  if (!member) return false
  if (member.type === 'Literal') return true
  if (member.type === 'Property') return isPlain(member['value'] as Node, isRow)
  return !isRow && (membersOf(member)?.every((value) => isPlain(value, true)) ?? false)
}

function membersOf(node: Node): (Node | null)[] | undefined {
  if (node.type === 'ArrayExpression') return node['elements'] as (Node | null)[]
  return node.type === 'ObjectExpression' ? (node['properties'] as Node[]) : undefined
}

/** How many plain arguments are a set, such as the features of a format. */
const SET_SIZE = 4

/** Whether the arguments of a call may stand in any order. */
function isOrderless({ callee, arguments: given }: Node): boolean {
  const { object, property } = callee as { object?: { name?: string }; property?: { name?: string } }
  if (object?.name === 'Math' && ['max', 'min', 'imul', 'hypot'].includes(property?.name ?? '')) return true
  const args = given as Node[]
  return args.length >= SET_SIZE && args.every(({ type, value }) => type === 'Literal' && typeof value === 'string')
}

function* childrenOf(node: Node): Generator<Node> {
  for (const [name, value] of Object.entries(node)) {
    // Names of properties are checked by the compiler; a changed one is a dropped member.
    if (name === 'key' && node['computed'] !== true) continue
    if (name === 'typeAnnotation' || name === 'typeArguments' || name === 'returnType') continue
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof child === 'object' && child !== null && 'type' in child && 'start' in child) yield child as Node
    }
  }
}
