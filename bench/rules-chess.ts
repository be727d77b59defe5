/** The rules of chess compared with chessops: perft, and replaying games from SAN. */
import { readFileSync } from 'node:fs'
import { Chess } from 'chessops/chess'
import { perft as chessopsPerft } from 'chessops/debug'
import { makeSanAndPlay, parseSan } from 'chessops/san'
import { chess, chessPerft, NO_MOVE, readSanBytes } from '../src/rules/index.ts'
import { oracleMove, oraclePosition } from '../test/support/chessops.ts'
import { corpusPath, hasCorpus } from '../test/support/corpus.ts'
import { sanGames } from '../test/support/pgn-games.ts'
import { randomInt, seededRandom } from '../test/support/random.ts'
import { measure, printTable } from './support/measure.ts'

const CORPUS = 'chess-pgn/book-50000.pgn'

/** Number of games: enough to be measured, and few enough for the peer. */
const GAMES = 5_000

const POSITIONS = [
  ['the usual start, 5 moves', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 5],
  ['Kiwipete, 4 moves', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 4],
] as const

for (const [title, fen, depth] of POSITIONS) {
  const oracle = oraclePosition(fen)!
  const position = chess.parse(fen)
  printTable(`Chess perft, ${title}`, [
    await measure('chessops', () => ({ lines: chessopsPerft(oracle, depth) }), 2),
    await measure('Ludograph', () => ({ lines: chessPerft(position, depth) }), 6),
  ])
}

/** Generated games for machines without the corpus: random legal moves. */
function randomGames(): string[][] {
  const random = seededRandom(1)
  return Array.from({ length: GAMES / 10 }, () => {
    const position = chess.start()
    const sans: string[] = []
    for (let ply = 0; ply < 100; ply++) {
      const moves = chess.legal(position)
      if (moves.length === 0) break
      const move = moves[randomInt(random, moves.length)]!
      sans.push(chess.writeMove(position, move))
      chess.play(position, move)
    }
    return sans
  })
}

if (!hasCorpus(CORPUS)) console.log('\nThe corpus is not here: random games instead of real ones.')
const games = hasCorpus(CORPUS) ? sanGames(readFileSync(corpusPath(CORPUS), 'latin1'), GAMES) : randomGames()

/** All moves as one run of bytes, and where each game's moves begin and end in it. */
const bytes = new TextEncoder().encode(games.map((game) => game.join(' ')).join(' '))
let offset = 0
const places = games.map((game) =>
  Int32Array.from(
    game.flatMap((san) => {
      const start = offset
      offset += san.length + 1
      return [start, start + san.length]
    }),
  ),
)
const start = chess.start()
const position = chess.start()

function replayBytes(): Record<string, number> {
  let plies = 0
  for (const game of places) {
    position.assign(start)
    for (let index = 0; index < game.length; index += 2) {
      const move = readSanBytes(position, bytes, game[index]!, game[index + 1]!)
      if (move === NO_MOVE) break
      position.play(move)
      plies++
    }
  }
  return { plies }
}

function replayStrings(): Record<string, number> {
  let plies = 0
  for (const game of games) {
    position.assign(start)
    for (const san of game) {
      const move = chess.readMove(position, san)
      if (move === undefined) break
      chess.play(position, move)
      plies++
    }
  }
  return { plies }
}

function replayWithChessops(): Record<string, number> {
  let plies = 0
  for (const game of games) {
    const peer = Chess.default()
    for (const san of game) {
      const move = parseSan(peer, san)
      if (!move) break
      peer.play(move)
      plies++
    }
  }
  return { plies }
}

printTable(`Replay of ${games.length} games from SAN, every move legal, with position keys`, [
  await measure('chessops (no keys)', replayWithChessops, 2),
  await measure('Ludograph, strings', replayStrings, 6),
  await measure('Ludograph, bytes', replayBytes, 6),
])

const packed = games.map((game) => {
  position.assign(start)
  return game.map((san) => {
    const move = chess.readMove(position, san)!
    chess.play(position, move)
    return move
  })
})
const packedForChessops = packed.map((game) => game.map(oracleMove))

function writeAll(): Record<string, number> {
  let plies = 0
  for (const game of packed) {
    position.assign(start)
    for (const move of game) {
      chess.writeMove(position, move)
      chess.play(position, move)
      plies++
    }
  }
  return { plies }
}

function writeAllWithChessops(): Record<string, number> {
  let plies = 0
  for (const game of packedForChessops) {
    const peer = Chess.default()
    for (const move of game) {
      makeSanAndPlay(peer, move)
      plies++
    }
  }
  return { plies }
}

printTable(`SAN of ${games.length} games written`, [
  await measure('chessops', writeAllWithChessops, 2),
  await measure('Ludograph', writeAll, 6),
])
