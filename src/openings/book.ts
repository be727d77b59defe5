/** Books of named openings, and the one kind that is looked up by position. */
import { PositionError } from '../issues/errors.ts'
import type { Game, GameRecord } from '../model/record.ts'
import { positionKey } from '../positions/position-key.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'

/** A named opening. */
export interface Opening {
  /** ECO of chess, ECCO of xiangqi; absent in Othello. */
  code?: string
  name: string
}

/** The key of the position after moves, as they are written in the table of a book. */
export type KeyOfLine = (moves: readonly string[]) => Uint32Array

/** Names the openings of one game. */
export interface OpeningBook {
  readonly game: Game
  /** The last name that a record's main line passes through; none for other sizes, variants and invalid starts. */
  of(record: GameRecord): Opening | undefined
  /** The name of a position. Absent if openings depend on the order of moves. */
  at?(position: Position): Opening | undefined
  /**
   * The last name among positions given by their keys, high and low halves alternating, as readers provide them.
   * @param count how many positions there are
   */
  ofKeys?(keys: Uint32Array, count: number): Opening | undefined
  /** Makes ready what names are found with, from keys that somebody else finds faster. */
  prepare?(keyOf: KeyOfLine): void
}

/** A book of named positions: transpositions get the same name, and so do mirror images if the game has symmetries. */
export class PositionBook implements OpeningBook {
  readonly game: Game
  private readonly table: string
  /** Made from the table when first needed. */
  private made: Index | undefined

  /**
   * @param table a line for each opening: the number of moves shared with the previous line (none if missing), its
   * other moves, and after bars the code, if the game has codes, and the name
   */
  constructor(game: Game, table: string) {
    this.game = game
    this.table = table
  }

  /** All openings, in the order of the table; of two names for one position, only the first. */
  get openings(): readonly Opening[] {
    return this.index.openings
  }

  at(position: Position): Opening | undefined {
    const { key } = positionKey(this.game, position)
    return this.index.find(key[0]!, key[1]!)
  }

  of(record: GameRecord): Opening | undefined {
    if (record.game !== this.game || record.variant !== undefined || record.size !== undefined) return undefined
    const rules = rulesOf(this.game)
    const position = startOf(record)
    if (!position) return undefined
    let found = this.at(position)
    let current = 0
    for (let index = 0; index < record.nodes.length && position.ply < this.index.depth; index++) {
      const node = record.nodes[index]!
      if (index > 0 && node.parent !== current) continue
      if (node.edits || (index > 0 && node.move === undefined)) return found
      if (node.move === undefined) continue
      rules.play(position, node.move)
      current = index
      found = this.at(position) ?? found
    }
    return found
  }

  ofKeys(keys: Uint32Array, count: number): Opening | undefined {
    const { index } = this
    for (let at = Math.min(count - 1, index.depth); at >= 0; at--) {
      const low = keys[2 * at + 1]!
      const found = index.mayHave(low) ? index.find(keys[2 * at]!, low) : undefined
      if (found) return found
    }
    return undefined
  }

  prepare(keyOf: KeyOfLine): void {
    const line: string[] = []
    this.made ??= makeIndex(this.game, this.table, (shared, words) => {
      line.splice(shared, line.length, ...words)
      return keyOf(line)
    })
  }

  private get index(): Index {
    this.made ??= makeIndex(this.game, this.table, keysByRules(this.game))
    return this.made
  }
}

function startOf(record: GameRecord): Position | undefined {
  try {
    return rulesOf(record.game).start(record)
  } catch (error) {
    // An invalid start has no name.
    if (!(error instanceof PositionError)) throw error
    return undefined
  }
}

/** A hash table with open addressing: openings by the keys of their positions. */
class Index {
  readonly openings: Opening[] = []
  /** Moves of the longest line: no later position has a name. */
  depth = 0
  private readonly high: Uint32Array
  private readonly low: Uint32Array
  /** Numbers of openings plus one; 0 is an empty slot. */
  private readonly number: Uint16Array
  /** 1 at the last bits of the keys that are there: most positions of a game are not, which this tells at once. */
  private readonly ends = new Uint8Array(1 << 15)

  constructor(capacity: number) {
    const size = 2 ** Math.ceil(Math.log2(capacity * 2))
    this.high = new Uint32Array(size)
    this.low = new Uint32Array(size)
    this.number = new Uint16Array(size)
  }

  /** Whether a key with this low half may be there. */
  mayHave(low: number): boolean {
    return this.ends[low & (this.ends.length - 1)] !== 0
  }

  find(high: number, low: number): Opening | undefined {
    const number = this.number[this.slotOf(high, low)]!
    return number === 0 ? undefined : this.openings[number - 1]
  }

  add(high: number, low: number, opening: Opening): void {
    const slot = this.slotOf(high, low)
    if (this.number[slot] !== 0) return
    this.high[slot] = high
    this.low[slot] = low
    this.ends[low & (this.ends.length - 1)] = 1
    this.number[slot] = this.openings.push(opening)
  }

  /** The slot of a key, or the empty slot where it would be. */
  private slotOf(high: number, low: number): number {
    const mask = this.number.length - 1
    let at = low & mask
    while (this.number[at] !== 0 && (this.low[at] !== low || this.high[at] !== high)) at = (at + 1) & mask
    return at
  }
}

/**
 * Goes to the position after a line, and returns its key. Throws TypeError when a move is not legal.
 * @param shared how many moves it shares with the line before
 * @param words its other moves
 */
type KeyAfter = (shared: number, words: readonly string[]) => Uint32Array

/** Reads a table. Throws TypeError when a move of it is not legal. */
function makeIndex(game: Game, table: string, keyAfter: KeyAfter): Index {
  const lines = table.trim().split('\n')
  const index = new Index(lines.length)
  for (const line of lines) {
    const [, shared = '', text = '', code, name = ''] = /^(\d*) ?([^|]*)\|(?:([A-Z]\d\d)\|)?(.*)$/.exec(line) ?? []
    const words = splitMoves(game, text)
    const [high, low] = keyAfter(Number(shared), words)
    index.depth = Math.max(index.depth, Number(shared) + words.length)
    index.add(high!, low!, code === undefined ? { name } : { code, name })
  }
  return index
}

function keysByRules(game: Game): KeyAfter {
  const rules = rulesOf(game)
  const position = rules.start()
  return (shared, words) => {
    while (position.ply > shared) rules.undo(position)
    for (const word of words) {
      const move = rules.readMove(position, word)
      if (move === undefined) throw new TypeError(`"${word}" is no legal move in an opening with "${words.join(' ')}"`)
      rules.play(position, move)
    }
    return positionKey(game, position).key
  }
}

/** Moves are separated by spaces, except in Othello. */
function splitMoves(game: Game, text: string): string[] {
  if (game === 'othello') return text.match(/../g) ?? []
  return text.split(' ').filter((word) => word !== '')
}
