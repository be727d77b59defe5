/** Winning chances, judgements and accuracy against lichess's figures, and what is written into a record. */
import { describe, expect, it } from 'vitest'
import {
  annotateGame,
  gameAccuracy,
  gamePositions,
  judgeMove,
  moveAccuracy,
  winningChance,
  type AnnotateOptions,
  type Worth,
} from '../../src/engines/index.ts'
import type { Evaluation } from '../../src/model/annotation.ts'
import { emptyRecord, type GameRecord } from '../../src/model/record.ts'
import { mainLine } from '../../src/model/tree.ts'
import { chess } from '../../src/rules/index.ts'

const OPTIONS: AnnotateOptions = { threshold: 0.1, sides: [1, 2], variationMoves: 3, isFull: false }

function game(moves: string): GameRecord {
  const record = emptyRecord('chess')
  const position = chess.start()
  for (const text of moves.split(' ')) {
    const move = chess.readMove(position, text)!
    chess.play(position, move)
    record.nodes.push({ parent: record.nodes.length - 1, move })
  }
  return record
}

describe('the winning chance', () => {
  it.each([
    [0, 50],
    [100, 59.1],
    [200, 67.6],
    [300, 75.1],
    [-300, 24.9],
  ])('of %d hundredths is that of lichess', (centipawns, percent) => {
    expect(100 * winningChance('chess', { centipawns })!).toBeCloseTo(percent, 1)
  })

  it('is the engine’s own where it says one, and cut at ten pawns', () => {
    expect(winningChance('go', { winrate: 0.3, scoreLead: 9 })).toBe(0.3)
    expect(winningChance('chess', { centipawns: 5000 })).toBe(winningChance('chess', { mate: 3 }))
    expect(winningChance('xiangqi', { mate: -1 })).toBeLessThan(0.03)
    expect(winningChance('go', { scoreLead: 8 })).toBeCloseTo(0.75)
    expect(winningChance('othello', { centipawns: -400 })).toBeCloseTo(0.25)
    expect(winningChance('chess', { mate: 0 })).toBeUndefined()
    expect(winningChance('chess', { depth: 3 })).toBeUndefined()
  })
})

describe('a move', () => {
  const worth = (value: Evaluation): Worth => ({ chance: winningChance('chess', value)!, value })
  it.each([
    [{ centipawns: 20 }, { centipawns: 0 }, 1, undefined],
    [{ centipawns: 20 }, { centipawns: -60 }, 1, 'inaccuracy'],
    [{ centipawns: 20 }, { centipawns: -110 }, 1, 'mistake'],
    [{ centipawns: 20 }, { centipawns: -160 }, 1, 'blunder'],
    [{ centipawns: 20 }, { centipawns: -160 }, 2, undefined],
    [{ centipawns: -20 }, { centipawns: 160 }, 2, 'blunder'],
    // Mates: allowed, missed, slower.
    [{ centipawns: 100 }, { mate: -3 }, 1, 'blunder'],
    [{ centipawns: -800 }, { mate: -3 }, 1, 'mistake'],
    [{ centipawns: -1200 }, { mate: -3 }, 1, 'inaccuracy'],
    [{ mate: 2 }, { centipawns: 300 }, 1, 'blunder'],
    [{ mate: 2 }, { centipawns: 800 }, 1, 'mistake'],
    [{ mate: 2 }, { centipawns: 1200 }, 1, 'inaccuracy'],
    [{ mate: 2 }, { mate: -2 }, 1, 'blunder'],
    [{ mate: 2 }, { mate: 9 }, 1, undefined],
    [{ mate: -2 }, { mate: -1 }, 1, undefined],
    [{ mate: -2 }, { centipawns: 300 }, 2, 'blunder'],
    [{ mate: -2 }, { centipawns: -800 }, 2, 'mistake'],
  ] as const)('from %j to %j by %d is judged', (before, after, mover, expected) => {
    expect(judgeMove(worth(before), worth(after), mover)).toBe(expected)
  })

  it('that mates loses nothing', () => {
    expect(judgeMove(worth({ mate: 1 }), { chance: 1 }, 1)).toBeUndefined()
    expect(judgeMove(worth({ mate: -1 }), { chance: 0 }, 2)).toBeUndefined()
    expect(judgeMove(worth({ mate: 1 }), { chance: 0.5 }, 1)).toBe('blunder')
    expect(judgeMove(worth({ mate: -1 }), { chance: 0.5 }, 2)).toBe('blunder')
  })

  it('has the accuracy of lichess', () => {
    expect(moveAccuracy(0)).toBe(100)
    expect(moveAccuracy(-1)).toBe(100)
    expect(moveAccuracy(0.1)).toBeCloseTo(64.58, 1)
    expect(moveAccuracy(1)).toBe(0)
  })
})

