/** Gathers decoded moves into the tree of a record, and remembers where its comments belong. */
import type { Move } from '../../model/move.ts'
import { toPreorder, type MoveNode } from '../../model/tree.ts'
import type { ChessPosition, PlayedMoves } from '../../rules/chess/index.ts'
import { DIAGRAM } from '../pgn/text/glyphs.ts'
import type { MoveSink } from './move-decoder.ts'

/** Where the text of a comment goes. */
export interface CommentPlace {
  node: MoveNode
  placement: 'before' | 'after'
}

export class TreeSink implements MoveSink {
  /** Where the texts go that stand after the moves, in their order. */
  readonly places: CommentPlace[] = []
  /** Variations without a move. */
  emptyVariations = 0
  private readonly nodes: MoveNode[] = [{ parent: -1 }]
  private readonly notes: PlayedMoves | undefined
  private current = 0
  private hasVariations = false
  /** The moves that the open variations replace. */
  private readonly replaced: number[] = []
  /** Whether the variation has no move yet: what comes now belongs before its first one. */
  private isAtStart = false
  private placesBefore = 0
  private glyphsBefore: number[] = []

  /** @param notes receives the moves */
  constructor(notes?: PlayedMoves) {
    this.notes = notes
    notes?.begin()
  }

  /** Nodes in the order in which they are stored. */
  get stored(): readonly MoveNode[] {
    return this.nodes
  }

  move(move: Move, position: ChessPosition): void {
    this.notes?.add(position, move, this.current)
    const node: MoveNode = { parent: this.current, move }
    this.current = this.nodes.push(node) - 1
    if (!this.isAtStart) return
    this.isAtStart = false
    for (; this.placesBefore > 0; this.placesBefore--) this.places.push({ node, placement: 'before' })
    for (const nag of this.glyphsBefore) addGlyph(node, nag)
    this.glyphsBefore = []
  }

  played(position: ChessPosition): void {
    this.notes?.addCheck(position)
  }

  glyph(number: number): void {
    if (this.isAtStart) this.glyphsBefore.push(number)
    else addGlyph(this.nodes[this.current]!, number)
  }

  comment(): void {
    if (this.isAtStart) this.placesBefore++
    else this.places.push({ node: this.nodes[this.current]!, placement: 'after' })
  }

  open(): void {
    this.settle()
    this.notes?.fork()
    this.hasVariations = true
    this.replaced.push(this.current)
    this.current = this.nodes[this.current]!.parent
    this.isAtStart = true
  }

  close(): void {
    this.settle()
    this.current = this.replaced.pop()!
  }

  /** The tree in preorder. Its nodes are those that {@link places} names. */
  finish(): MoveNode[] {
    while (this.replaced.length > 0) this.close()
    if (!this.hasVariations) return this.nodes
    const place = new Int32Array(this.nodes.length)
    const nodes = toPreorder(this.nodes, place)
    this.notes?.reorder(place)
    return nodes
  }

  /** What waited for the first move of a variation that has none belongs to the move that it would replace. */
  private settle(): void {
    if (!this.isAtStart) return
    this.isAtStart = false
    this.emptyVariations++
    const node = this.nodes[this.replaced.at(-1)!]!
    for (; this.placesBefore > 0; this.placesBefore--) this.places.push({ node, placement: 'after' })
    for (const nag of this.glyphsBefore) addGlyph(node, nag)
    this.glyphsBefore = []
  }
}

function addGlyph(node: MoveNode, nag: number): void {
  if (nag === DIAGRAM) (node.annotations ??= []).push({ type: 'diagram' })
  // Scid drops the number 0, which stands for nothing.
  else if (nag > 0) (node.glyphs ??= []).push({ nag })
}
