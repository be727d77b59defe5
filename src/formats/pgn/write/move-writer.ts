/**
 * Writes the moves of a tree as tokens. Writing them in the order of PGN means going along lines, back to where one
 * began, and past moves that are already written. Moves are played on the way to find out their notation, unless the
 * reader of the record has already recorded it.
 */
import { isPass, isPlacement, moveColour, moveFrom, moveTo, type Move } from '../../../model/move.ts'
import type { MoveNode } from '../../../model/tree.ts'
import type { SanTexts } from '../../../rules/chess/index.ts'
import type { Position } from '../../../rules/rules.ts'
import { ENDS_WORD } from '../text/characters.ts'
import type { Dialect, QuickNotation } from '../dialects/dialect.ts'
import type { LineWriter } from './line-writer.ts'
import type { Losses } from './losses.ts'
import { isLooseWord } from '../read/loose-text.ts'
import { wordKind } from '../read/words.ts'

/** A place to return to. */
export interface LineState {
  /** Moves played on the position. */
  ply: number
  /** Whether the position is unknown because a move could not be played. */
  isLost: boolean
}

export interface MoveWriter {
  /** Writes the move of a node and continues after it. */
  write(node: MoveNode, index: number): void
  /** Continues after the move of a node that is already written. */
  pass(node: MoveNode): void
  place(): LineState
  goBack(place: LineState): void
}

const NOWHERE: LineState = { ply: 0, isLost: false }

/** Writes the recorded texts of the moves. */
export class RecordedMoveWriter implements MoveWriter {
  private readonly lines: LineWriter
  private readonly san: SanTexts
  private readonly nullMove: string

  constructor(lines: LineWriter, san: SanTexts, nullMove: string) {
    this.lines = lines
    this.san = san
    this.nullMove = nullMove
  }

  write({ move }: MoveNode, index: number): void {
    const { lines, san } = this
    if (isPass(move!)) {
      lines.token(this.nullMove)
      return
    }
    const { bytes: text, starts, ends } = san
    const into = lines.bytes
    const end = ends[index]!
    let at = lines.begin()
    for (let from = starts[index]!; from < end; from++) into[at++] = text[from]!
    lines.end(at)
  }

  pass(): void {}

  place(): LineState {
    return NOWHERE
  }

  goBack(): void {}
}

/** Plays the moves, as far as the position is known. */
export class PlayingMoveWriter implements MoveWriter {
  private readonly dialect: Dialect
  private readonly lines: LineWriter
  private readonly losses: Losses
  private readonly notation: string
  private readonly nullMove: string
  /** The faster way to write moves, if the notation has one. */
  private readonly quick: QuickNotation | undefined
  private readonly position: Position | undefined
  private isLost: boolean

  /** @param position the start position; undefined if the set-up is invalid */
  constructor(
    dialect: Dialect,
    lines: LineWriter,
    losses: Losses,
    style: { notation: string; nullMove: string },
    position: Position | undefined,
  ) {
    this.dialect = dialect
    this.lines = lines
    this.losses = losses
    this.notation = style.notation
    this.nullMove = style.nullMove
    if (style.notation === dialect.quick?.name) this.quick = dialect.quick
    this.position = position
    this.isLost = position === undefined
  }

  write(node: MoveNode, index: number): void {
    const { dialect, lines, position } = this
    const { move } = node
    if (move === undefined || !this.isOnBoard(move)) {
      this.isLost = true
      lines.token(this.unreadText(node, index))
    } else if (isPass(move)) {
      this.pass(node)
      lines.token(this.nullMove)
    } else if (this.isLost) {
      const { names } = dialect.squares
      lines.token((isPlacement(move) ? '' : names[moveFrom(move)]!) + names[moveTo(move)]!)
    } else {
      const isLegal = dialect.rules.isLegal(position!, move)
      if (!isLegal) this.losses.add('pgn/written-illegal-move', {}, index)
      if (this.quick) {
        lines.end(this.quick.playMove(position!, move, isLegal, lines.bytes, lines.begin()))
      } else {
        lines.token(dialect.rules.writeMove(position!, move, this.notation))
        dialect.rules.play(position!, move)
      }
    }
  }

  pass({ move }: MoveNode): void {
    if (move === undefined || !this.isOnBoard(move)) this.isLost = true
    else if (!this.isLost) this.dialect.rules.play(this.position!, move)
  }

  place(): LineState {
    return { ply: this.position?.ply ?? 0, isLost: this.isLost }
  }

  goBack({ ply, isLost }: LineState): void {
    while (this.position && this.position.ply > ply) this.dialect.rules.undo(this.position)
    this.isLost = isLost
  }

  private unreadText({ move, unread }: MoveNode, index: number): string {
    const text = unread?.text ?? unread?.base64 ?? String(move)
    if (unread?.text !== undefined && isPlainWord(this.dialect, text)) return text
    this.losses.add('pgn/unread-moves', {}, index)
    return `unread-${text.toWellFormed().replaceAll(/[\s\0{}()[\];$!?*,]+/g, '_')}`
  }

  private isOnBoard(move: Move): boolean {
    const squares = this.dialect.squares.names.length
    if (isPass(move)) return true
    const isOfGame = this.dialect.game === 'othello' ? isPlacement(move) && moveColour(move) === 0 : move >> 27 === 0
    return isOfGame && moveFrom(move) < squares && moveTo(move) < squares
  }
}

/** Whether text would be read back as an unreadable move. */
function isPlainWord(dialect: Dialect, text: string): boolean {
  if (isLooseWord(dialect, text)) return false
  if (/^[0-9.%<>]/.test(text) || !text.isWellFormed() || wordKind(text) !== 'text') return false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80 && ENDS_WORD[code] === 1) return false
  }
  return true
}
