/** What a repertoire is made of: its side, its positions, and how games are counted in them. */
import { describe, expect, it } from 'vitest'
import { emptyRecord } from '../../src/model/record.ts'
import { parseLine } from '../../src/query/position.ts'
import { afterAnswer, makeRepertoire, sidesOf, type CardProgress } from '../../src/repertoire/index.ts'
import { numberOfKey, PositionCounts } from '../../src/repertoire/position-counts.ts'
import { addPoints, emptyScore, pointsOf } from '../../src/repertoire/scores.ts'
import { pgnRecords, studyGame } from '../support/study-games.ts'

const treesOf = (moves: string) => pgnRecords(studyGame('?', '?', '????.??.??', '*', moves))

describe('a repertoire', () => {
  it('is for the side with fewer choices, for both if neither has fewer', async () => {
    expect(sidesOf(makeRepertoire('chess', await treesOf('1. e4 e5 (1... c5 2. Nf3) 2. Nf3')))).toEqual([1])
    expect(sidesOf(makeRepertoire('chess', await treesOf('1. e4 (1. d4 d5) e5')))).toEqual([2])
    // One side has a position more here, and neither a choice.
    expect(sidesOf(makeRepertoire('chess', await treesOf('1. e4 e5 2. Nf3')))).toEqual([1, 2])
  })

  it('leaves out a tree whose start is no position, and keeps the others', async () => {
    const broken = { ...emptyRecord('chess'), setup: 'no position' }
    const [whole] = await treesOf('1. e4 e5')
    const { position } = parseLine('chess', undefined, 'e4')
    expect(makeRepertoire('chess', [broken, whole!]).movesAt(position)).toHaveLength(1)
  })
})

describe('games in positions', () => {
  it('count once, however often they come to a position and to a move', () => {
    const counts = new PositionCounts('chess', 2000)
    const { position, moves } = parseLine('chess', undefined, 'Nf3 Nf6 Ng1 Ng8')
    for (const [id, year] of [
      [1, 1990],
      [1, 1990],
      [2, 2005],
    ] as const) {
      counts.add(position, moves[0], { id, points: 1, year })
    }
    expect(counts.at(position)).toMatchObject({ games: 2, won: 2, recent: 1, lastYear: 2005 })
    expect(counts.movesAt(position)).toMatchObject([{ games: 2, won: 2 }])
  })

  it('of keys that differ in any of the upper 53 bits are apart', () => {
    const numbers = Array.from({ length: 53 }, (_, at) => {
      const bit = 63 - at
      return bit >= 32 ? numberOfKey((1 << (bit - 32)) | 0, 0) : numberOfKey(0, (1 << bit) | 0)
    })
    expect(new Set([numberOfKey(0, 0), ...numbers]).size).toBe(54)
  })

  it('give points to either side, to none where both have lost, and none are known of others', () => {
    const pairs = ['1-0', '0-1', '1/2-1/2', '0-0', '*'].map((result) => [pointsOf(result, 1), pointsOf(result, 2)])
    expect(pairs).toEqual([
      [1, 0],
      [0, 1],
      [0.5, 0.5],
      [0, 0],
      [undefined, undefined],
    ])
    const score = emptyScore()
    addPoints(score, pointsOf('0-0', 2))
    addPoints(score, undefined)
    expect(score).toEqual({ games: 2, won: 0, drawn: 0, lost: 1 })
  })
})

it('a card is due after the same number of days whenever the same answers were given', () => {
  const day = 86_400_000
  const daysOf = (start: number) => {
    let now = start
    let progress: CardProgress | undefined
    return Array.from({ length: 6 }, () => {
      progress = afterAnswer(progress, 'right', now)
      const days = (progress.due - now) / day
      now = progress.due
      return days
    })
  }
  const noon = Date.parse('2026-01-01T12:00:00Z')
  const days = daysOf(noon)
  expect(days.at(-1)).toBeGreaterThan(100)
  for (let at = 1; at < 20; at++) expect(daysOf(noon + at * day + at)).toEqual(days)
})
