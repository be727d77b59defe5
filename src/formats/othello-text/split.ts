/** Finds the games in a text: where each begins and ends, and what its lines mean. */
import { PositionError } from '../../issues/errors.ts'
import { makePlacement } from '../../model/move.ts'
import { isOthelloPass, othello, OthelloPosition, parseOthelloSquare, recordedPass } from '../../rules/othello/index.ts'
import {
  isColumnLine,
  parseMoveLine,
  parseMovesAfterBoard,
  parsePlayer,
  parseRow,
  parseSide,
  parseSolutions,
  sideOf,
  takeBoard,
  type MoveLine,
} from './line.ts'

/** A game according to its lines. */
export interface GameText {
  /** Where its text begins and ends. */
  start: number
  end: number
  /** Number of its first line, from 1. */
  line: number
  players: { colour: 1 | 2; name: string }[]
  /** The board it begins with, if given. */
  board?: OthelloPosition
  /** Side of the board. */
  side: number
  moves: string[]
  solutions: { move: string; score: number }[]
  score?: NonNullable<MoveLine['score']>
  title?: string
  comments: string[]
}

/** Something in the text that is not part of a game. */
export interface StrangeLine {
  line: number
  text: string
}

/** Finds games line by line. The meaning of a line may depend on the position that the lines before it led to. */
export class GameFinder {
  readonly strange: StrangeLine[] = []
  private readonly text: string
  private game: GameText | undefined
  /** The position reached by the moves of the game. */
  private position: OthelloPosition | undefined
  /** Rows of an incomplete board, and its first line. */
  private rows: string[] = []
  private line = 0
  private lineStart = 0
  private lineEnd = 0

  constructor(text: string) {
    this.text = text
  }

  *games(): Generator<GameText> {
    const { text } = this
    for (let at = 0; at < text.length; at = this.lineEnd + 1) {
      const newline = text.indexOf('\n', at)
      this.lineStart = at
      this.lineEnd = newline < 0 ? text.length : newline
      this.line++
      const finished = this.take(text.slice(at, this.lineEnd).replace(/\r$/, ''))
      if (finished) yield finished
    }
    const last = this.close()
    if (last) yield last
  }

