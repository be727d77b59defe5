/**
 * What servers write with every move, clock times and evaluations: numbers on the nodes of a single line. Each is kept as
 * a list of all nodes, `null` for none, within objects as those of a node:
 *
 * ```json
 * { "clock": { "left": [null, 300, 300, 298.5] }, "evaluation": { "centipawns": [null, 18, 24] } }
 * ```
 *
 * It takes an eighth of the bytes of the nodes, and of the time to store them.
 */
import type { MoveNode } from '../../model/tree.ts'

/** The numbers there may be, in the order in which a node has them. */
const NUMBERS = {
  clock: ['left', 'spent', 'used', 'recordedAt'],
  evaluation: ['centipawns', 'mate', 'winrate', 'scoreLead', 'depth', 'nodes', 'visits', 'seconds'],
} as const

type Field = keyof typeof NUMBERS
type NumberList = (number | null)[]

/** The lists of a field, by their names. */
type NumberLists = Record<string, NumberList>

/**
 * The numbers of the nodes of a line as JSON; empty if there are none, undefined if nodes have anything else beside
 * their moves, or have it in another order, which JSON of the record would show.
 */
export function encodeNumbers(nodes: readonly MoveNode[]): string | undefined {
  const lists: Record<Field, NumberLists> = { clock: {}, evaluation: {} }
  // Of the two, the one that comes first where a node has both.
  let first: Field | undefined
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]!
    let before: Field | undefined
    for (const name in node) {
      if ((name === 'parent' || name === 'move') && !before) continue
      if (name !== 'clock' && name !== 'evaluation') return undefined
      if (before && (first ??= before) !== before) return undefined
      before = name
      if (!addTo(lists[name], NUMBERS[name], node[name]!, index)) return undefined
    }
  }
  const fields: Field[] = first === 'evaluation' ? ['evaluation', 'clock'] : ['clock', 'evaluation']
  const some = fields.filter((field) => Object.keys(lists[field]).length > 0)
  if (some.length === 0) return ''
  return JSON.stringify(Object.fromEntries(some.map((field) => [field, inOrder(lists[field], NUMBERS[field])])))
}

/** Adds the numbers of a node to the lists. Returns whether it has nothing else, and all in order. */
function addTo(lists: NumberLists, names: readonly string[], numbers: object, index: number): boolean {
  let last = -1
  for (const name in numbers) {
    const value: unknown = numbers[name as keyof typeof numbers]
    const place = names.indexOf(name, last + 1)
    if (place < 0 || typeof value !== 'number' || !Number.isFinite(value)) return false
    last = place
    const list = (lists[name] ??= [])
    while (list.length < index) list.push(null)
    list.push(value)
  }
  return last >= 0
}

function inOrder(lists: NumberLists, names: readonly string[]): NumberLists {
  return Object.fromEntries(names.flatMap((name) => (lists[name] ? [[name, lists[name]] as const] : [])))
}

/** Puts numbers back onto the nodes of their line. Throws SyntaxError for what no record came to. */
export function decodeNumbers(numbers: string, nodes: readonly MoveNode[]): void {
  const fields = JSON.parse(numbers) as Partial<Record<Field, NumberLists>>
  for (const field of Object.keys(fields) as Field[]) {
    if (!Object.hasOwn(NUMBERS, field)) throw new SyntaxError(`no numbers of moves are called ${field}`)
    for (const name of NUMBERS[field]) {
      const list = fields[field]![name] ?? []
      if (list.length > nodes.length) throw new SyntaxError(`there are more ${field} numbers than moves`)
      for (const [index, value] of list.entries()) {
        if (value === null) continue
        const node = nodes[index]!
        const known = node[field] as Record<string, number> | undefined
        if (known) known[name] = value
        else node[field] = { [name]: value }
      }
    }
  }
}
