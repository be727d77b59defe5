/** Whether one of two equal games has everything in the other: then nothing is lost when the other is removed. */
import type { Json } from '../../model/json.ts'
import type { MoveNode } from '../../model/tree.ts'

/** Fields of a node that are not notes: its place in the tree, and what determines its move and position. */
const STRUCTURE = ['move', 'unread', 'edits', 'turn'] as const satisfies (keyof MoveNode)[]

/**
 * Whether the lines of one tree are lines of another, and every note on them is there too. Texts are compared by their
 * words: formats differ in how they break lines. One may be more complete than the other (the time of a player, the
 * language of a comment).
 */
export function containsNotes(whole: readonly MoveNode[], part: readonly MoveNode[]): boolean {
  const lines = new Map<string, number>()
  const order = repetitions(whole)
  for (const [index, node] of whole.entries()) lines.set(lineKey(node, node.parent, order[index]!), index)
  const places = new Int32Array(part.length)
  const partOrder = repetitions(part)
  for (const [index, node] of part.entries()) {
    const place = index === 0 ? 0 : lines.get(lineKey(node, places[node.parent]!, partOrder[index]!))
    if (place === undefined || !hasAll(whole[place]!, node)) return false
    places[index] = place
  }
  return true
}

/** Identifies the lines that continue from a node. */
function lineKey({ move }: MoveNode, parent: number, repetition: number): string {
  return `${parent} ${move} ${repetition}`
}

/** How many earlier lines continue from the same node with the same move. */
function repetitions(nodes: readonly MoveNode[]): Uint32Array {
  const met = new Map<string, number>()
  return Uint32Array.from(nodes, (node) => {
    const key = lineKey(node, node.parent, 0)
    const before = met.get(key) ?? 0
    met.set(key, before + 1)
    return before
  })
}

function hasAll(whole: MoveNode, part: MoveNode): boolean {
  if (STRUCTURE.some((field) => JSON.stringify(whole[field]) !== JSON.stringify(part[field]))) return false
  const { parent: _, ...notes } = part
  return contains(whole as unknown as Json, notes as unknown as Json)
}

/** Whether a value includes another. Plain lists, such as the times of both players, are compared by index. */
function contains(whole: Json | undefined, part: Json | undefined): boolean {
  if (part === undefined || part === null) return true
  if (typeof part === 'string') return typeof whole === 'string' && words(whole) === words(part)
  if (typeof part !== 'object' || typeof whole !== 'object' || whole === null) return whole === part
  if (!Array.isArray(part)) {
    return !Array.isArray(whole) && Object.entries(part).every(([name, value]) => contains(whole[name], value))
  }
  if (!Array.isArray(whole)) return false
  const isPlain = part.every((value) => typeof value !== 'object' || value === null)
  if (isPlain) return whole.length === part.length && part.every((value, index) => contains(whole[index], value))
  return part.every((value) => whole.some((candidate) => contains(candidate, value)))
}

function words(text: string): string {
  return text.replaceAll(/(?:\s|&nbsp;)+/g, ' ').trim()
}
