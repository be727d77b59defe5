/** Makes a book of PolyGlot from games: docs/books.md, Making a book. */
import type { Sink } from '../bytes/sink.ts'
import { ByteWriter } from '../bytes/writer.ts'
import type { AnyRecord } from '../model/line-record.ts'
import { isPass, moveFrom, moveTo, type Colour, type Move } from '../model/move.ts'
import { mainLineMoves } from '../model/tree.ts'
import { chess, isLegalMove, type ChessPosition } from '../rules/chess/index.ts'
import { MoveTallies, type TallyStore } from './move-tallies.ts'
import { encodeMove } from './polyglot.ts'
import { polyglotHalves } from './polyglot-key.ts'

/** What goes into a book. */
export interface BookOptions {
  /** Half-moves of each game that are taken; 40 without it. */
  plies?: number
  /** How many games must have a move; 1 without it. */
  minGames?: number
  /** The colour whose moves are taken; both without it. */
  colour?: Colour
  /** Where moves go that have no room in memory; without it they all stay there. */
  store?: TallyStore
}

/** What a book has become. */
export interface BuiltBook {
  positions: number
  moves: number
}

const USUAL_PLIES = 40
const MAX_WEIGHT = 0xffff

/** Gathers games and writes them as a book. */
export class PolyglotBuilder {
  private readonly tallies: MoveTallies
  private readonly options: BookOptions

  constructor(options: BookOptions = {}) {
    this.options = options
    this.tallies = new MoveTallies(options.store)
  }

  /** Takes the main line of a game of chess, as far as its moves are legal. Returns whether it took any move. */
  add(record: AnyRecord): boolean {
    const moves = 'moves' in record ? record.moves : mainLineMoves(record.nodes)
    const position = chess.start(record)
    const { outcome, winner } = record.header.result
    const { plies = USUAL_PLIES, colour } = this.options
    let passed = -1
    let taken = false
    for (let ply = 0; ply < moves.length && ply < plies; ply++) {
      const move = moves[ply]!
      if (isPass(move) || !isLegalMove(position, move)) break
      const { turn } = position
      if (colour === undefined || colour === turn) {
        const won = winner === turn ? 2 : 0
        // A game without a result counts as a draw: lines of a repertoire have none.
        const [high, low] = polyglotHalves(position, passed)
        this.tallies.add(high, low, encodeMove(move), outcome === 'win' ? won : 1)
        taken = true
      }
      const isDouble = isDoubleStep(position, move)
      position.play(move)
      passed = isDouble && hasCapturer(position, moveTo(move)) ? moveTo(move) & 7 : -1
    }
    return taken
  }

  /** Writes the book; nothing can be added afterwards. Moves that earned nothing are left out, as PolyGlot leaves them out. */
  write(out: Sink): BuiltBook {
    const { minGames = 1 } = this.options
    const buffer = new ByteWriter(1 << 16)
    const built: BuiltBook = { positions: 0, moves: 0 }
    this.tallies.forEachPosition(minGames, (high, low, moves) => {
      const most = moves.reduce((greatest, { points }) => Math.max(greatest, points), 0)
      const scale = Math.min(1, MAX_WEIGHT / most)
      const weighed = moves.map(({ code, points }) => ({ code, weight: Math.max(1, Math.floor(points * scale)) }))
      weighed.sort((left, right) => right.weight - left.weight || left.code - right.code)
      built.positions++
      for (const { code, weight } of weighed) {
        buffer.u32be(high).u32be(low).u16be(code).u16be(weight).u32be(0)
        built.moves++
      }
      if (buffer.length < 1 << 16) return
      out.append(buffer.bytes())
      buffer.clear()
    })
    out.append(buffer.bytes())
    return built
  }
}

const PAWN = 1

function isDoubleStep({ board }: ChessPosition, move: Move): boolean {
  return (board[moveFrom(move)]! & 7) === PAWN && Math.abs(moveTo(move) - moveFrom(move)) === 16
}

/** Whether a pawn of the side to move stands beside a square: it need not be free to capture. */
function hasCapturer({ board, turn }: ChessPosition, square: number): boolean {
  const pawn = (turn << 3) | PAWN
  const file = square & 7
  return (file > 0 && board[square - 1] === pawn) || (file < 7 && board[square + 1] === pawn)
}
