/** Decodes one game record, code by code, into a sink: docs/formats/chess-assistant.md, Games. */
import type { Message } from '../../../issues/catalogue.ts'
import { makeMessage } from '../../../issues/issue.ts'
import * as model from '../../../model/move.ts'
import type { Move } from '../../../model/move.ts'
import * as rules from '../../../rules/chess/index.ts'
import type { CastlingSide, ChessPosition } from '../../../rules/chess/index.ts'
import * as kinds from '../../../rules/chess/pieces.ts'
import { castlingAtHome } from './castling.ts'
import * as codes from './codes.ts'
import { numberPieces, type PieceNumbers } from './pieces.ts'
import type { Profile } from './profile.ts'
import { codeSize } from './record-codes.ts'
import { readSetup, SETUP_SIZE } from './setup.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { makeMove, PASS } = model
const { isLegalMove, KING_SIDE, parseFen, QUEEN_SIDE, START_FEN } = rules
const { EDGE, EMPTY, PAWN } = kinds
const { addStep, CODE, CODE_NUMBER, MOVE_CODES, stepOf } = codes

/** Where decoded codes go. */
export interface GameSink {
  /** Whether variations and comments are wanted. */
  readonly wantsAll: boolean
  /** The start position; called again if the record sets up another one. */
  start(position: ChessPosition, fen: string | undefined): void
  /** A move is about to be played. */
  about(move: Move, position: ChessPosition, isLegal: boolean): void
  /** A move, with the position after it. */
  move(move: Move, position: ChessPosition): void
  /** A variation begins: in place of the next move, or of the last. */
  open(replaces: 'next' | 'last'): void
  close(): void
  comment(kind: number, content: Uint8Array): void
  unknownByte(byte: number): void
  /** Codes of a variation that cannot be read, up to its end. */
  unread(codes: Uint8Array): void
}

export interface Decoded {
  /** Where decoding ended: the length of the record if all of it was read. */
  end: number
  /** Why it ended early. */
  fault?: Message
  /** Why variations could not be read completely: the first reason, and the number of variations. */
  variationFault?: { reason: Message; count: number }
  /** Number of illegal moves, in the main line and in variations. */
  illegal: { main: number; variations: number }
  /** Moves before the first illegal one. */
  legalMoves: number
  /** Harmless oddities, each kind once. */
  /** Ids, each once. */
  oddities: Map<string, Message>
}

/** The state to return to after a variation. */
interface Frame {
  position: ChessPosition
  pieces: PieceNumbers
  previous: PieceNumbers | undefined
}

const START = parseFen(START_FEN)
const START_NUMBERS = numberPieces(START)!

/** Oddities of a record whose moves can be read. */
type Oddity =
  | 'oddity/open-variation'
  | 'oddity/closed-twice'
  | 'oddity/no-kind'
  | 'oddity/no-parent'
  | 'oddity/unmarked-en-passant'
  | 'oddity/marked-en-passant'
  | 'oddity/promotion-step'
  | 'oddity/taken-number'

/**
 * Deeper nesting of variations is not read, because every level keeps a position. A record of 32,767 bytes cannot have
 * more, since each level takes at least a move between two brackets.
 */
const MAX_DEPTH = 11_000

export class GameDecoder {
  private position = START.clone()
  private pieces = START_NUMBERS.copy()
  /** The piece numbers before the last move, if variations follow the move they replace. */
  private previous: PieceNumbers | undefined
  /** A reusable frame for every level of variations so far; the first `depth` are open. */
  private readonly frames: Frame[] = []
  private depth = 0
  private result!: Decoded
  private bytes!: Uint8Array
  private at = 0
  private plies = 0
  private sideways = 1
  private isAfter = false
  /** Whether the next move is marked as an en passant capture. */
  private isMarked = false

  decode(bytes: Uint8Array, profile: Pick<Profile, 'direction' | 'variations'>, sink: GameSink): Decoded {
    this.bytes = bytes
    this.at = 0
    this.plies = 0
    this.sideways = profile.direction === 'right' ? 1 : -1
    this.isAfter = profile.variations === 'after'
    this.position.assign(START)
    this.pieces.assign(START_NUMBERS)
    this.previous = undefined
    this.depth = 0
    this.isMarked = false
    this.result = { end: 0, illegal: { main: 0, variations: 0 }, legalMoves: 0, oddities: new Map() }
    sink.start(this.position, undefined)
    while (this.at < bytes.length) {
      const start = this.at
      const fault = this.step(sink)
      if (fault === undefined || this.leaveVariation(sink, start, fault)) continue
      this.at = start
      this.result.fault = fault
      break
    }
    this.result.end = this.at
    if (this.depth > 0) {
      this.note('oddity/open-variation')
      while (this.depth > 0) this.close(sink)
    }
    return this.result
  }

