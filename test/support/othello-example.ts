/**
 * Makes the Othello files under examples/: a year of games between invented
 * players, played by a simple program, with true theoretical scores. Run it to
 * write them again: `node test/support/othello-example.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { wthor } from '../../src/formats/wthor/format.ts'
import { moveTo, type Move } from '../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../src/model/record.ts'
import { othello, OthelloPosition, othelloScore } from '../../src/rules/othello/index.ts'
import { randomInt, seededRandom } from './random.ts'

const PLAYERS = ['Adler Ida', 'Bergé Théo', 'Cole Max', 'Dunn Eva']
const TOURNAMENTS = ['Open of the Lake', 'Coupe de la Forêt']

/** Empty squares from which the theoretical scores are found. */
const DEPTH = 10

/** What a disc on each square of a quarter of the board is worth. */
const WEIGHTS = [100, -20, 10, 5, -20, -50, -2, -2, 10, -2, 1, 1, 5, -2, 1, 0]

function weightOf(square: number): number {
  const fold = (line: number) => (line < 4 ? line : 7 - line)
  return WEIGHTS[fold(square >> 3) * 4 + fold(square & 7)]!
}

/** The score of Black with perfect play of both, between bounds. */
function solve(position: OthelloPosition, least: number, most: number): { score: number; move?: Move } {
  const moves = othello.legal(position)
  if (moves.length === 0) return { score: othelloScore(position)[0] }
  const isBlack = position.turn === 1
  moves.sort((left, right) => weightOf(moveTo(right)) - weightOf(moveTo(left)))
  let best: { score: number; move?: Move } = { score: isBlack ? -1 : 65 }
  for (const move of moves) {
    othello.play(position, move)
    const { score } = solve(position, least, most)
    othello.undo(position)
    if (isBlack ? score > best.score : score < best.score) best = { score, move }
    if (isBlack) least = Math.max(least, score)
    else most = Math.min(most, score)
    if (least >= most) break
  }
  return best
}

/** A move that looks good: corners, few moves for the other side, and some luck. */
function chooseMove(position: OthelloPosition, random: () => number): Move {
  let best: { value: number; move: Move } | undefined
  for (const move of othello.legal(position)) {
    const side = position.turn
    othello.play(position, move)
    const replies = position.turn === side ? -2 : othello.legal(position).length
    othello.undo(position)
    const value = weightOf(moveTo(move)) - 8 * replies + randomInt(random, 25)
    if (!best || value > best.value) best = { value, move }
  }
  return best!.move
}

function playGame(random: () => number, black: string, white: string, tournament: string): GameRecord {
  const record = emptyRecord('othello')
  const position = new OthelloPosition()
  let perfect: number | undefined
  while (!position.isOver) {
    const [blackDiscs, whiteDiscs] = position.count()
    const empty = 64 - blackDiscs - whiteDiscs
    if (empty === DEPTH) perfect = solve(position.clone(), -1, 65).score
    // Near the end a player finds the best move two times in three.
    const best = empty <= DEPTH && randomInt(random, 3) > 0 ? solve(position.clone(), -1, 65).move : undefined
    const move = position.ply === 0 ? othello.readMove(position, 'f5')! : (best ?? chooseMove(position, random))
    record.nodes.push({ parent: record.nodes.length - 1, move })
    position.play(move)
  }
  const score = othelloScore(position)
  const result: GameRecord['header']['result'] =
    score[0] === score[1] ? { outcome: 'draw', score } : { outcome: 'win', winner: score[0] > score[1] ? 1 : 2, score }
  record.header = {
    players: [
      { colour: 1, name: black },
      { colour: 2, name: white },
    ],
    event: { name: tournament },
    date: { year: 2001 },
    result,
    perfectScore: { score: perfect ?? score[0], emptySquares: DEPTH },
  }
  return record
}

/** The games of the year: everybody against everybody at both tournaments. */
export function makeExampleGames(): GameRecord[] {
  const random = seededRandom(2001)
  return TOURNAMENTS.flatMap((tournament, round) =>
    PLAYERS.flatMap((first, index) =>
      PLAYERS.slice(index + 1).map((second) =>
        round === 0 ? playGame(random, first, second, tournament) : playGame(random, second, first, tournament),
      ),
    ),
  )
}

/** The files by name. */
export async function makeExampleFiles(): Promise<Map<string, Uint8Array>> {
  const out = new MemorySinkSet('WTH_2001.wtb')
  const writer = await wthor.write(out, { settings: { created: '2001-12-31' } })
  for (const record of makeExampleGames()) writer.add(record)
  writer.finish()
  return out.files
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../../examples/othello')
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of await makeExampleFiles()) writeFileSync(join(folder, name), bytes)
}
