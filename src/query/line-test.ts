/** Tests whether the moments of an expression follow one another in the main line of a record. */
import { PositionError } from '../issues/errors.ts'
import { isPass, isPlacement, moveFrom, movePromotion, moveTo, type Move } from '../model/move.ts'
import type { GameRecord } from '../model/record.ts'
import { isMaterialMet, type Material } from '../patterns/question/material.ts'
import { readPawns, type PawnFiles } from '../patterns/question/pawns.ts'
import { manOf } from '../patterns/question/pattern.ts'
import { followMainLine } from '../positions/follow-line.ts'
import { MainLineWriter, MEN } from '../positions/main-line.ts'
import { positionKey } from '../positions/position-key.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'
import type { Expression, MomentFact } from './query.ts'

type Line = Extract<Expression, { type: 'line' }>

/** A position of a main line as the facts see it. */
interface Seen {
  position: Position
  counts: Uint8Array
  /** Men on the board before the move that led here, and the man that was moved; absent at the start. */
  before?: Uint8Array
  moved?: number
}

/** A test of records for the moments of a line. Every moment is later than the one before it. */
export function makeLineOfMomentsTest({ game, moments }: Line): (record: GameRecord) => boolean {
  const rules = rulesOf(game)
  const tests = moments.map((facts) => facts.map((fact) => makeFactTest(game, fact)))
  const lines = new MainLineWriter()
  return (record) => {
    if (record.game !== game) return false
    let next = 0
    let before: Uint8Array | undefined
    let moved: number | undefined
    let isCounted = false
    const look = (position: Position, move: Move | undefined) => {
      if (next === tests.length) return
      // Most moves leave all men on the board, and counting them takes longer than all else.
      const counts = before && isCounted ? before : countMen(game, position)
      const seen: Seen = { position, counts, ...(before && { before }), ...(moved !== undefined && { moved }) }
      if (tests[next]!.every((test) => test(seen))) next++
      before = counts
      moved = move === undefined ? undefined : movedMan(game, position, move)
      isCounted = moved !== undefined && !changesMen(game, position, move!, moved)
    }
    lines.clear()
    try {
      followMainLine(rules, record, rules.start(record), lines, look)
    } catch (error) {
      // An invalid start shows nothing.
      if (!(error instanceof PositionError)) throw error
      return false
    }
    return next === tests.length
  }
}

function makeFactTest(game: Line['game'], fact: MomentFact): (seen: Seen) => boolean {
  if (fact.type === 'position') {
    const { key } = positionKey(game, fact.position)
    return ({ position }) => {
      const { key: other } = positionKey(game, position)
      return other[0] === key[0] && other[1] === key[1]
    }
  }
  if (fact.type === 'material') {
    return ({ position, counts }) =>
      isMaterialMet(fact.material, counts, () => pawnsOf(position)) && areBishopsMet(fact.material, position)
  }
  if (fact.type === 'moved') return ({ moved }) => moved !== undefined && fact.men.includes(moved)
  const kinds = MEN[game].length / 2
  if (fact.type === 'imbalance') {
    return ({ counts }) =>
      fact.surplus.every((surplus, kind) => kind === 0 || surplus === counts[kind]! - counts[kind + kinds]!)
  }
  return ({ before, counts, moved }) => {
    if (!before || moved === undefined) return false
    const isOfFirst = moved <= kinds
    // A man of one's own that is gone was promoted.
    return fact.men.some((man) => man <= kinds !== isOfFirst && counts[man]! < before[man]!)
  }
}

function countMen(game: Line['game'], position: Position): Uint8Array {
  const counts = new Uint8Array(MEN[game].length + 1)
  for (let square = 0; square < position.columns * position.rows; square++) {
    const man = manOf(game, position.pieceAt(square))
    if (man > 0) counts[man]!++
  }
  return counts
}

/** Whether a move of a man may change how many there are: it captures, perhaps in passing, or promotes. */
function changesMen(game: Line['game'], position: Position, move: Move, man: number): boolean {
  const [from, to] = [moveFrom(move), moveTo(move)]
  // Pawns are the first of the men of each colour.
  const isPawn = man % (MEN[game].length / 2) === 1
  const changesFile = from % position.columns !== to % position.columns
  return movePromotion(move) !== 0 || (isPawn && changesFile) || position.pieceAt(to) !== ''
}

function movedMan(game: Line['game'], position: Position, move: Move): number | undefined {
  return isPass(move) || isPlacement(move) ? undefined : manOf(game, position.pieceAt(moveFrom(move)))
}

function pawnsOf(position: Position): PawnFiles {
  return readPawns((square) => {
    const piece = position.pieceAt(square)
    return piece === 'P' ? 1 : piece === 'p' ? 2 : 0
  })
}

/** Whether bishops, one of each side, stand on squares of the same colour or not, as is wanted. */
function areBishopsMet({ bishops, game }: Material, position: Position): boolean {
  if (bishops === undefined || game !== 'chess') return true
  const colours = (['B', 'b'] as const).map((letter) => {
    const squares = Array.from({ length: 64 }, (_, square) => square).filter((at) => position.pieceAt(at) === letter)
    return squares.length === 1 ? (squares[0]! + (squares[0]! >> 3)) % 2 : undefined
  })
  const [one, other] = colours
  return one !== undefined && other !== undefined && (one === other) === (bishops === 'same')
}
