/**
 * Records whose tree is a single line of moves with nothing on them, as most games of large databases are. Their nodes
 * are made when somebody first asks for them; until then the moves alone say everything, so that whoever only needs
 * these takes no time for nodes. A record whose nodes were asked for is like any other.
 */
import type { Move } from './move.ts'
import type { Game, GameRecord, Header } from './record.ts'
import type { MoveNode } from './tree.ts'

/** A constructor that returns the object it is given, so that a class derived of it adds private fields to that. */
const Self = function (object: object) {
  return object
} as unknown as new (object: object) => object

/**
 * Where such a record has its moves until its nodes are asked for: in private fields, so that copies have nodes only.
 * One that was frozen before that cannot have a property of its own for them.
 */
class Line extends Self {
  #moves: readonly Move[] | undefined
  #frozenNodes: MoveNode[] | undefined

  private constructor(record: object, moves: readonly Move[]) {
    super(record)
    this.#moves = moves
  }

  /** Gives a record its moves. */
  static put(record: object, moves: readonly Move[]): object {
    return new Line(record, moves)
  }

  static of(record: object): readonly Move[] | undefined {
    return #moves in record ? record.#moves : undefined
  }

  static forget(record: object): void {
    if (#moves in record) record.#moves = undefined
  }

  /** Makes the nodes of a record when they are first asked for. */
  static makeNodes(record: GameRecord): MoveNode[] {
    if (!(#moves in record)) throw new TypeError('nodes are asked of another record')
    if (record.#frozenNodes) return record.#frozenNodes
    const nodes = nodesOfLine(record.#moves!)
    if (Object.isExtensible(record)) setNodes(record, nodes)
    else {
      record.#moves = undefined
      record.#frozenNodes = nodes
    }
    return nodes
  }
}

/** The property `nodes` of such a record. */
const NODES_TO_BE_MADE: PropertyDescriptor & ThisType<GameRecord> = {
  configurable: true,
  enumerable: true,
  get() {
    return Line.makeNodes(this)
  },
  set(nodes: MoveNode[]) {
    setNodes(this, nodes)
  },
}

function setNodes(record: GameRecord, nodes: MoveNode[]): void {
  Line.forget(record)
  Object.defineProperty(record, 'nodes', { configurable: true, enumerable: true, writable: true, value: nodes })
}

/** A record of a line of moves, the first of them first. The list must not change any more. */
export function bareRecord(game: Game, header: Header, line: readonly Move[]): GameRecord {
  const record = { game, header }
  Object.defineProperty(record, 'nodes', NODES_TO_BE_MADE)
  return Line.put(record, line) as GameRecord
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
  return Line.of(record)
}

/** The nodes of a line of moves. */
export function nodesOfLine(line: readonly Move[]): MoveNode[] {
  const nodes: MoveNode[] = [{ parent: -1 }]
  for (let index = 0; index < line.length; index++) nodes.push({ parent: index, move: line[index]! })
  return nodes
}

/** A record with another header; nodes that nobody asked for are not made for it. */
export function withHeader(record: GameRecord, header: Header): GameRecord {
  const line = bareLineOf(record)
  if (line === undefined) return { ...record, header }
  const { game: _game, header: _header, nodes: _nodes, ...others } = Object.getOwnPropertyDescriptors(record)
  return Object.defineProperties(bareRecord(record.game, header, line), others)
}
