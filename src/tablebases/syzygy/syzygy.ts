/**
 * Syzygy tables: who wins, and how far the next capture or pawn move is. Tables leave out what follows from captures and from moves of
 * pawns, so positions are searched a little. Source: Fathom, https://github.com/jdart1/Fathom (MIT).
 */
import type { Source } from '../../bytes/source.ts'
import { moveFrom, moveTo, type Move } from '../../model/move.ts'
import { chess, type ChessPosition } from '../../rules/chess/index.ts'
import {
  CATEGORIES,
  countMen,
  hasFewMen,
  type Category,
  type Tablebase,
  type TablebaseAnswer,
  type TablebaseFacts,
  type TablebaseMove,
} from '../tablebase.ts'
import { nameOfSide, Table, type TableKind } from './table.ts'

/** The name of a table: its ending, and who wins or distances. */
const TABLE_NAME = /^(K[QRBNP]{0,5}vK[QRBNP]{0,5})\.rtb([wz])$/

/** A result, as tables store it: -2 a loss, -1 a blessed loss, 0 a draw, 1 a cursed win, 2 a win. */
type Result = number

/** Plies to the best capture or pawn move if it is made now, by result from -2. */
const NOW = [-1, -101, 0, 101, 1]

/** Thrown within a look-up that needs a table which is not there. */
class MissingTable extends Error {}

/** A folder of Syzygy tables. Only tables with standard names are opened, each when it is first needed. */
export class SyzygyTablebase implements Tablebase {
  readonly name: string
  readonly men: number
  private readonly open: (file: string) => Source
  private readonly files: ReadonlySet<string>
  private readonly tables = new Map<string, Table>()

  /**
   * @param name what people call it
   * @param files names of its files; those of other kinds are ignored
   * @param open opens a file by its name
   */
  constructor(name: string, files: Iterable<string>, open: (file: string) => Source) {
    this.name = name
    this.open = open
    this.files = new Set([...files].filter((file) => TABLE_NAME.test(file)))
    this.men = Math.max(0, ...[...this.files].map((file) => file.indexOf('.') - 1))
  }

  // oxlint-disable-next-line require-await
  async lookUp(position: ChessPosition): Promise<TablebaseAnswer | undefined> {
    if (!hasFewMen(position, this.men)) return undefined
    const board = chess.clone(position)
    const facts = this.factsOf(board)
    if (!facts) return undefined
    const moves = chess.legal(board).map((move): RankedMove => {
      const isZeroing = isCapture(board, move) || isPawnMove(board, move)
      chess.play(board, move)
      const after = this.factsOf(board) ?? { category: 'unknown' }
      const isMate = chess.outcome(board)?.reason === 'checkmate'
      chess.undo(board)
      return { found: { move, ...after }, plies: isMate ? 0 : isZeroing ? 1 : Math.abs(after.dtz ?? 0) + 1 }
    })
    moves.sort(byQuality)
    return { ...facts, moves: moves.map(({ found }) => found) }
  }

  /** What is known of a position; undefined without a table that is needed. */
  private factsOf(position: ChessPosition): TablebaseFacts | undefined {
    const outcome = chess.outcome(position)
    if (outcome?.reason === 'checkmate') return { category: 'loss', dtm: 0 }
    if (outcome) return { category: 'draw', dtz: 0 }
    const dtz = orMissing(() => this.distance(position))
    if (dtz !== undefined) return { category: categoryOf(dtz, position.halfmoveClock), dtz }
    const result = orMissing(() => this.search(position).result)
    return result === undefined ? undefined : { category: roughCategory(result, position.halfmoveClock) }
  }

  /** What a table has of a position; undefined if it has only the other side to move. */
  private probe(position: ChessPosition, kind: TableKind, result?: Result): number | undefined {
    if (countMen(position) === 2) return 0
    const [white, black] = [nameOfSide(position, 1), nameOfSide(position, 2)]
    const straight = this.table(`${white}v${black}`, kind)
    const table = straight ?? this.table(`${black}v${white}`, kind)
    if (!table) throw new MissingTable()
    return table.probe(position, !straight, result)
  }

  private table(ending: string, kind: TableKind): Table | undefined {
    const file = `${ending}.rtb${kind === 'wdl' ? 'w' : 'z'}`
    if (!this.files.has(file)) return undefined
    const known = this.tables.get(file)
    if (known) return known
    const table = new Table(this.open(file), ending, kind)
    this.tables.set(file, table)
    return table
  }

  /** The result of a position that allows no capture en passant, between two bounds. */
  private searchCaptures(position: ChessPosition, least: Result, most: Result): Result {
    let best = least
    for (const move of chess.legal(position)) {
      if (!isCapture(position, move)) continue
      const result = this.after(position, move, () => -this.searchCaptures(position, -most, -best))
      if (result >= most) return result
      best = Math.max(best, result)
    }
    return Math.max(best, this.probe(position, 'wdl')!)
  }