  private note(id: Oddity): void {
    this.result.oddities.set(id, makeMessage(id, {}))
  }

  /**
   * Skips the rest of a faulty variation. Returns false for a fault in the main line, and for
   * one that cannot be skipped.
   */
  private leaveVariation(sink: GameSink, start: number, reason: Message): boolean {
    if (this.depth === 0) return false
    this.at = start
    const { fault, isClosed } = this.skipVariation()
    if (fault) return false
    sink.unread(this.bytes.subarray(start, isClosed ? this.at - 1 : this.at))
    if (isClosed) this.close(sink)
    this.result.variationFault ??= { reason, count: 0 }
    this.result.variationFault.count++
    return true
  }

  /** Reads one code and what belongs to it. Returns the reason if it cannot. */
  private step(sink: GameSink): Message | undefined {
    const code = this.bytes[this.at]!
    if (code < MOVE_CODES) {
      const number = CODE_NUMBER[code]!
      const { turn } = this.position
      this.at++
      return this.moveBy(sink, this.pieces.squareOf(turn, number), stepOf(code, turn), number)
    }
    const size = codeSize(this.bytes, this.at)
    if (size === 0) return makeMessage('fault/unknown-code', { code })
    if (this.at + size > this.bytes.length) return makeMessage('fault/cut-code', { code })
    const at = this.at + 1
    this.at += size
    if (code >= CODE.extended && code <= CODE.lastExtended) {
      const pawn = code - CODE.extended
      const from = this.pieces.squareOfPromoted(this.position.turn, pawn)
      // The description only says that this form counts to the right.
      return this.moveBy(sink, from, this.bytes[at]!, pawn, 1)
    }
    switch (code) {
      case CODE.longCastling:
      case CODE.shortCastling:
        return this.castle(sink, code === CODE.shortCastling ? KING_SIDE : QUEEN_SIDE)
      case CODE.promotion:
        return this.promote(sink, this.bytes[at]!, this.bytes[at + 1]!)
      case CODE.enPassant:
        this.isMarked = true
        return undefined
      case CODE.nullMove:
        return this.play(sink, PASS)
      case CODE.setup:
        return this.setup(sink, this.bytes.subarray(at, at + SETUP_SIZE))
      case CODE.openVariation:
        return this.open(sink)
      case CODE.closeVariation:
        if (this.depth === 0) this.note('oddity/closed-twice')
        else this.close(sink)
        return undefined
      case CODE.unknownByte:
        if (sink.wantsAll) sink.unknownByte(this.bytes[at]!)
        return undefined
      default: {
        const head = code === CODE.symbol ? 0 : code === CODE.shortComment ? 1 : 4
        const content = this.bytes.subarray(at + head, this.at)
        if (content.length === 0) this.note('oddity/no-kind')
        else if (sink.wantsAll) sink.comment(content[0]!, content.subarray(1))
        return undefined
      }
    }
  }

  private moveBy(
    sink: GameSink,
    from: number,
    step: number,
    number: number,
    sideways = this.sideways,
  ): Message | undefined {
    if (from === EDGE) return makeMessage('fault/no-piece', { number })
    const to = addStep(from, step, sideways)
    if (!this.mayLand(to)) return makeMessage('fault/own-piece', { number })
    const { board } = this.position
    if ((board[from]! & 7) === PAWN && ((from ^ to) & 7) !== 0 && board[to] === EMPTY) {
      if (!this.isMarked) this.note('oddity/unmarked-en-passant')
      this.isMarked = false
    }
    return this.play(sink, makeMove(from, to))
  }

  private mayLand(to: number): boolean {
    const target = this.position.board[to]!
    return target === EMPTY || target >> 3 !== this.position.turn
  }

  private castle(sink: GameSink, side: CastlingSide): Message | undefined {
    const move = castlingAtHome(this.position, side)
    return move === undefined ? makeMessage('fault/castling', {}) : this.play(sink, move)
  }

