/**
 * The fast path: main lines as packed moves straight from the bytes. Games
 * with anything that changes the board beside moves take the long way through the tree.
 */
import { makePass, makePlacement } from '../../model/move.ts'
import { USUAL_SIZE, type Game, type GameRecord, type Header } from '../../model/record.ts'
import { mainLine } from '../../model/tree.ts'
import { rulesOf } from '../../rules/index.ts'
import type { ScannedGame } from '../format.ts'
import { LETTER_NUMBERS } from './board.ts'
import { CLOSE_TREE, CLOSE_VALUE, isBlank, NODE, OPEN_TREE, OPEN_VALUE, valueEnd, type TreeFinder } from './syntax.ts'

const BLACK = 0x42
const WHITE = 0x57

/** Identifiers by their two bytes. */
const id = (text: string) => (text.charCodeAt(0) << 8) | text.charCodeAt(1)
const SIZE = id('SZ')
const GAME = id('GM')
const TAKES_THE_LONG_WAY: ReadonlySet<number> = new Set(['AB', 'AW', 'AE', 'PL', 'HA'].map(id))

/** The longest side of a board that is scanned; larger ones, and rectangles, take the long way. */
const MAX_SCANNED_SIDE = 52

/**
 * A main line. Its keys are made when they are asked for: every move is
 * played as SGF says, whatever is on its point, so only a move that cannot be read ends a line early.
 */
export class SgfLine implements ScannedGame {
  index = 0
  game: Game = 'go'
  setup: string | undefined
  readonly variant = undefined
  declare size?: { columns: number; rows: number }
  moves = new Int32Array(512)
  length = 0
  damaged = false
  header: () => Header = () => ({ players: [], result: { outcome: 'unfinished' } })
  private keysMade = new Uint32Array(0)
  private hasKeys = false

  get keys(): Uint32Array {
    if (!this.hasKeys) this.makeKeys()
    return this.keysMade
  }

  /** Forgets the line before. */
  begin(index: number): void {
    this.index = index
    this.game = 'go'
    this.setup = undefined
    this.length = 0
    this.damaged = false
    this.hasKeys = false
    delete this.size
  }

  add(move: number): void {
    if (this.length === this.moves.length) {
      const larger = new Int32Array(this.length * 2)
      larger.set(this.moves)
      this.moves = larger
    }
    this.moves[this.length++] = move
  }

  /** Takes the main line of a record, its start with all that is set up before the first move. */
  take(record: GameRecord): void {
    const rules = rulesOf(record.game)
    const position = rules.start(record)
    const usual = rules.format(position)
    this.game = record.game
    if (record.size) this.size = record.size
    for (const index of [0, ...mainLine(record.nodes)]) {
      const { edits, turn, move, unread } = record.nodes[index]!
      const changes = edits !== undefined || turn !== undefined
      if (unread || (changes && this.length > 0)) {
        this.damaged = true
        break
      }
      if (changes) rules.edit!(position, edits ?? [], turn)
      if (move !== undefined) this.add(move)
    }
    const start = rules.format(position)
    if (record.setup !== undefined || start !== usual) this.setup = start
  }

  private makeKeys(): void {
    const needed = (this.length + 1) * 2
    if (this.keysMade.length < needed) this.keysMade = new Uint32Array(Math.max(needed, 1024))
    const rules = rulesOf(this.game)
    const position = rules.start({
      ...(this.setup === undefined ? {} : { setup: this.setup }),
      ...(this.size === undefined ? {} : { size: this.size }),
    })
    rules.key(position, this.keysMade, 0)
    for (let ply = 0; ply < this.length; ply++) {
      rules.play(position, this.moves[ply]!)
      rules.key(position, this.keysMade, (ply + 1) * 2)
    }
    this.hasKeys = true
  }
}

/**
 * Reads the main line of the tree that begins at `start`. Answers the offset
 * behind the tree, or -1 when the game must take the long way.
 */
export function scanTree(finder: TreeFinder, start: number, line: SgfLine): number {
  const { bytes } = finder
  const end = bytes.length
  let side = USUAL_SIZE.go.columns
  let depth = 1
  let at = start + 1
  for (;;) {
    const byte = bytes[at]!
    if (byte === NODE) {
      const colour = bytes[at + 1]
      if ((colour === BLACK || colour === WHITE) && bytes[at + 2] === OPEN_VALUE && bytes[at + 5] === CLOSE_VALUE) {
        const column = LETTER_NUMBERS[bytes[at + 3]!]!
        const row = LETTER_NUMBERS[bytes[at + 4]!]!
        if (column >= side || row >= side) {
          at++
          continue
        }
        line.add(makePlacement(row * side + column, colour === BLACK ? 1 : 2))
        at += 6
      } else {
        at++
      }
    } else if (byte === CLOSE_TREE) {
      break
    } else if (byte === OPEN_TREE) {
      depth++
      at++
    } else if (isBlank(byte)) {
      at++
    } else if (at >= end) {
      return -1
    } else {
      // A property.
      const first = byte
      const second = bytes[at + 1]!
      let open = at + 1
      while (open < end && bytes[open] !== OPEN_VALUE) {
        const letter = bytes[open]!
        if (!(letter >= 0x41 && letter <= 0x5a)) return -1
        open++
      }
      if (first < 0x41 || first > 0x5a || open >= end) return -1
      const length = open - at
      const code = (first << 8) | second
      if (length === 2 && TAKES_THE_LONG_WAY.has(code)) return -1
      const close = valueEnd(bytes, open + 1, end)
      if (close === end) return -1
      if (length === 1 && (first === BLACK || first === WHITE)) {
        const move = scanMove(bytes, open + 1, close, first === BLACK ? 1 : 2, side)
        if (move < 0) return -1
        line.add(move)
      } else if (length === 2 && code === SIZE) {
        side = scanNumber(bytes, open + 1, close)
        if (side < 1 || side > MAX_SCANNED_SIDE || line.length > 0) return -1
      } else if (length === 2 && code === GAME) {
        if (scanNumber(bytes, open + 1, close) !== 1) return -1
      }
      at = close + 1
      while (bytes[at] === OPEN_VALUE || (at < end && isBlank(bytes[at]!))) {
        if (bytes[at] === OPEN_VALUE) {
          at = valueEnd(bytes, at + 1, end)
          if (at === end) return -1
        }
        at++
      }
    }
  }
  const tree = finder.end(at, depth)
  if (tree.isOpen) return -1
  if (side !== USUAL_SIZE.go.columns) line.size = { columns: side, rows: side }
  return tree.end
}

/** A move in bytes; -1 when it is not written as usual. */
function scanMove(bytes: Uint8Array, start: number, end: number, colour: 1 | 2, side: number): number {
  if (end === start) return makePass(colour)
  if (end !== start + 2) return -1
  const column = LETTER_NUMBERS[bytes[start]!]!
  const row = LETTER_NUMBERS[bytes[start + 1]!]!
  if (column < side && row < side) return makePlacement(row * side + column, colour)
  return -1
}

/** A whole number of one or two digits; -1 for anything else. */
function scanNumber(bytes: Uint8Array, start: number, end: number): number {
  if (end === start || end > start + 2) return -1
  let value = 0
  for (let at = start; at < end; at++) {
    const digit = bytes[at]! - 0x30
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}