it('the accuracy of a game is 100 without losses, and nothing without moves', () => {
  const chances = [0.5, 0.5, 0.5]
  const moves = [
    { colour: 1, loss: 0 },
    { colour: 2, loss: 0.2 },
  ] as const
  expect(gameAccuracy(chances, moves, 1)).toBe(100)
  expect(gameAccuracy(chances, moves, 2)).toBeCloseTo(moveAccuracy(0.2))
  expect(gameAccuracy([], [], 1)).toBeUndefined()
})

describe('a game', () => {
  // Fool's mate.
  const record = game('f3 e5 g4 Qh4#')
  const line = (at: number, ...texts: string[]) => {
    const position = gamePositions(record)[at]!.task!.position
    return texts.slice(0, 1).map((text) => chess.readMove(chess.clone(position as never), text)!)
  }
  const said: (Evaluation | undefined)[] = [
    {
      centipawns: 20,
      depth: 9,
      nodes: 77,
      source: 'Test',
      lines: [{ moves: line(0, 'e4'), centipawns: 20, depth: 9 }],
    },
    { centipawns: -80, depth: 9, lines: [] },
    { centipawns: -90, depth: 9, lines: [{ moves: line(2, 'd4'), centipawns: -90, depth: 9 }] },
    { mate: -1, depth: 9 },
    undefined,
  ]

  it('is evaluated up to its end', () => {
    const positions = gamePositions(record)
    expect(positions.map(({ task, result }) => (task ? 'task' : result))).toEqual(['task', 'task', 'task', 'task', 0])
    expect(gamePositions(record, 2).map(({ ply }) => ply)).toEqual([2, 3, 4])
  })

  it('gets values, glyphs, and better lines where something was lost', () => {
    const { record: done, summaries } = annotateGame(record, gamePositions(record), said, {
      ...OPTIONS,
      threshold: 0.05,
    })
    const main = [0, ...mainLine(done.nodes)]
    expect(main.map((node) => done.nodes[node]!.evaluation)).toEqual([
      { centipawns: 20, depth: 9 },
      { centipawns: -80, depth: 9 },
      { centipawns: -90, depth: 9 },
      { mate: -1, depth: 9 },
      undefined,
    ])
    expect(main.map((node) => done.nodes[node]!.glyphs?.[0]?.nag)).toEqual([undefined, 6, undefined, 4, undefined])
    const better = done.nodes.filter((_, node) => !main.includes(node))
    expect(better.map(({ evaluation }) => evaluation)).toEqual([
      { centipawns: -90, depth: 9 },
      { centipawns: 20, depth: 9 },
    ])
    expect(summaries[1]).toMatchObject({ moves: 2, counts: { inaccuracy: 1, mistake: 0, blunder: 1 } })
    expect(summaries[2]).toMatchObject({ moves: 2, accuracy: 100, counts: { inaccuracy: 0, mistake: 0, blunder: 0 } })
    expect(summaries[1]!.phases.opening.moves).toBe(2)
  })

  it('keeps glyphs of its author, all that was said if wanted, and judges one side', () => {
    const judged = game('f3 e5 g4 Qh4#')
    judged.nodes[3]!.glyphs = [{ nag: 5 }]
    const all = annotateGame(judged, gamePositions(judged), said, { ...OPTIONS, isFull: true })
    expect(all.record.nodes[3]!.glyphs).toEqual([{ nag: 5 }])
    expect(all.record.nodes[0]!.evaluation).toEqual(said[0])
    expect(judged.nodes[0]!.evaluation).toBeUndefined()
    const black = annotateGame(judged, gamePositions(judged), said, { ...OPTIONS, sides: [2] })
    expect(Object.keys(black.summaries)).toEqual(['2'])
    expect(black.record.nodes).toHaveLength(judged.nodes.length)
  })

  it('has no mistake where the engine chose the same move', () => {
    const chosen = said.map((evaluation, index) =>
      index === 2 && evaluation ? { ...evaluation, lines: [{ moves: [record.nodes[3]!.move!] }] } : evaluation,
    )
    const { record: done, summaries } = annotateGame(record, gamePositions(record), chosen, OPTIONS)
    expect(done.nodes[3]!.glyphs).toBeUndefined()
    expect(summaries[1]!.counts).toEqual({ inaccuracy: 1, mistake: 0, blunder: 0 })
  })

  it('with a move that cannot be read is evaluated up to there', () => {
    const broken = game('e4 e5')
    broken.nodes.push({ parent: 2, unread: { text: 'Zz9' } }, { parent: 3, move: broken.nodes[1]!.move! })
    expect(gamePositions(broken).map(({ fault }) => fault?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      'engine/unread',
    ])
  })
})
