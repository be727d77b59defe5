/** Pasted positions: chess and xiangqi FEN. */
import { rulesOf } from '../../../../src/rules/index.ts'
import { isChess960 } from './set-up.ts'

/** The longest text considered as a position. */
const LONGEST = 200

/** A position as the start of a game in PGN; undefined if the text is not one. */
export function asPositionFile(text: string): File | undefined {
  const position = text.trim()
  if (position.length > LONGEST || position.includes('\n')) return undefined
  const ranks = position.split(' ')[0]!.split('/').length
  const game = ranks === 8 ? 'chess' : ranks === 10 ? 'xiangqi' : undefined
  if (!game) return undefined
  const rules = rulesOf(game)
  try {
    const fen = rules.format(rules.parse(position))
    const name = game === 'xiangqi' ? 'Xiangqi' : isChess960(fen) ? 'Chess960' : undefined
    const variant = name === undefined ? '' : `[Variant "${name}"]\n`
    return new File([`[Event "?"]\n${variant}[SetUp "1"]\n[FEN "${fen}"]\n[Result "*"]\n\n*\n`], 'position.pgn')
  } catch {
    return undefined
  }
}
