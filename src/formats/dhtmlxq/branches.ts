/**
 * The moves of a block: a main line and branches, each a run of digits, four a move (x and y from, x and y to; y from the
 * top). `move_P_K_B` is branch B, whose first move stands in place of ply K of branch P. docs/formats/dhtmlxq.md, Moves.
 */
import { makeMove } from '../../model/move.ts'
import { toPreorder, type MoveNode } from '../../model/tree.ts'
import { squareFromTop } from '../xiangqi/board.ts'
import type { Tags } from './blocks.ts'

/** A branch: where it begins, and its digits. */
interface Branch {
  parent: number
  ply: number
  digits: string
}

/** A branch in the tree. */
interface PlacedBranch {
  parent: PlacedBranch | undefined
  /** The ply of its first move, from 1. */
  ply: number
  nodes: number[]
}

/** The tree of a block, and what found no place in it. */
export interface FoundMoves {
  /** In preorder. A move off the board has its digits as text. */
  nodes: MoveNode[]
  strayMoves: number
  strayComments: string[]
}

/**
 * Puts the branches of a block together.
 * @param decode reads the value of a comment
 */
export function readBranches(tags: Tags, decode: (value: string) => string): FoundMoves {
  const branches = listBranches(tags)
  const nodes: MoveNode[] = [{ parent: -1 }]
  const placed = new Map<number, PlacedBranch>()
  const waiting = new Map<number, number[]>()
  const ready = [0]
  let strayMoves = 0
  for (const [number, { parent }] of branches) {
    if (number === 0) continue
    const others = waiting.get(parent)
    if (others) others.push(number)
    else waiting.set(parent, [number])
  }
  for (let at = 0; at < ready.length; at++) {
    const number = ready[at]!
    const branch = branches.get(number)!
    const parent = number === 0 ? undefined : placed.get(branch.parent)!
    const before = parent ? nodeAt(parent, branch.ply - 1) : 0
    if (before === undefined || (parent && branch.ply < 1)) continue
    placed.set(number, { parent, ply: branch.ply, nodes: addMoves(nodes, before, branch.digits) })
    // Branches of one parent come in the order of their numbers, which is that of alternatives.
    ready.push(...(waiting.get(number) ?? []))
  }
  for (const [number, { digits }] of branches) if (!placed.has(number)) strayMoves += Math.ceil(digits.length / 4)
  const strayComments = addComments(tags, placed, nodes, decode)
  return { nodes: toPreorder(nodes), strayMoves, strayComments }
}

/** The branches in the order of their numbers, the main line first. */
function listBranches(tags: Tags): Map<number, Branch> {
  const found = new Map<number, Branch>([[0, { parent: -1, ply: 1, digits: '' }]])
  const add = (parent: number, ply: number, number: number, text: string) => {
    const digits = text.replaceAll(/[^0-9a-z]/gi, '')
    const known = found.get(number)
    if (known && known.digits.length >= digits.length) return
    found.set(number, number === 0 ? { parent: -1, ply: 1, digits } : { parent, ply, digits })
  }
  const list = tags.get('movelist') ?? ''
  // Pages have all branches in one tag.
  const segments = [...list.matchAll(/\[([0-9]+)_([0-9]+)_([0-9]+)\]([^[]*)/g)]
  for (const [, parent, ply, number, text] of segments) add(Number(parent), Number(ply), Number(number), text!)
  if (segments.length === 0) add(-1, 1, 0, list)
  for (const [key, text] of tags) {
    const match = /^move_([0-9]+)_([0-9]+)_([0-9]+)$/.exec(key)
    if (match) add(Number(match[1]), Number(match[2]), Number(match[3]), text)
  }
  return new Map([...found].sort(([left], [right]) => left - right))
}

function addMoves(nodes: MoveNode[], before: number, digits: string): number[] {
  const added: number[] = []
  let parent = before
  for (let at = 0; at < digits.length; at += 4) {
    const text = digits.slice(at, at + 4)
    const [from, to] = [squareOf(text, 0), squareOf(text, 2)]
    const node: MoveNode = from < 0 || to < 0 ? { parent, unread: { text } } : { parent, move: makeMove(from, to) }
    parent = nodes.push(node) - 1
    added.push(parent)
  }
  return added
}

function squareOf(text: string, at: number): number {
  return /^[0-9]{2}$/.test(text.slice(at, at + 2)) ? squareFromTop(Number(text[at]), Number(text[at + 1])) : -1
}

/** The node after a ply of a branch, 0 for the start; undefined behind its end. */
function nodeAt(branch: PlacedBranch, ply: number): number | undefined {
  let holder: PlacedBranch | undefined = branch
  while (holder && ply < holder.ply) holder = holder.parent
  return holder ? holder.nodes[ply - holder.ply] : 0
}

/** Puts comments on their nodes: `commentN` after ply N of the main line, `commentB_N` of branch B. */
function addComments(
  tags: Tags,
  placed: ReadonlyMap<number, PlacedBranch>,
  nodes: MoveNode[],
  decode: (value: string) => string,
): string[] {
  const stray: string[] = []
  for (const [key, value] of tags) {
    const match = /^comment([0-9]+)(?:_([0-9]+))?$/.exec(key)
    if (!match || value === '') continue
    const text = decode(value)
    const [branch, ply] = match[2] === undefined ? [0, Number(match[1])] : [Number(match[1]), Number(match[2])]
    const holder = placed.get(branch)
    const node = holder && nodes[nodeAt(holder, ply) ?? -1]
    if (node) node.comments = [...(node.comments ?? []), { text, placement: 'after' }]
    else stray.push(text)
  }
  return stray
}