  /** Adds a line; returns the game that it shows to be complete, if any. */
  private take(line: string): GameText | undefined {
    if (line.trim() === '' || isColumnLine(line)) return undefined
    if (/^\s*(?:%|#|\/\/)/.test(line)) return this.takeComment(line)
    const board = takeBoard(line)
    if (board) return this.takeWholeBoard(line, board)
    const row = parseRow(line)
    if (row !== undefined) return this.takeRow(row)
    const side = parseSide(line)
    if (side && this.game?.board && this.game.moves.length === 0) {
      this.game.board.turn = side === 'X' ? 1 : 2
      this.position = this.game.board.clone()
      this.extend()
      return undefined
    }
    const moves = parseMoveLine(line)
    if (moves) return this.takeMoves(moves)
    const player = parsePlayer(line)
    if (player) return this.takePlayer(player)
    this.strange.push({ line: this.line, text: line.trim() })
    return undefined
  }

  private takeComment(line: string): GameText | undefined {
    const comment = line.replace(/^\s*(?:%|#|\/\/)\s*/, '').trim()
    // A comment belongs to what comes after it.
    const before = this.isStarted() ? this.close() : undefined
    this.open().comments.push(comment)
    return before
  }

  private takePlayer(player: GameText['players'][number]): GameText | undefined {
    const isSecond = this.game?.players.some(({ colour }) => colour === player.colour)
    const before = this.isStarted() || isSecond ? this.close() : undefined
    this.open().players.push(player)
    return before
  }

  private takeWholeBoard(line: string, { text, rest }: { text: string; rest: string }): GameText | undefined {
    const board = parseBoard(text)
    if (!board) {
      this.strange.push({ line: this.line, text: line.trim() })
      return undefined
    }
    const before = this.isStarted() ? this.close() : undefined
    const game = this.open()
    this.setBoard(game, board)
    game.solutions = parseSolutions(rest)
    const moves = game.solutions.length === 0 ? parseMovesAfterBoard(rest) : undefined
    if (moves) this.addMoves(game, moves)
    else if (game.solutions.length === 0 && /[^\s;]/.test(rest)) game.title = rest.trim()
    return before
  }

  private takeRow(row: string): GameText | undefined {
    if (this.rows[0]?.length !== row.length) this.rows = []
    const before = this.rows.length === 0 && this.isStarted() ? this.close() : undefined
    const game = this.open()
    this.rows.push(row)
    this.extend()
    if (this.rows.length < row.length) return before
    const board = parseBoard(this.rows.join(''))
    this.rows = []
    if (board) this.setBoard(game, board)
    return before
  }

  private takeMoves(moves: MoveLine): GameText | undefined {
    const continues = this.continues(moves)
    const before =
      this.isStarted() && !continues && (this.game!.moves.length > 0 || !this.game!.board) ? this.close() : undefined
    this.addMoves(this.open(), moves)
    return before
  }

  /** Whether moves continue the game: by their number, or because they can and could not begin another. */
  private continues({ moves, number }: MoveLine): boolean {
    const { game, position } = this
    if (!game || !position || game.moves.length === 0 || game.score) return false
    if (number !== undefined) return number > 1
    if (position.isOver) return false
    return !canPlay(new OthelloPosition(position.columns, position.rows), moves[0]!) && canPlay(position, moves[0]!)
  }

  private addMoves(game: GameText, { moves, score, title }: MoveLine): void {
    this.rows = []
    if (!game.board && game.moves.length === 0) {
      game.side = sideOf(moves)
      this.position = new OthelloPosition(game.side, game.side)
    }
    for (const move of moves) {
      game.moves.push(move)
      playText(this.position!, move)
    }
    if (score) game.score = score
    if (title !== undefined) game.title = title
    this.extend()
  }

  private setBoard(game: GameText, board: OthelloPosition): void {
    game.board = board
    game.side = board.columns
    this.position = board.clone()
    this.extend()
  }

  /** The current game, which is begun if there is none. */
  private open(): GameText {
    this.game ??= {
      start: this.lineStart,
      end: this.lineEnd,
      line: this.line,
      players: [],
      side: 8,
      moves: [],
      solutions: [],
      comments: [],
    }
    this.extend()
    return this.game
  }

  private extend(): void {
    if (this.game) this.game.end = this.lineEnd
  }

  /** Whether the game has a board or moves, so that another may begin. */
  private isStarted(): boolean {
    return this.game !== undefined && (this.game.board !== undefined || this.game.moves.length > 0)
  }

  /** Ends the game; without board and moves it is not one. */
  private close(): GameText | undefined {
    const game = this.isStarted() ? this.game : undefined
    if (!game && this.game)
      this.strange.push({ line: this.game.line, text: this.text.slice(this.game.start, this.game.end) })
    this.game = undefined
    this.position = undefined
    this.rows = []
    return game
  }
}

/** Reads a board; a line of only dashes is not one. */
function parseBoard(text: string): OthelloPosition | undefined {
  try {
    const board = othello.parse(text)
    return board.count().some((discs) => discs > 0) ? board : undefined
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    return undefined
  }
}

function canPlay(position: OthelloPosition, text: string): boolean {
  return othello.readMove(position, text) !== undefined
}

/** Plays a move from its text, legal or not; returns the move, or undefined if its square is off the board. */
export function playText(position: OthelloPosition, text: string): number | undefined {
  const square = parseOthelloSquare(text, position.columns, position.rows)
  if (square === undefined && !isOthelloPass(text)) return undefined
  const move = square === undefined ? recordedPass(position) : makePlacement(square)
  position.play(move)
  return move
}
