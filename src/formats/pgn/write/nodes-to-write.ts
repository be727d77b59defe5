/** The tree of a record as movetext can hold it. */
import type { GameRecord } from '../../../model/record.ts'
import { mainLine, type MoveNode } from '../../../model/tree.ts'
import type { Losses } from './losses.ts'

/** The nodes in a form that movetext can represent: facts about the game at the root, and no nodes without a move. */
export function nodesToWrite(record: GameRecord, losses: Losses): readonly MoveNode[] {
  const { about, medals, result } = record.header
  let { nodes } = record
  if (about !== undefined || medals) {
    const root: MoveNode = { ...nodes[0]! }
    if (about !== undefined) {
      losses.add('pgn/about-as-comment', {})
      root.comments = [{ text: about, placement: 'after' }, ...(root.comments ?? [])]
    }
    const isThere = root.annotations?.some(({ type }) => type === 'medals') ?? false
    if (medals && !isThere) root.annotations = [...(root.annotations ?? []), { type: 'medals', names: medals }]
    nodes = [root, ...nodes.slice(1)]
  }
  const { verdict } = result
  const last = verdict === undefined ? undefined : mainLine(nodes).at(-1)
  if (verdict !== undefined && last !== undefined && !nodes[last]!.glyphs?.some(({ nag }) => nag === verdict)) {
    losses.add('pgn/verdict-as-glyph', {})
    nodes = nodes.with(last, { ...nodes[last]!, glyphs: [...(nodes[last]!.glyphs ?? []), { nag: verdict }] })
  }
  return nodes.some((node, index) => index > 0 && !hasMove(node)) ? withoutEmptyNodes(nodes, losses) : nodes
}

function hasMove({ move, unread }: MoveNode): boolean {
  return move !== undefined || unread !== undefined
}

/** Removes nodes without a move; their contents go to the node before. */
function withoutEmptyNodes(nodes: readonly MoveNode[], losses: Losses): MoveNode[] {
  const kept: MoveNode[] = []
  const places = new Int32Array(nodes.length)
  /** The kept nodes whose lists are not shared with another record. */
  const isOwn = new Uint8Array(nodes.length)
  for (const [index, node] of nodes.entries()) {
    const parent = index === 0 ? -1 : places[node.parent]!
    if (index === 0 || hasMove(node)) {
      places[index] = kept.push({ ...node, parent }) - 1
      continue
    }
    places[index] = parent
    losses.add('pgn/node-without-move', {}, index)
    const above = kept[parent]!
    if (isOwn[parent] === 0) {
      // The lists of the record itself are not changed.
      if (above.comments) above.comments = [...above.comments]
      if (above.marks) above.marks = [...above.marks]
      if (above.glyphs) above.glyphs = [...above.glyphs]
      isOwn[parent] = 1
    }
    for (const comment of node.comments ?? []) (above.comments ??= []).push(comment)
    for (const mark of node.marks ?? []) (above.marks ??= []).push(mark)
    for (const glyph of node.glyphs ?? []) (above.glyphs ??= []).push(glyph)
  }
  return kept
}