  private promote(sink: GameSink, first: number, second: number): Message | undefined {
    const { turn, board } = this.position
    const pawn = first >> 2
    const promotion = (second >> 5) - 1
    const from = pawn < 16 + 2 ? this.pieces.squareOf(turn, pawn) : EDGE
    if (from === EDGE || (board[from]! & 7) !== PAWN) return makeMessage('fault/no-pawn', { number: pawn })
    if (promotion < 1 || promotion > 4) return makeMessage('fault/promotion', { piece: second >> 5 })
    let to = addStep(from, stepOf(first & 3, turn), this.sideways)
    if (!isLegalMove(this.position, makeMove(from, to, promotion))) {
      // The description gives every kind of step as 0; another one is assumed if only that is legal.
      const others = [0, 1, 2]
        .map((kind) => addStep(from, stepOf(kind, turn), this.sideways))
        .filter((target) => isLegalMove(this.position, makeMove(from, target, promotion)))
      if (others.length === 1) {
        to = others[0]!
        this.note('oddity/promotion-step')
      }
    }
    if (!this.mayLand(to)) return makeMessage('fault/own-piece', { number: pawn })
    return this.play(sink, makeMove(from, to, promotion), second & 31)
  }

  private play(sink: GameSink, move: Move, given = 0): undefined {
    const { illegal } = this.result
    if (this.isMarked) {
      this.note('oddity/marked-en-passant')
      this.isMarked = false
    }
    const isMain = this.depth === 0
    const isLegal = move === PASS || isLegalMove(this.position, move)
    sink.about(move, this.position, isLegal)
    if (!isLegal) {
      if (isMain) illegal.main++
      else illegal.variations++
    } else if (isMain && illegal.main === 0) this.result.legalMoves++
    if (this.isAfter) {
      this.previous ??= this.pieces.copy()
      this.previous.assign(this.pieces)
    }
    if (!this.pieces.play(this.position, move, given)) this.note('oddity/taken-number')
    this.plies++
    sink.move(move, this.position)
  }

  private setup(sink: GameSink, block: Uint8Array): Message | undefined {
    if (this.plies > 0 || this.depth > 0) return makeMessage('fault/late-start', {})
    const setup = readSetup(block)
    if (!setup) return makeMessage('fault/bad-start', {})
    for (const oddity of setup.oddities) this.result.oddities.set(JSON.stringify(oddity), oddity)
    this.position.assign(setup.position)
    this.pieces.assign(setup.pieces)
    sink.start(this.position, setup.fen === START_FEN ? undefined : setup.fen)
    return undefined
  }

  private open(sink: GameSink): Message | undefined {
    if (!sink.wantsAll) return this.skipVariation().fault
    if (this.depth >= MAX_DEPTH) return makeMessage('fault/depth', {})
    // A variation that comes before all moves can only replace the next one.
    const replaces = this.isAfter && this.previous ? 'last' : 'next'
    if (this.isAfter && replaces === 'next') this.note('oddity/no-parent')
    const frame = this.frames[this.depth]
    if (frame) {
      frame.pieces.assign(this.pieces)
      // Undoing the move before the variation needs a full copy of the position.
      if (replaces === 'last') frame.position = this.position.clone()
      else frame.position.assign(this.position)
      frame.previous = this.previous
    } else {
      const position = this.position.clone()
      this.frames.push({ position, pieces: this.pieces.copy(), previous: this.previous })
    }
    this.depth++
    if (replaces === 'last') {
      this.position.undo()
      this.pieces.assign(this.previous!)
      this.previous = undefined
    }
    sink.open(replaces)
    return undefined
  }

  private close(sink: GameSink): void {
    this.depth--
    const frame = this.frames[this.depth]!
    // The position of the variation is kept for reuse.
    ;[this.position, frame.position] = [frame.position, this.position]
    ;[this.pieces, frame.pieces] = [frame.pieces, this.pieces]
    this.previous = frame.previous
    sink.close()
  }

  /** Skips the rest of a variation without decoding it. */
  private skipVariation(): { fault?: Message; isClosed: boolean } {
    for (let depth = 1; this.at < this.bytes.length;) {
      const code = this.bytes[this.at]!
      const size = codeSize(this.bytes, this.at)
      if (size === 0) return { fault: makeMessage('fault/unknown-code', { code }), isClosed: false }
      this.at = Math.min(this.bytes.length, this.at + size)
      if (code === CODE.openVariation) depth++
      if (code === CODE.closeVariation && --depth === 0) return { isClosed: true }
    }
    return { isClosed: false }
  }
}
