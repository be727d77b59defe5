/** The rules of xiangqi compared with Fairy-Stockfish (ffish): perft, and replaying games from text. */
import { readFileSync } from 'node:fs'
import type { FairyStockfish } from 'ffish'
import type { Move } from '../src/model/move.ts'
import { xiangqi, XIANGQI_START_FEN, xiangqiPerft } from '../src/rules/index.ts'
import { corpusPath, hasCorpus } from '../test/support/corpus.ts'
import { loadFfish } from '../test/support/ffish.ts'
import { seededRandom } from '../test/support/random.ts'
import { xiangqiGames } from '../test/support/xiangqi-games.ts'
import { playRandomly } from '../test/support/xiangqi-positions.ts'
import { measure, printTable } from './support/measure.ts'

const CORPUS = 'xiangqi-pgn/maksimKorzh-wukong-xiangqi/Hu_Ronghua_1391_UCI_games.pgn'

const POSITIONS = [
  ['the usual start', XIANGQI_START_FEN],
  ['a middle game', 'r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1'],
] as const

const ffish = await loadFfish()
type Board = InstanceType<FairyStockfish['Board']>

function ffishPerft(board: Board, depth: number): number {
  if (depth === 1) return board.numberLegalMoves()
  let lines = 0
  for (const move of board.legalMoves().split(' ')) {
    board.push(move)
    lines += ffishPerft(board, depth - 1)
    board.pop()
  }
  return lines
}

for (const [title, fen] of POSITIONS) {
  const board = new ffish.Board('xiangqi', fen)
  const position = xiangqi.parse(fen)
  printTable(`Xiangqi perft, ${title}`, [
    await measure('ffish, 4 moves', () => ({ lines: ffishPerft(board, 4) }), 2),
    await measure('Ludograph, 4 moves', () => ({ lines: xiangqiPerft(position, 4) }), 6),
    await measure('Ludograph, 5 moves', () => ({ lines: xiangqiPerft(position, 5) }), 1),
  ])
  board.delete()
}

/** Generated games for machines without the corpus: random legal moves. */
function randomGames(): Move[][] {
  const random = seededRandom(1)
  return Array.from({ length: 500 }, () => playRandomly(xiangqi.start(), random, 90))
}

function corpusGames(): Move[][] {
  return xiangqiGames(readFileSync(corpusPath(CORPUS), 'utf8')).map((game) => {
    const position = xiangqi.start()
    return game.moves.map((text) => {
      const move = xiangqi.readMove(position, text)!
      xiangqi.play(position, move)
      return move
    })
  })
}

if (!hasCorpus(CORPUS)) console.log('\nThe corpus is not here: random games instead of real ones.')
const games = hasCorpus(CORPUS) ? corpusGames() : randomGames()

/** The games in a notation. */
function writeGames(style: string): string[][] {
  return games.map((game) => {
    const position = xiangqi.start()
    return game.map((move) => {
      const text = xiangqi.writeMove(position, move, style)
      xiangqi.play(position, move)
      return text
    })
  })
}

const key = new Uint32Array(2)

/** Checks that each move is legal, plays it and takes the position's key. */
function replayMoves(): Record<string, number> {
  let plies = 0
  for (const game of games) {
    const position = xiangqi.start()
    for (const move of game) {
      if (!xiangqi.isLegal(position, move)) break
      xiangqi.play(position, move)
      xiangqi.key(position, key)
      plies++
    }
  }
  return { plies }
}

function replayText(texts: readonly string[][], style: string): Record<string, number> {
  let plies = 0
  for (const game of texts) {
    const position = xiangqi.start()
    for (const text of game) {
      const move = xiangqi.readMove(position, text, style)
      if (move === undefined) break
      xiangqi.play(position, move)
      plies++
    }
  }
  return { plies }
}

function replayFfish(texts: readonly string[][]): Record<string, number> {
  let plies = 0
  for (const game of texts) {
    const board = new ffish.Board('xiangqi')
    for (const text of game) {
      if (!board.push(text)) break
      plies++
    }
    board.delete()
  }
  return { plies }
}

const uci = writeGames('uci')
const rows = [
  await measure('ffish, coordinates', () => replayFfish(uci)),
  await measure('Ludograph, packed moves and keys', replayMoves, 6),
  await measure('Ludograph, coordinates', () => replayText(uci, 'uci'), 6),
]
for (const style of ['wxf', 'chinese']) {
  const texts = writeGames(style)
  rows.push(await measure(`Ludograph, ${style}`, () => replayText(texts, style), 6))
}
printTable('Xiangqi games, every move checked', rows)
