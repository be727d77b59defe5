/** Finds the games in a text: where each begins and ends, and what its lines mean. */
import { PositionError } from '../../issues/errors.ts'
import { makePlacement } from '../../model/move.ts'
import { isOthelloPass, othello, OthelloPosition, parseOthelloSquare, recordedPass } from '../../rules/othello/index.ts'
import {
  isColumnLine,
  parsePlayer,
  parseRow,
  parseSide,
  parseSolutions,
  sideOf,
  takeBoard,
  takeFigureBoard,
  textOfFigures,
  usualDiscs,
} from './line.ts'
import {
  LEAST_AMONG_WORDS,
  parseMoveLine,
  parseMovesAfterBoard,
  partOfLine,
  type MoveLine,
  type MoveNote,
} from './move-line.ts'
import { movesOfSheet, parseSheetRow } from './score-sheet.ts'

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
  /** What stands at the moves; the numbers count from the first of the game. */
  notes: MoveNote[]
  solutions: { move: string; score: number }[]
  /** The value of the board for the side to move, in discs, where a number follows it. */
  value?: number
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
  /** Rows of an incomplete score sheet, and the text of each. */
  private sheet: { cells: number[]; text: string }[] = []
  /** Moves in each line of the game so far, where all have as few. */
  private inLine = 0
  /** Moves of the line that are still to be taken. */
  private pending: MoveLine | undefined
  /** Where the next game begins, if that is within its line. */
  private start: number | undefined
  private line = 0
  private lineStart = 0
  private lineEnd = 0

  constructor(text: string) {
    this.text = text
  }

  /** The games in their order; several may stand in one line. */
  *games(): Generator<GameText> {
    const { text } = this
    for (let at = 0; at < text.length; at = this.lineEnd + 1) {
      const newline = text.indexOf('\n', at)
      this.lineStart = at
      this.lineEnd = newline < 0 ? text.length : newline
      this.line++
      yield* this.take(text.slice(at, this.lineEnd))
    }
    const last = this.close()
    if (last) yield last
  }

  /** Adds a line; yields the games that it shows to be complete. */
  private *take(line: string): Generator<GameText> {
    const finished = this.takeOne(line)
    if (finished) yield finished
    if (this.pending) yield* this.takeMoves(this.pending)
    this.pending = undefined
  }

  private takeOne(line: string): GameText | undefined {
    if (line.trim() === '' || isColumnLine(line)) return undefined
    if (/^\s*(?:%|#|\/\/)/.test(line)) return this.takeComment(line)
    const board = takeBoard(line) ?? takeFigureBoard(line)
    if (board) return this.takeWholeBoard(line, board)
    const row = parseRow(line)
    if (row !== undefined) return this.takeRow(row)
    const cells = parseSheetRow(line)
    if (cells) return this.takeSheetRow(cells, line)
    const side = parseSide(line)
    if (side && this.game?.board && this.game.moves.length === 0) {
      this.game.board.turn = side === 'X' ? 1 : 2
      this.position = this.game.board.clone()
      this.extend()
      return undefined
    }
    const moves = parseMoveLine(line)
    if (moves && !(moves.hasWords && this.isProse(moves))) {
      this.pending = moves
      return undefined
    }
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
    const value = /^\s*([+-]?[0-9]{1,2})\s*$/.exec(rest)
    const moves = game.solutions.length === 0 && !value ? parseMovesAfterBoard(rest) : undefined
    if (value) game.value = Number(value[1])
    else if (moves) this.addMoves(game, moves)
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

  /** Takes a row of a score sheet; the eighth makes it a game, or a board in figures. */
  private takeSheetRow(cells: number[], text: string): GameText | undefined {
    const before = this.sheet.length === 0 && this.isStarted() ? this.close() : undefined
    const game = this.open()
    this.sheet.push({ cells, text })
    this.extend()
    if (this.sheet.length < 8) return before
    const moves = movesOfSheet(this.sheet.map((row) => row.cells))
    const figures = textOfFigures(this.sheet.map((row) => row.text).join(''))
    const board = moves || figures === undefined ? undefined : parseBoard(figures)
    this.sheet = []
    if (moves) this.addMoves(game, { moves, starts: [], gaps: new Set(), notes: [], hasWords: false })
    else if (board) this.setBoard(game, board)
    return before
  }

  /** Adds the moves of a line; yields the games that are complete then. */
  private *takeMoves(line: MoveLine): Generator<GameText> {
    let rest: MoveLine | undefined = line
    while (rest) {
      const continues = this.continues(rest)
      const before =
        this.isStarted() && !continues && (this.game!.moves.length > 0 || !this.game!.board) ? this.close() : undefined
      if (before) yield before
      const from = line.moves.length - rest.moves.length
      if (!continues && from > 0) this.start = this.lineStart + line.starts[from]!
      const end = this.endOfGame(rest)
      const part = partOfLine(rest, 0, end)
      this.addMoves(this.open(), part)
      rest = end < rest.moves.length ? partOfLine(rest, end, rest.moves.length) : undefined
      // The next game of the line begins behind this one.
      if (rest) this.game!.end = this.lineStart + line.starts[line.moves.length - rest.moves.length]!
    }
  }

  /** The number of moves of a line until another game begins in it: where its next move cannot be played, but begins one. */
  private endOfGame({ moves, gaps }: MoveLine): number {
    const { game } = this
    const isContinued = game !== undefined && this.isStarted()
    const side = isContinued ? game.side : sideOf(moves)
    const position = isContinued ? this.position!.clone() : new OthelloPosition(side, side)
    for (const [at, move] of moves.entries()) {
      if (at > 0 && gaps.has(at) && !canPlay(position, move) && beginsGame(moves, at, side)) return at
      playText(position, move)
    }
    return moves.length
  }

  /** Whether a line with words is prose that only names squares: its moves cannot be played. */
  private isProse({ moves }: MoveLine): boolean {
    const { position } = this
    const starts = [position?.clone(), new OthelloPosition(8, 8)].filter((start) => start !== undefined)
    return !starts.some((start) => canPlayAll(start, moves.slice(0, LEAST_AMONG_WORDS)))
  }

  /** Whether moves continue the game: by their number, or because they can and could not begin another. */
  private continues({ moves, number }: MoveLine): boolean {
    const { game, position } = this
    if (!game || !position || game.moves.length === 0 || game.score) return false
    const [first] = moves as [string]
    const isBeginning = canPlay(new OthelloPosition(position.columns, position.rows), first)
    if (number !== undefined)
      return number > 1 && (!isBeginning || (isNumberAfter(number, game.moves) && canPlay(position, first)))
    if (position.isOver || !canPlay(position, first)) return false
    // A move a line, or two, is a column of one game; longer lines that could be games are.
    return !isBeginning || (moves.length <= 2 && moves.length === this.inLine)
  }

  private addMoves(game: GameText, { moves, notes, score, title }: MoveLine): void {
    this.rows = []
    this.inLine = game.moves.length === 0 || this.inLine === moves.length ? moves.length : 0
    for (const note of notes) game.notes.push({ ...note, move: note.move + game.moves.length })
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
      start: this.start ?? this.lineStart,
      end: this.lineEnd,
      line: this.line,
      players: [],
      side: 8,
      moves: [],
      notes: [],
      solutions: [],
      comments: [],
    }
    this.start = undefined
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
    this.sheet = []
    return game
  }
}

/** Reads a board; a line of only dashes is not one. */
function parseBoard(text: string): OthelloPosition | undefined {
  try {
    const board = othello.parse(textOfFigures(text) ?? usualDiscs(text))
    return board.count().some((discs) => discs > 0) ? board : undefined
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    return undefined
  }
}

function canPlay(position: OthelloPosition, text: string): boolean {
  return othello.readMove(position, text) !== undefined
}

/** Whether moves can be played one after another; the position is changed. */
function canPlayAll(position: OthelloPosition, moves: readonly string[]): boolean {
  return moves.every((move) => {
    const isLegal = canPlay(position, move)
    if (isLegal) playText(position, move)
    return isLegal
  })
}

/** Moves by which another game is told from a mistake. */
const ENOUGH = 3

/** Whether another game begins at a move of a line. */
function beginsGame(moves: readonly string[], at: number, side: number): boolean {
  return canPlayAll(new OthelloPosition(side, side), moves.slice(at, at + ENOUGH))
}

/** Whether a number can be that of the move after others: of moves, or of pairs; passes are counted or not. */
function isNumberAfter(number: number, moves: readonly string[]): boolean {
  const passes = moves.filter(isOthelloPass).length
  return [moves.length, moves.length - passes].some((count) => number === count + 1 || number === (count >> 1) + 1)
}

/** Plays a move from its text, legal or not; returns the move, or undefined if its square is off the board. */
export function playText(position: OthelloPosition, text: string): number | undefined {
  const square = parseOthelloSquare(text, position.columns, position.rows)
  if (square === undefined && !isOthelloPass(text)) return undefined
  const move = square === undefined ? recordedPass(position) : makePlacement(square)
  position.play(move)
  return move
}
