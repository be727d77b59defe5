/**
 * Signatures of main lines in a segment: for every square and man of the usual board, in which of 64 games that man
 * ever stood there. A search for men on squares skips all games in which one of them never did.
 *
 * ```text
 * signature   u32 checksum; for every square, for every man (main-line.ts): u64, a bit for each of the 64 game numbers
 * ```
 *
 * A bit too many is allowed, one too few is not: games on boards of other sizes have all of them.
 */
import { USUAL_SIZE, type Game } from '../../model/record.ts'
import { rulesOf } from '../../rules/index.ts'
import { FormatError } from '../../issues/errors.ts'
import { UNKNOWN_CAPTURES, type CapturesWriter } from './captures.ts'
import { hasStones, LINE_HEAD, MAN_SHIFT, MEN, PASS_VALUE, SECOND_BEGINS, STONE_SHIFT } from '../main-line.ts'
import { PASS_CODE } from '../move-code.ts'
import { blockChecksum } from './segment-blocks.ts'

const CHECKSUM_SIZE = 4

/** Squares times men of a game. */
function signatureGroups(game: Game): number {
  const { columns, rows } = USUAL_SIZE[game]
  return columns * rows * MEN[game].length
}

/** Bytes of the signature of a block, its checksum included. */
export function signatureSize(game: Game): number {
  return signatureGroups(game) * 8 + CHECKSUM_SIZE
}

/** Writes the signatures of lines, game by game. */
export class SignatureWriter {
  private readonly game: Game
  private readonly men: number
  private readonly words: Uint32Array
  private readonly usual: Uint8Array
  /** Games of the block that begin at the usual start, a bit for each. */
  private readonly usualGames = new Uint32Array(2)
  private readonly board: Uint8Array
  private readonly captures: CapturesWriter | undefined

  /** @param captures gets what leaves the board, in games of men */
  constructor(game: Game, captures?: CapturesWriter) {
    this.captures = captures
    const { columns, rows } = USUAL_SIZE[game]
    const start = rulesOf(game).start()
    this.game = game
    this.men = MEN[game].length
    this.words = new Uint32Array(signatureGroups(game) * 2)
    this.usual = Uint8Array.from({ length: columns * rows }, (_, square) => {
      const piece = start.pieceAt(square)
      return piece === '' ? 0 : MEN[game].indexOf(piece) + 1
    })
    this.board = new Uint8Array(columns * rows)
  }

  /** Adds a line. @param index of its game in the block */
  add(index: number, line: Uint16Array): void {
    const half = index >> 5
    const bit = 1 << (index & 31)
    const { words } = this
    const { columns, rows } = USUAL_SIZE[this.game]
    if (line[0] !== (columns | (rows << 8))) {
      for (let at = half; at < words.length; at += 2) words[at]! |= bit
      this.captures?.add(UNKNOWN_CAPTURES, 0)
      return
    }
    const men = (line[1]! & ~SECOND_BEGINS) - 1
    if (men < 0) {
      this.board.set(this.usual)
      this.usualGames[half]! |= bit
    } else {
      this.board.fill(0)
      this.captures?.add(UNKNOWN_CAPTURES, 0)
    }
    if (hasStones(this.game)) this.addStones(line, half, bit)
    else this.addMen(line, LINE_HEAD + Math.max(0, men), half, bit)
  }

  /** The signature of the lines since the last block, its checksum first. @param block its number */
  endBlock(block: number): Uint8Array {
    this.markUsual()
    const { words } = this
    const bytes = new Uint8Array(CHECKSUM_SIZE + words.byteLength)
    const view = new DataView(bytes.buffer)
    for (let at = 0; at < words.length; at++) {
      if (words[at] !== 0) view.setUint32(CHECKSUM_SIZE + at * 4, words[at]!, true)
    }
    view.setUint32(0, blockChecksum(block, bytes.subarray(CHECKSUM_SIZE)), true)
    words.fill(0)
    return bytes
  }

  /** Marks the men of the usual start for all games that begin with it. */
  private markUsual(): void {
    const { usual, usualGames } = this
    for (let square = 0; square < usual.length; square++) {
      if (usual[square] === 0) continue
      for (const half of [0, 1]) this.mark(square, usual[square]!, half, usualGames[half]!)
    }
    usualGames.fill(0)
  }

  private mark(square: number, man: number, half: number, bit: number): void {
    this.words[(square * this.men + man - 1) * 2 + half]! |= bit
  }

  private addStones(line: Uint16Array, half: number, bit: number): void {
    const { words } = this
    const mask = (1 << STONE_SHIFT) - 1
    for (let at = LINE_HEAD; at < line.length; at++) {
      const event = line[at]!
      const value = (event >> STONE_SHIFT) & 3
      const group = ((event & mask) * 2 + value - 1) * 2 + half
      if (value !== 0 && value !== PASS_VALUE && group < words.length) words[group]! |= bit
    }
  }

