/**
 * Records whose tree is a single line of moves with nothing on them, as most games of large databases are. Their nodes
 * are made when somebody first asks for them; until then the moves alone say everything, so that whoever only needs
 * these takes no time for nodes. A record whose nodes were asked for is like any other.
 */
import type { Move } from './move.ts'
import type { Game, GameRecord, Header } from './record.ts'
import type { MoveNode } from './tree.ts'

/** Where such a record has its moves, until its nodes are asked for. */
const LINE = Symbol('line')

interface BareRecord extends GameRecord {
  [LINE]?: readonly Move[] | undefined
}

/** The property `nodes` of such a record. */
const NODES_TO_BE_MADE: PropertyDescriptor & ThisType<BareRecord> = {
  configurable: true,
  enumerable: true,
  get() {
    const nodes = nodesOfLine(this[LINE]!)
    setNodes(this, nodes)
    return nodes
  },
  set(nodes: MoveNode[]) {
    setNodes(this, nodes)
  },
}

function setNodes(record: BareRecord, nodes: MoveNode[]): void {
  record[LINE] = undefined
  Object.defineProperty(record, 'nodes', { configurable: true, enumerable: true, writable: true, value: nodes })
}

/** A record of a line of moves, the first of them first. The list must not change any more. */
export function bareRecord(game: Game, header: Header, line: readonly Move[]): GameRecord {
  const record = { game, header }
  // Copies of the record have its nodes and not this.
  Object.defineProperty(record, LINE, { enumerable: false, writable: true, value: line })
  Object.defineProperty(record, 'nodes', NODES_TO_BE_MADE)
  return record as BareRecord
}

/** A record of a line of moves with nothing on them. @param isBare leaves its nodes until somebody asks for them */
export function lineRecord(game: Game, header: Header, line: readonly Move[], isBare: boolean): GameRecord {
  return isBare ? bareRecord(game, header, line) : { game, header, nodes: nodesOfLine(line) }
}

/**
 * The moves of a record that is known to be a line of moves with nothing on them: nobody has asked for its nodes.
 * Undefined says nothing.
 */
export function bareLineOf(record: GameRecord): readonly Move[] | undefined {
  return (record as BareRecord)[LINE]
}

/** The nodes of a line of moves. */
export function nodesOfLine(line: readonly Move[]): MoveNode[] {
  const nodes: MoveNode[] = [{ parent: -1 }]
  for (let index = 0; index < line.length; index++) nodes.push({ parent: index, move: line[index]! })
  return nodes
}

/** A record with another header; nodes that nobody asked for are not made for it. */
export function withHeader(record: GameRecord, header: Header): GameRecord {
  if (bareLineOf(record) === undefined) return { ...record, header }
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(record)) as GameRecord
  copy.header = header
  return copy
}
