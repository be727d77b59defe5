/**
 * How a record is stored in the catalogue: its head as JSON, its main line as 16-bit move codes, and its tree as JSON
 * only if the main line and numbers on it are not everything. Reading it back gives an equal record.
 */
import type { ChessKernel } from '../../formats/chess-kernel.ts'
import { parseExact } from '../../formats/json.ts'
import type { ReadGame } from '../../formats/played-line.ts'
import type { Clock } from '../../model/annotation.ts'
import { nodesOfLine, withNodes, type AnyRecord, type LineRecord } from '../../model/line-record.ts'
import type { Game, GameRecord } from '../../model/record.ts'
import { moveColour, otherColour, type Colour, type Move } from '../../model/move.ts'
import type { MoveNode } from '../../model/tree.ts'
import { mainLineCodes } from '../../positions/main-line-codes.ts'
import { decodeMove, encodeMove } from '../../positions/move-code.ts'
import type { PlayedMoves } from '../../rules/chess/index.ts'
import { decodeNumbers, encodeNumbers } from './node-numbers.ts'

/** A record in four pieces. */
export interface StoredRecord {
  /** The record without its nodes, as JSON. */
  head: string
  /**
   * The main line as u16 little-endian move codes (positions/move-code.ts), up to the first move that has none; good
   * until the next record is encoded.
   */
  moves: Uint8Array
  /** Clock times and evaluations as JSON (node-numbers.ts), if the main line and they are everything; empty if there are none. */
  numbers: string
  /** All nodes as JSON; empty if the main line and the numbers are everything. */
  tree: string
}

/** @param codes the codes of the main line, if its reader has them */
export function encodeRecord(record: AnyRecord, codes?: Uint16Array): StoredRecord {
  if ('moves' in record) {
    if (hasCodes(record.game)) return encodeBare(record, codes ?? codesOf(record.game, record.moves))
    return encodeRecord(withNodes(record), codes)
  }
  const { nodes, ...head } = record
  const numbers = encodeNumbers(nodes)
  const lineCodes = numbers === undefined ? undefined : codesOfLine(record)
  return {
    head: JSON.stringify(head),
    moves: toBytes(lineCodes ?? mainLineCodes(record)),
    numbers: lineCodes ? numbers! : '',
    tree: lineCodes ? '' : JSON.stringify(nodes),
  }
}

/** Whether every move that a reader makes of a game has a code that gives the same move. */
function hasCodes(game: Game): boolean {
  return game === 'chess' || game === 'xiangqi'
}

/** A record of a line of moves with nothing on them, whose nodes need not be made. */
function encodeBare({ moves: _moves, ...head }: LineRecord, codes: Uint16Array): StoredRecord {
  return { head: JSON.stringify(head), moves: toBytes(codes), numbers: '', tree: '' }
}

/** Memory for codes and their bytes: that of every record would take longer to get and to give back than to fill. */
let codeMemory = new Uint16Array(1 << 9)
let byteMemory = new Uint8Array(1 << 10)

/** The codes of a line, good until the next call. */
function codesOf(game: Game, line: readonly Move[]): Uint16Array {
  if (codeMemory.length < line.length) codeMemory = new Uint16Array(line.length * 2)
  for (let index = 0; index < line.length; index++) codeMemory[index] = encodeMove(game, line[index]!)
  return codeMemory.subarray(0, line.length)
}

/** Codes as bytes, good until the next call. */
function toBytes(codes: Uint16Array): Uint8Array {
  if (byteMemory.length < codes.length * 2) byteMemory = new Uint8Array(codes.length * 4)
  for (let index = 0; index < codes.length; index++) {
    byteMemory[2 * index] = codes[index]!
    byteMemory[2 * index + 1] = codes[index]! >>> 8
  }
  return byteMemory.subarray(0, codes.length * 2)
}

/** A record without its nodes. @param head the JSON of a stored record */
export function decodeHead(head: string): Omit<GameRecord, 'nodes'> {
  return parseExact(head) as unknown as Omit<GameRecord, 'nodes'>
}

export function decodeRecord({ head, moves, numbers, tree }: StoredRecord): GameRecord {
  const record = decodeHead(head)
  return { ...record, nodes: tree === '' ? nodesOf(lineOf(record.game, moves), numbers) : decodeNodes(tree) }
}

function decodeNodes(tree: string): MoveNode[] {
  const nodes = parseExact(tree) as unknown as MoveNode[]
  for (const { clock } of nodes) if (clock) restoreUnknown(clock)
  return nodes
}

/** The nodes of a line with the numbers on it. */
function nodesOf(line: readonly Move[], numbers: string): MoveNode[] {
  const nodes = nodesOfLine(line)
  if (numbers !== '') decodeNumbers(numbers, nodes)
  return nodes
}

/**
 * Decodes a record with what a kernel notes of its moves; these are left out where it is no line of chess from the
 * initial position, and valid until the kernel reads again. A record of moves alone has no nodes until somebody asks for
 * them.
 * @param notes see {@link ChessKernel}
 */
export function decodeNoted(stored: StoredRecord, kernel: ChessKernel, notes: PlayedMoves | undefined): ReadGame {
  if (stored.tree !== '') return { record: decodeRecord(stored) }
  const { game, header, ...others } = decodeHead(stored.head)
  const isPlain = game === 'chess' && others.setup === undefined && others.variant === undefined
  if (!isPlain || !kernel.readCodes(stored.moves, notes)) return { record: decodeRecord(stored) }
  const line = kernel.moves()
  const { numbers } = stored
  const record: AnyRecord =
    numbers === '' ? { game, header, moves: line } : { game, header, nodes: nodesOf(line, numbers) }
  return { record: Object.assign(record, others), playedLine: kernel.noted(kernel.line, notes) }
}

/** Times of one player may be unknown: the model uses undefined where JSON can only have null. */
function restoreUnknown(clock: Clock): void {
  for (const pair of [clock.lefts, clock.movesLeft] as ((number | null | undefined)[] | undefined)[]) {
    if (pair) for (const [index, time] of pair.entries()) pair[index] = time ?? undefined
  }
}

/** Codes from which every move can be restored, if the record is a single line. */
function codesOfLine({ game, nodes }: GameRecord): Uint16Array | undefined {
  const codes = new Uint16Array(nodes.length - 1)
  let turn: Colour = 1
  for (let index = 1; index < nodes.length; index++) {
    const { parent, move } = nodes[index]!
    if (parent !== index - 1 || move === undefined) return undefined
    const code = encodeMove(game, move, turn)
    if (decodeMove(game, code) !== move) return undefined
    turn = otherColour(moveColour(move) || turn)
    codes[index - 1] = code
  }
  return codes
}

/** The moves of a line from its codes. */
function lineOf(game: Game, moves: Uint8Array): Move[] {
  const view = new DataView(moves.buffer, moves.byteOffset, moves.byteLength)
  const line: Move[] = []
  for (let at = 0; at < moves.length; at += 2) line.push(decodeMove(game, view.getUint16(at, true))!)
  return line
}
