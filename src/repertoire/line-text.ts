/** Lines of moves as texts: for programs, and for people with move numbers. */
import type { Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import { MACHINE_STYLES, rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'

/** A line from the usual start. */
export interface LineText {
  /** The moves for programs. */
  moves: string[]
  /** With numbers, in the usual notation of the game. */
  line: string
}

/** The texts of the moves of a line from the usual start. */
export function textsOfLine(game: Game, line: readonly Move[]): LineText {
  const rules = rulesOf(game)
  const position = rules.start()
  const [moves, texts]: string[][] = [[], []]
  for (const move of line) {
    moves!.push(rules.writeMove(position, move, MACHINE_STYLES[game]))
    texts!.push(rules.writeMove(position, move))
    rules.play(position, move)
  }
  return { moves: moves!, line: numberedLine(texts!) }
}

/** The moves of a line as a text with numbers: `1. e4 e5 2. Nf3`. @param ply plies before the first, 1 if the second side begins */
export function numberedLine(moves: readonly string[], ply = 0): string {
  return moves
    .map((move, index) => {
      const at = ply + index
      if (at % 2 === 0) return `${at / 2 + 1}. ${move}`
      return index === 0 ? `${(at + 1) / 2}... ${move}` : move
    })
    .join(' ')
}

/** The moves of a line, of which programs wrote the texts, and the position after them. */
export function playTexts(game: Game, moves: readonly string[]): { line: Move[]; position: Position } {
  const rules = rulesOf(game)
  const position = rules.start()
  const line = moves.map((text) => {
    const move = rules.readMove(position, text, MACHINE_STYLES[game])
    if (move === undefined) throw new TypeError(`${text} is not a move of ${rules.format(position)}`)
    rules.play(position, move)
    return move
  })
  return { line, position }
}
