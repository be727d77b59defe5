/** Games of chess in which rare moves are frequent, and the many ways in which programs and people write movetext. */
import { moveFrom, movePromotion, moveTo, type Move } from '../../src/model/move.ts'
import { chess, type ChessPosition } from '../../src/rules/chess/index.ts'
import { randomInt } from './random.ts'

/** A legal game that castles, promotes and captures en passant more often than people do. */
export function rareGame(random: () => number, plies: number): Move[] {
  const position = chess.start()
  const moves: Move[] = []
  while (moves.length < plies) {
    const legal = chess.legal(position)
    if (legal.length === 0) break
    const rare = legal.filter((move) => isRare(position, move))
    const from = rare.length > 0 && random() < 0.5 ? rare : legal
    const move = from[randomInt(random, from.length)]!
    moves.push(move)
    chess.play(position, move)
  }
  return moves
}

function isRare({ board, enPassant, turn }: ChessPosition, move: Move): boolean {
  const kind = board[moveFrom(move)]! & 7
  const castles = board[moveTo(move)]! >> 3 === turn
  return castles || movePromotion(move) !== 0 || (kind === 1 && moveTo(move) === enPassant)
}

/** What there is besides plain moves. */
const ODDITIES = [
  ' {comment} ',
  '! ',
  ' $3 ',
  ' (1. d4) ',
  ' -- ',
  ' 0000 ',
  ' e.p. ',
  ' Ke9 ',
  ' Qh4 ',
  ' Rad1 ',
  ' ;line\n',
  '\n%escape\n',
  ' * ',
  ' 1-0 ',
  ' 0-0 ',
  ' O-O ',
  ' [Round "1"] ',
  ' e4e5 ',
  ' ... ',
  ', ',
  ' 7 ',
  '\0',
  ' {[%clk 0:01:02]} {[%clk 0:01:03]} ',
  ' {[%clk 0:01:02] well} ',
  ' {[%csl Ga1]} ',
  ' {[%clk 0:01:02] [%csl Ga1]} ',
  ' {[%clk 0:01:02',
  ' . {[%clk 0:01:02]} ',
]

/** Comments as servers write them after moves. */
const TIMES = [
  '{[%clk 0:01:02]} ',
  '{ [%eval 0.17] [%clk 1:00:59.5] } ',
  '{[%emt 0:00:01]}\n',
  '{[%clk 0:01:02.125][%eval #-3]}',
  '{[%eval -12.04,20]} ',
]

/** The movetext of a game in a style of its own, which may change within it; a third of the games are not plain. */
export function writeStyled(moves: readonly Move[], random: () => number): string {
  const position = chess.start()
  const pick = (...texts: string[]) => texts[randomInt(random, texts.length)]!
  const numbers = randomInt(random, 5)
  const gap = pick(' ', ' ', '\n', '\r\n', '\t', '  ')
  const isOdd = random() < 0.3
  const oddities = random() < 0.3 ? 0.02 : 0
  const isTimed = random() < 0.3
  let text = ''
  for (const [ply, move] of moves.entries()) {
    const number = (ply >> 1) + 1
    const isWhite = (ply & 1) === 0
    if (numbers === 1 && isWhite) text += `${number}.`
    if (numbers === 2 && isWhite) text += `${number}. `
    if (numbers === 3) text += isWhite ? `${number}.${gap}` : `${number}...`
    if (numbers === 4 && isWhite)
      text += `${random() < 0.02 ? randomInt(random, 20_000) : number}${pick(' ', ' . ', ' ')}`
    const san = chess.writeMove(position, move)
    text += random() < 0.1 ? restyle(san, position, move, isOdd, random) : san
    text += random() < 0.9 ? gap : pick(' ', '\n', '\r\n', ' \t ')
    if (isTimed && random() < 0.9) text += pick(...TIMES)
    if (random() < oddities) text += ODDITIES[randomInt(random, ODDITIES.length)]!
    chess.play(position, move)
  }
  return text + pick('1-0', '0-1', '1/2-1/2', '*', '', '*', '1-0', '0-0', '1/2', '+-') + pick('', '\n', '\r\n\r\n', ' ')
}

/** The same move in another spelling, or one that looks like it. */
function restyle(san: string, position: ChessPosition, move: Move, isOdd: boolean, random: () => number): string {
  const origin = chess.formatSquare(position, moveFrom(move))
  const target = chess.formatSquare(position, moveTo(move))
  const letter = /^[NBRQK]/.exec(san)?.[0]
  const others: string[] = [
    san.replace(/[+#]$/, ''),
    `${san}+`,
    san.replace('x', ''),
    san.replace('=', ''),
    san.replaceAll('O', '0'),
  ]
  if (letter !== undefined && letter !== 'K') {
    others.push(`${letter}${origin}${target}`, `${letter}${origin}x${target}`)
  }
  if (isOdd) {
    others.push(san.replace(/=(.)/, '($1)'), san.replaceAll('O', 'o'), `${san}!`, `${san}.`, `${san}e.p.`)
    others.push(san.toLowerCase(), `${origin}${target}`, `${origin[0]}${target}`, `${origin[0]}x${target}`)
    const name = letter ?? 'P'
    others.push(`${name}${origin[0]}${target}`, `${name}${origin[1]}x${target}`, `${name}${target}`)
    others.push(`${name}x${target}`, `${name}${origin}-${target}`, `x${target}`)
  }
  return others[randomInt(random, others.length)]!
}