  /** The result of a position, and whether a capture, of which one may be en passant, wins or is the only best move. */
  private search(position: ChessPosition): { result: Result; byCapture: boolean } {
    let bestCapture = -3
    let bestEnPassant = -3
    const moves = chess.legal(position)
    for (const move of moves) {
      if (!isCapture(position, move)) continue
      const result = this.after(position, move, () => -this.searchCaptures(position, -2, -Math.max(bestCapture, -2)))
      if (result <= bestCapture) continue
      if (result === 2) return { result, byCapture: true }
      if (isEnPassant(position, move)) bestEnPassant = Math.max(bestEnPassant, result)
      else bestCapture = result
    }
    const stored = this.probe(position, 'wdl')!
    if (bestEnPassant > bestCapture) {
      if (bestEnPassant > stored) return { result: bestEnPassant, byCapture: true }
      bestCapture = bestEnPassant
    }
    if (bestCapture >= stored) return { result: bestCapture, byCapture: bestCapture > 0 }
    // Tables know nothing of captures en passant: without one, this may have been a stalemate.
    const isStalemateElse =
      bestEnPassant > -3 && stored === 0 && !position.inCheck() && moves.every((move) => isEnPassant(position, move))
    return isStalemateElse ? { result: bestEnPassant, byCapture: true } : { result: stored, byCapture: false }
  }

  /** Plies to the next capture or pawn move, beyond 100 where the fifty-move rule makes it a draw; -1 if the side to move is mated. */
  private distance(position: ChessPosition): number {
    const { result, byCapture } = this.search(position)
    if (result === 0) return 0
    if (byCapture) return NOW[result + 2]!
    const moves = chess.legal(position)
    const quiet = moves.filter((move) => !isCapture(position, move))
    if (result > 0) {
      const wins = quiet.some(
        (move) =>
          isPawnMove(position, move) && this.after(position, move, () => -this.search(position).result) === result,
      )
      if (wins) return NOW[result + 2]!
    }
    const stored = this.probe(position, 'dtz', result)
    if (stored !== undefined) return NOW[result + 2]! + (result > 0 ? stored : -stored)
    return this.distanceByMoves(position, result, quiet)
  }

  /** The same by the positions after each move, where the table has only those of the other side to move. */
  private distanceByMoves(position: ChessPosition, result: Result, quiet: readonly Move[]): number {
    let best = result > 0 ? Number.POSITIVE_INFINITY : NOW[result + 2]!
    for (const move of quiet) {
      if (isPawnMove(position, move)) continue
      const distance = this.after(position, move, () =>
        chess.outcome(position)?.reason === 'checkmate' ? MATE : -this.distance(position),
      )
      if (distance === MATE) best = 1
      else if (result > 0 ? distance > 0 && distance + 1 < best : distance - 1 < best) {
        best = result > 0 ? distance + 1 : distance - 1
      }
    }
    if (!Number.isFinite(best)) throw new MissingTable()
    return best
  }

  private after<Value>(position: ChessPosition, move: Move, work: () => Value): Value {
    chess.play(position, move)
    try {
      return work()
    } finally {
      chess.undo(position)
    }
  }
}

/** Stands for a mate among distances. */
const MATE = Number.NEGATIVE_INFINITY

/** A move with the plies to the next capture or pawn move if it is made, 0 if it mates. */
interface RankedMove {
  found: TablebaseMove
  plies: number
}

/** Best first: the side that wins is quick, the side that loses takes its time. */
function byQuality(left: RankedMove, right: RankedMove): number {
  const [one, other] = [CATEGORIES.indexOf(left.found.category), CATEGORIES.indexOf(right.found.category)]
  if (one !== other) return one - other
  return one < CATEGORIES.indexOf('draw') ? left.plies - right.plies : right.plies - left.plies
}

function isPawnMove(position: ChessPosition, move: Move): boolean {
  return (position.board[moveFrom(move)]! & 7) === 1
}

function isEnPassant(position: ChessPosition, move: Move): boolean {
  const isSlanted = ((moveFrom(move) ^ moveTo(move)) & 7) !== 0
  return isPawnMove(position, move) && isSlanted && position.board[moveTo(move)] === 0
}

function isCapture(position: ChessPosition, move: Move): boolean {
  return position.board[moveTo(move)] !== 0 || isEnPassant(position, move)
}

/** Undefined where a table is missing. */
function orMissing<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof MissingTable) return undefined
    throw error
  }
}

/**
 * The category of a distance after so many plies without a capture or pawn move. Distances may be one ply too small, so on the edge of
 * the fifty-move rule only a count that has just begun is sure.
 */
function categoryOf(dtz: number, clock: number): Category {
  if (dtz === 0) return 'draw'
  const plies = Math.abs(dtz) + clock
  if (plies > 100) return dtz > 0 ? 'cursed-win' : 'blessed-loss'
  if (plies === 100 && clock > 0) return dtz > 0 ? 'maybe-win' : 'maybe-loss'
  return dtz > 0 ? 'win' : 'loss'
}

/** The category of a result without distances. */
function roughCategory(result: Result, clock: number): Category {
  const category = (['loss', 'blessed-loss', 'draw', 'cursed-win', 'win'] as const)[result + 2]!
  if (clock === 0) return category
  return category === 'win' ? 'maybe-win' : category === 'loss' ? 'maybe-loss' : category
}
