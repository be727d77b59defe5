/**
 * The main lines of some games, read from the position index: flat numbers, a few blocks at a time, so that the games of
 * a player among a million are walked through without opening one of them in the catalogue.
 */
import type { Database } from '../database/database.ts'
import { makePass, makePlacement, type Colour, type Move } from '../model/move.ts'
import { USUAL_SIZE, type Game } from '../model/record.ts'
import { hasStones, LAST_EVENT, LINE_HEAD, PASS_VALUE, SET_UP_EVENT, STONE_SHIFT } from '../positions/main-line.ts'
import { decodeMove } from '../positions/move-code.ts'
import { BLOCK_GAMES } from '../positions/segment/segment-blocks.ts'
import type { NumberedLine } from '../positions/segment/segment-lines.ts'
import type { Segment } from '../positions/read/segment.ts'

/** The main lines of some games, in the order of their numbers within each segment; each is good until the next. */
export async function* linesOf(database: Database, game: Game, ids: readonly number[]): AsyncGenerator<NumberedLine> {
  for (const segment of database.segmentsOf(game)) {
    const facts = await segment.readFacts()
    const own = ids.filter((id) => facts.has(id)).sort((left, right) => left - right)
    yield* linesIn(segment, own)
  }
}

/** The lines of some games of a segment, in order. */
async function* linesIn(segment: Segment, ids: readonly number[]): AsyncGenerator<NumberedLine> {
  const blockOf = (id: number) => Math.floor((id - segment.header.firstGame) / BLOCK_GAMES)
  for (let at = 0; at < ids.length;) {
    const from = blockOf(ids[at]!)
    const most = await segment.lines.window(from)
    // Blocks beside each other are read at once, as long as each of them has a game that is wanted.
    let to = from + 1
    let end = at
    while (end < ids.length && blockOf(ids[end]!) <= to && blockOf(ids[end]!) < most) {
      to = Math.max(to, blockOf(ids[end]!) + 1)
      end++
    }
    const blocks = await segment.lines.read(from, to)
    for (; at < end; at++) {
      const index = ids[at]! - segment.header.firstGame
      const { ends, words } = blocks[Math.floor(index / BLOCK_GAMES) - from]!
      const inBlock = index % BLOCK_GAMES
      const line = words.subarray(inBlock === 0 ? 0 : ends[inBlock - 1]!, ends[inBlock])
      if (line.length > 0) yield { game: ids[at]!, words: line }
    }
  }
}

/** Whether a line begins at the usual start of its game, on a board of the usual size. */
export function isUsualLine(game: Game, words: Uint16Array): boolean {
  const { columns, rows } = USUAL_SIZE[game]
  return words[0] === (columns | (rows << 8)) && words[1] === 0
}

/** The first moves of a line, up to where stones are set up in it. */
export function movesOfLine(game: Game, words: Uint16Array, most: number): Move[] {
  const moves: Move[] = []
  if (!hasStones(game)) {
    const end = Math.min(words.length, LINE_HEAD + most)
    for (let at = LINE_HEAD; at < end; at++) {
      const move = decodeMove(game, words[at]!)
      if (move === undefined) break
      moves.push(move)
    }
    return moves
  }
  for (let at = LINE_HEAD; at < words.length && moves.length < most; at++) {
    const event = words[at]!
    if (event & SET_UP_EVENT) break
    moves.push(moveOfEvent(game, event))
    // What the stone captures or turns over follows it.
    while (at < words.length && !(words[at]! & LAST_EVENT)) at++
  }
  return moves
}

/** The move whose stone an event sets. Moves of Othello do not say their colour. */
function moveOfEvent(game: Game, event: number): Move {
  const value = (event >> STONE_SHIFT) & 3
  const square = event & 0xfff
  if (value === PASS_VALUE) return makePass(game === 'go' ? (square as Colour) : 0)
  return makePlacement(square, game === 'go' ? (value as Colour) : 0)
}
