/** Legal moves, SAN and FEN beside chessops, on real games and on random ones. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chess, chess960Start, type ChessPosition } from '../../../src/rules/index.ts'
import {
  oracleFen,
  oracleMoves,
  oraclePlay,
  oraclePosition,
  oracleSan,
  type OraclePosition,
} from '../../support/chessops.ts'
import { corpusPath } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { sanGames } from '../../support/pgn-games.ts'
import { randomInt, seededRandom } from '../../support/random.ts'
import { scaled } from '../../support/scale.ts'

const CORPUS = 'chess-pgn/book-50000.pgn'

/** Games of our own choice: castling to both sides, en passant, promotion, mate, and pieces that must be told apart. */
const GAMES = `
[Event "Opera game, Paris 1858"]

1.e4 e5 2.Nf3 d6 3.d4 Bg4 4.dxe5 Bxf3 5.Qxf3 dxe5 6.Bc4 Nf6 7.Qb3 Qe7 8.Nc3 c6 9.Bg5 b5 10.Nxb5 cxb5 11.Bxb5+ Nbd7
12.O-O-O Rd8 13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7 16.Qb8+ Nxb8 17.Rd8# 1-0

[Event "made up"]

1.e4 Nf6 2.e5 d5 3.exd6 Nc6 4.dxc7 Be6 5.cxd8=N Rxd8 6.Nf3 g6 7.Bb5 Bg7 8.O-O O-O 9.Re1 Nd5 10.Ra3 *
`

let realGames: string[][] | undefined

/** The games of the corpus, taken apart once. */
function corpusGames(): string[][] {
  realGames ??= sanGames(readFileSync(corpusPath(CORPUS), 'latin1'))
  return realGames
}

/** Asks both about one position. */
function compare(position: ChessPosition, oracle: OraclePosition): void {
  const moves = chess.legal(position).sort((left, right) => left - right)
  expect(moves, chess.format(position)).toEqual(oracleMoves(oracle))
  expect(chess.format(position)).toBe(oracleFen(oracle))
  expect(position.inCheck()).toBe(oracle.isCheck())
  const outcome = chess.outcome(position)
  expect(outcome?.reason === 'checkmate').toBe(oracle.isCheckmate())
  expect(outcome?.reason === 'stalemate').toBe(oracle.isStalemate())
  expect(outcome?.reason === 'insufficient').toBe(oracle.isInsufficientMaterial() && moves.length > 0)
}

/** Asks both for the SAN of every legal move, and reads it back. */
function compareSan(position: ChessPosition, oracle: OraclePosition): void {
  for (const move of chess.legal(position)) {
    const san = chess.writeMove(position, move)
    expect(san).toBe(oracleSan(oracle, move))
    expect(chess.readMove(position, san)).toBe(move)
  }
}

function compareGame(sans: readonly string[]): void {
  const position = chess.start()
  const oracle = oraclePosition(chess.format(position))!
  for (const san of sans) {
    compare(position, oracle)
    const move = chess.readMove(position, san)
    if (move === undefined) expect.fail(`${san} is not read in ${chess.format(position)}`)
    expect(chess.writeMove(position, move).replace(/[+#]$/, '')).toBe(san.replace(/[+#!?]+$/, ''))
    chess.play(position, move)
    oraclePlay(oracle, move)
  }
  compare(position, oracle)
}

function comparePlayout(fen: string, random: () => number, plies: number): void {
  const position = chess.parse(fen)
  const oracle = oraclePosition(fen)!
  for (let ply = 0; ply < plies; ply++) {
    compare(position, oracle)
    if (ply % 3 === 0) compareSan(position, oracle)
    const moves = chess.legal(position)
    if (moves.length === 0 || chess.outcome(position)) return
    const move = moves[randomInt(random, moves.length)]!
    chess.play(position, move)
    oraclePlay(oracle, move)
  }
}

describe('chess beside chessops', () => {
  test('on games of our own choice', () => {
    const games = sanGames(GAMES.trim())
    expect(games.map((game) => game.length)).toEqual([33, 19])
    compareGame(games[0]!)
    // The second game ends in a move that is not legal.
    compareGame(games[1]!.slice(0, -1))
    expect(() => compareGame(games[1]!)).toThrow('Ra3')
  })

  test('finds every move of real games legal', needsCorpus(CORPUS), () => {
    let plies = 0
    for (const game of corpusGames()) {
      const position = chess.start()
      for (const san of game) {
        const move = chess.readMove(position, san)
        if (move === undefined) expect.fail(`${san} is not read in ${chess.format(position)}`)
        chess.play(position, move)
        plies++
      }
    }
    expect(plies).toBe(3_845_713)
  })

  test('on real games', needsCorpus(CORPUS), () => {
    const games = corpusGames()
    expect(games.length).toBe(50_000)
    const step = games.length / scaled(250, 10_000)
    for (let game = 0; game < games.length; game += step) compareGame(games[game]!)
  })

  test('on random games', () => {
    const random = seededRandom(1)
    const games = scaled(40, 2_000)
    for (let game = 0; game < games; game++) comparePlayout(chess.format(chess.start()), random, 200)
  })

  test('on random games of Chess960', () => {
    const random = seededRandom(2)
    const games = scaled(60, 4_000)
    for (let game = 0; game < games; game++) comparePlayout(chess960Start(randomInt(random, 960)), random, 120)
  })

  test('on random games from sharp positions', () => {
    const random = seededRandom(3)
    const starts = [
      'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
      'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1',
      '1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1',
      '4k3/8/8/8/8/8/8/R1R1KR1R w FC - 0 1',
      '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1',
    ]
    const games = scaled(10, 300)
    for (const start of starts) for (let game = 0; game < games; game++) comparePlayout(start, random, 120)
  })
})
