/** Moves per second of the rules of Go, compared with @sabaki/go-board, on the same games. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { makePlacement } from '../src/model/move.ts'
import { go } from '../src/rules/go/index.ts'
import { corpusFiles, corpusPath, hasCorpus } from '../test/support/corpus.ts'
import { randomInt, seededRandom } from '../test/support/random.ts'
import { measure, printTable } from './support/measure.ts'

/** The peer's board; its types describe another module form than the one it has. */
interface PeerBoard {
  makeMove(sign: 1 | -1, vertex: [number, number]): PeerBoard
}
const GoBoard = createRequire(import.meta.url)('@sabaki/go-board') as {
  fromDimensions(side: number): PeerBoard
}

/** A game as the squares played in turn. */
type Squares = number[]

/** 19 x 19 games of the corpus, by the letters of their main-line moves; the first that is taken ends a game. */
function corpusGames(): Squares[] {
  return corpusFiles('go', /\.sgf$/).flatMap((file) => {
    const text = readFileSync(corpusPath(file), 'latin1')
    if (!text.includes('SZ[19]')) return []
    const moves = [...text.matchAll(/;[BW]\[([a-s])([a-s])\]/g)]
    const squares = moves.map(([, x, y]) => x!.charCodeAt(0) - 97 + 19 * (y!.charCodeAt(0) - 97))
    return squares.length >= 50 && squares.length <= 400 ? [upToTaken(squares)] : []
  })
}

/** Generated games for machines without the corpus: random legal moves. */
function randomGames(): Squares[] {
  const random = seededRandom(1)
  return Array.from({ length: 60 }, () =>
    upToTaken(
      Array.from({ length: 260 }, () => randomInt(random, 361)),
      true,
    ),
  )
}

function upToTaken(squares: Squares, skips = false): Squares {
  const position = go.start()
  const played: Squares = []
  for (const square of squares) {
    if (position.stoneAt(square) !== 0) {
      if (skips) continue
      break
    }
    go.play(position, makePlacement(square))
    played.push(square)
  }
  return played
}

const hasGames = hasCorpus('go')
if (!hasGames) console.log('The corpus is not here: random games instead of real ones.')
const games = hasGames ? corpusGames() : randomGames()
const moves = games.reduce((sum, game) => sum + game.length, 0)
const ROUNDS = 30

const peer = await measure('@sabaki/go-board', () => {
  for (const game of games) {
    let board = GoBoard.fromDimensions(19)
    let sign: 1 | -1 = 1
    for (const square of game) {
      board = board.makeMove(sign, [square % 19, Math.floor(square / 19)])
      sign = sign === 1 ? -1 : 1
    }
  }
  return { moves, games: games.length }
})

const play = await measure('play', () => {
  for (let round = 0; round < ROUNDS; round++) {
    for (const game of games) {
      const position = go.start()
      for (const square of game) position.play(makePlacement(square))
    }
  }
  return { moves: moves * ROUNDS, games: games.length * ROUNDS }
})

const playAndUndo = await measure('play and undo', () => {
  const position = go.start()
  for (let round = 0; round < ROUNDS; round++) {
    for (const game of games) {
      for (const square of game) position.play(makePlacement(square))
      while (position.ply > 0) position.undo()
    }
  }
  return { moves: moves * ROUNDS, games: games.length * ROUNDS }
})

const canonical = await measure('play with canonical keys', () => {
  const keys = new Uint32Array(2)
  for (let round = 0; round < ROUNDS; round++) {
    for (const game of games) {
      const position = go.start()
      for (const square of game) {
        position.play(makePlacement(square))
        position.canonicalKey(keys)
      }
    }
  }
  return { moves: moves * ROUNDS, games: games.length * ROUNDS }
})

printTable(`Go rules, ${games.length} games of ${moves} moves`, [peer, play, playAndUndo, canonical])