  private addMen(line: Uint16Array, from: number, half: number, bit: number): void {
    const { board } = this
    for (let at = LINE_HEAD; at < from; at++) {
      const square = line[at]! & ((1 << MAN_SHIFT) - 1)
      const man = (line[at]! >> MAN_SHIFT) & 15
      if (square >= board.length || man === 0 || man > this.men) continue
      board[square] = man
      this.mark(square, man, half, bit)
    }
    if (this.game === 'chess') return this.addChessMoves(line, from, half, bit)
    for (let at = from; at < line.length; at++) this.addMove(line[at]!, at - from + 1, half, bit)
  }

  /** Adds moves of chess. Nearly all of them take a man to another square, and another off the board at most. */
  private addChessMoves(line: Uint16Array, from: number, half: number, bit: number): void {
    const { board, words, men } = this
    for (let at = from; at < line.length; at++) {
      const code = line[at]!
      const source = code & 63
      const target = (code >> 6) & 63
      const man = board[source]!
      const taken = board[target]!
      const isToOtherFile = -((source ^ target) & 7) >>> 31
      if (code > LAST_PLAIN_CODE || (RARE_WHEN[(man << 4) | taken]! & (ALWAYS | isToOtherFile)) !== 0) {
        this.addMove(code, at - from + 1, half, bit)
        continue
      }
      board[source] = 0
      board[target] = man
      words[(target * men + man - 1) * 2 + half]! |= bit
      if (taken !== 0) this.captures?.add(taken, at - from + 1)
    }
  }

  /** Adds any move, by its code. */
  private addMove(code: number, ply: number, half: number, bit: number): void {
    if (code === PASS_CODE) return
    const { board, captures } = this
    const isChess = this.game === 'chess'
    const source = isChess ? code & 63 : code & 127
    const target = isChess ? (code >> 6) & 63 : code >> 7
    if (source >= board.length || target >= board.length) return
    const man = board[source]!
    if (man === 0) return
    board[source] = 0
    const promoted = isChess && code >> 12 > 0 ? PROMOTED[code >> 12]! : 0
    const stands = promoted > 0 ? promoted + (man > 6 ? 6 : 0) : man
    const rook = board[target]!
    if (isChess && (man === 6 || man === 12) && rook === man - 2) {
      // Castling is the king taking its own rook.
      const rank = source & 56
      board[target] = 0
      this.stand(rank + (target > source ? 6 : 2), man, half, bit)
      this.stand(rank + (target > source ? 5 : 3), rook, half, bit)
      return
    }
    if (isChess && rook === 0 && (man === 1 || man === 7) && (source & 7) !== (target & 7)) {
      this.takePassing((source & 56) | (target & 7), ply)
    }
    if (rook !== 0) captures?.add(rook, ply)
    // Whatever else is promoted is in no record of a legal game.
    if (promoted > 0 && (man === 1 || man === 7)) captures?.add(stands, ply, true)
    else if (promoted > 0) captures?.add(UNKNOWN_CAPTURES, 0)
    this.stand(target, stands, half, bit)
  }

  /** A pawn is taken in passing. */
  private takePassing(square: number, ply: number): void {
    const pawn = this.board[square]!
    this.board[square] = 0
    if (pawn !== 0) this.captures?.add(pawn, ply)
  }

  private stand(square: number, man: number, half: number, bit: number): void {
    this.board[square] = man
    if (man > 0 && man <= this.men) this.mark(square, man, half, bit)
  }
}

/** Values of {@link RARE_WHEN}. */
const TO_OTHER_FILE = 1
const ALWAYS = 2

/**
 * When a move of a man of chess to a square with another, or none, is more than that: castling, which is written as a king
 * taking its own rook, a pawn that takes in passing, and what is no move. One number instead of conditions, of which
 * processors would guess every third one wrong.
 */
const RARE_WHEN = Uint8Array.from({ length: 256 }, (_, both) => {
  const [man, taken] = [both >> 4, both & 15]
  const isCastling = (man === 6 || man === 12) && taken === man - 2
  if (man === 0 || man === taken || isCastling) return ALWAYS
  return (man === 1 || man === 7) && taken === 0 ? TO_OTHER_FILE : 0
})

/** The greatest code of a move of chess without a promotion. */
const LAST_PLAIN_CODE = (1 << 12) - 1

/** What a pawn becomes, by the number in the code of a move: knight, bishop, rook, queen, king of White. */
const PROMOTED = [0, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]

/** Whether numbers lie in memory as they do in files, the lowest byte first. */
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/**
 * The numbers of a signature. Throws FormatError when it is damaged.
 * @param block its number
 * @param place where it lies, for what is said when it is damaged
 * @param isKnown whether it was found whole before
 */
export function readSignature(
  block: number,
  bytes: Uint8Array,
  place: { file: string; offset: number },
  isKnown: boolean,
): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const body = bytes.subarray(CHECKSUM_SIZE)
  if (!isKnown && view.getUint32(0, true) !== blockChecksum(block, body)) {
    throw new FormatError('index/checksum', {}, place)
  }
  if (IS_LITTLE_ENDIAN && body.byteOffset % 4 === 0)
    return new Uint32Array(body.buffer, body.byteOffset, body.length >> 2)
  return Uint32Array.from({ length: body.length >> 2 }, (_, at) => view.getUint32(CHECKSUM_SIZE + at * 4, true))
}
