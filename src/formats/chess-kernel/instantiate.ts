/** Makes an instance of the kernel and copies the tables of the rules and formats into its memory. */
import { fromBase64 } from '../../bytes/text.ts'
import { chess } from '../../rules/chess/index.ts'
import { BETWEEN, DIRECTIONS, PAWN_REACH, REACH } from '../../rules/chess/geometry.ts'
import { EN_PASSANT_KEYS, PIECE_KEYS, TURN_HIGH, TURN_LOW } from '../../rules/chess/keys.ts'
import { SLOT_OF_CODE, TARGETS } from '../chessbase/moves/codes.ts'
import { USUAL_PIECES } from '../chessbase/moves/usual-start.ts'
import { KINDS } from '../pgn/text/characters.ts'
import { MODULE } from './module.ts'

/** Places in the memory of the kernel, and sizes: kernel/memory.ts says what is there. */
const PLACES = [
  'BETWEEN',
  'BOARD_SETS',
  'BOARD_SQUARES',
  'CASTLING_KEYS',
  'CHARACTER_KINDS',
  'CODES',
  'CODE_SLOTS',
  'CODE_TARGETS',
  'DEPTHS',
  'DIRECTIONS',
  'ENDED_RIGHTS',
  'EN_PASSANT_KEYS',
  'INPUT',
  'KEYS',
  'MAX_INPUT',
  'MAX_PLIES',
  'MAX_WINDOW',
  'MOVES',
  'NOTES',
  'PARENTS',
  'PAWN_REACH',
  'PERMUTATION',
  'PIECE_KEYS',
  'REACH',
  'START',
  'START_NUMBERS',
  'TEXT',
  'TEXT_ENDS',
  'TEXT_SIZE',
  'TEXT_STARTS',
  'TIMES',
  'TURN_KEY',
  'VALUES',
  'WINDOW',
] as const

type Places = Record<(typeof PLACES)[number], number>

/** What the kernel exports besides the places. */
interface Functions {
  memory: WebAssembly.Memory
  /**
   * Both return -1 for a game that is not plain, else the number of moves, and above it the result and whether there are
   * comments, or the offset of the end.
   */
  readMovetext: (start: number, size: number, withTexts: boolean) => number
  readCompact: (start: number, size: number, isBefore: boolean, withTexts: boolean) => number
  /** Not 0 if all moves are legal. */
  readCodes: (count: number, withTexts: boolean) => number
  /** Offsets in the window, and bits of what is known before the first line and before the one whose offset is returned. */
  passLines: (start: number, end: number, known: number) => number
  knownLines: () => number
}

/** An instance of the kernel. */
export interface KernelInstance extends Functions {
  places: Places
}

/** Compiles the kernel, which takes about a millisecond. */
export function instantiate(): KernelInstance {
  const module = new WebAssembly.Module(fromBase64(MODULE).slice())
  const exports = new WebAssembly.Instance(module).exports as unknown as Functions & Record<string, WebAssembly.Global>
  const places = Object.fromEntries(PLACES.map((name) => [name, exports[name]!.value as number])) as Places
  fillTables(exports.memory.buffer, places)
  return { ...exports, places }
}

function fillTables(memory: ArrayBuffer, places: Places): void {
  const put = (place: number, table: ArrayBufferView) => {
    new Uint8Array(memory, place).set(new Uint8Array(table.buffer, table.byteOffset, table.byteLength))
  }
  put(places.REACH, REACH)
  put(places.PAWN_REACH, PAWN_REACH)
  put(places.BETWEEN, BETWEEN)
  put(places.DIRECTIONS, DIRECTIONS)
  put(places.PIECE_KEYS, PIECE_KEYS)
  put(places.EN_PASSANT_KEYS, EN_PASSANT_KEYS)
  put(places.TURN_KEY, Int32Array.of(TURN_HIGH, TURN_LOW))
  put(places.CHARACTER_KINDS, KINDS)
  put(places.CODE_SLOTS, SLOT_OF_CODE)
  put(places.CODE_TARGETS, TARGETS)
  put(places.START_NUMBERS, USUAL_PIECES.state)
  const { board, castling, sets, zobristHigh, zobristLow } = chess.start()
  put(places.ENDED_RIGHTS, castling.ended.subarray(0, 64))
  const rightsKeys = Array.from(castling.zobristHigh, (high, rights) => [high, castling.zobristLow[rights]!])
  put(places.CASTLING_KEYS, Int32Array.from(rightsKeys.flat()))
  put(places.START, Uint32Array.of(zobristHigh, zobristLow))
  put(places.START + places.BOARD_SETS, sets)
  put(places.START + places.BOARD_SQUARES, board.subarray(0, 64))
  put(
    places.PARENTS,
    Int32Array.from({ length: places.MAX_PLIES + 1 }, (_, node) => node - 1),
  )
}
