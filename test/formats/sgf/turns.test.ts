/** Who is to move after stones were set up, where SGF does not say: in the record, its lines and keys, and analyses. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { annotateGame, gamePositions } from '../../../src/engines/index.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { MainLineWriter } from '../../../src/positions/main-line.ts'
import { writeMainLine } from '../../../src/positions/follow-line.ts'
import { go, positionAt } from '../../../src/rules/index.ts'
import { readOne, withoutOrigin, writeSgf } from '../../support/sgf.ts'

function turnAt(record: GameRecord, node: number): number {
  return positionAt(go, record, node).turn
}

describe('the side to move after a set-up', () => {
  it.each([
    ['the next move White', '(;SZ[9]AB[aa];W[bb])', 0, 2],
    ['the next move Black', '(;SZ[9]HA[2]AB[aa][bb];B[cc])', 0, 1],
    ['a move later than the next node', '(;SZ[9]AB[aa];C[x];W[bb])', 0, 2],
    ['a move that is unread', '(;SZ[9]AB[aa];W[zz])', 0, 2],
    ['a pass', '(;SZ[9]AB[aa];W[])', 0, 2],
    ['a move in the root', '(;SZ[9]AB[aa]W[bb])', 0, 2],
    ['the first of the variations', '(;SZ[9]AB[aa](;W[bb])(;B[cc]))', 0, 2],
    ['a handicap and no move', '(;SZ[9]HA[2]AB[cc][gg])', 0, 2],
    ['neither', '(;SZ[9]AB[cc][gg])', 0, 1],
    ['PL', '(;SZ[9]PL[B]AB[aa];W[bb])', 0, 1],
    ['in the second node, a move', '(;SZ[9]HA[2];AB[cc][gg];W[bb])', 1, 2],
    ['in the second node, a handicap', '(;SZ[9]HA[2];AB[cc][gg])', 1, 2],
    ['in the second node, neither', '(;SZ[9];AB[cc][gg])', 1, 1],
    ['before another set-up', '(;SZ[9];AB[cc];AW[dd];W[ee])', 1, 1],
    ['after another set-up', '(;SZ[9];AB[cc];AW[dd];W[ee])', 2, 2],
    ['within the game, the other colour', '(;SZ[9];B[aa];AW[bb];B[cc])', 2, 1],
    ['within the game, the usual one', '(;SZ[9];B[aa];AB[bb];W[cc])', 2, 2],
    ['within the game, at its end', '(;SZ[9]HA[2];B[aa];W[bb];AB[cc])', 3, 1],
    ['stones taken off', '(;SZ[9];B[aa];AE[aa];B[cc])', 2, 1],
    ['handicap stones that HA implies', '(;SZ[19]HA[3];W[bb])', 0, 2],
  ])('is that of %s', async (_title, text, node, turn) => {
    const record = await readOne(text)
    expect(turnAt(record, node)).toBe(turn)
    const again = await readOne((await writeSgf([record])).text)
    expect(turnAt(again, node)).toBe(turn)
    expect(withoutOrigin(again)).toEqual(withoutOrigin(record))
  })

  it('is that of which an engine spoke', async () => {
    const said = 'LZ[K 40.0 100\nmove A1 visits 50 winrate 6000 scoreMean 2 pv A1]'
    const white = await readOne(`(;SZ[9]AB[cc]AW[dd]${said};W[aa])`)
    // The chance is that of the player who moved, Black, the candidates are those of White.
    expect(white.nodes[0]!.evaluation).toMatchObject({ winrate: 0.4, lines: [{ winrate: 0.4, scoreLead: -2 }] })
    expect((await writeSgf([white])).text).toContain('LZ[')
    const black = await readOne(`(;SZ[9]AB[cc]AW[dd]${said};B[aa])`)
    expect(black.nodes[0]!.evaluation).toMatchObject({ winrate: 0.6, lines: [{ winrate: 0.6, scoreLead: 2 }] })
  })
})

const file = (name: string) => readFileSync(new URL(`../../cases/go/${name}`, import.meta.url), 'utf8')

describe('handicap stones in the second node', () => {
  const [inRoot, inSecond] = [file('05-handicap-in-root.sgf'), file('04-handicap-in-second-node.sgf')]

  it('give the same line for the index, with its keys', async () => {
    const linesOf = async (text: string) => {
      const lines = new MainLineWriter()
      writeMainLine(lines, go, await readOne(text))
      return [...lines.words.subarray(0, lines.length)]
    }
    expect(await linesOf(inSecond)).toEqual(await linesOf(inRoot))
  })

  it('are evaluated with the position after them, and nobody is to blame for them', async () => {
    for (const text of [inRoot, inSecond]) {
      const record = await readOne(text)
      const positions = gamePositions(record)
      expect(positions.map(({ ply, task }) => [ply, task!.position.turn])).toEqual([
        [0, 2],
        [1, 1],
        [2, 2],
        [3, 1],
      ])
      const evaluations = positions.map(() => ({ winrate: 0.9, lines: [] }))
      const options = { threshold: 0.1, sides: [1, 2], variationMoves: 3, isFull: false } as const
      const { record: done, summaries } = annotateGame(record, positions, evaluations, options)
      expect(done.nodes.flatMap(({ glyphs }) => glyphs ?? [])).toEqual([])
      expect(done.nodes).toHaveLength(record.nodes.length)
      expect([summaries[1]!.moves, summaries[2]!.moves]).toEqual([1, 2])
    }
  })

  it('are no move of the game in its middle either', async () => {
    const record = await readOne('(;SZ[9];B[aa];W[bb];AB[cc][dd][ee];W[ff];B[gg])')
    const positions = gamePositions(record)
    expect(positions.map(({ node, ply }) => [node, ply])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 2],
      [4, 3],
      [5, 4],
    ])
    const evaluations = positions.map((_position, index) => ({ winrate: index < 3 ? 0.5 : 0.99 }))
    const options = { threshold: 0.1, sides: [1, 2], variationMoves: 3, isFull: false } as const
    const { record: done, summaries } = annotateGame(record, positions, evaluations, options)
    expect(done.nodes.flatMap(({ glyphs }) => glyphs ?? [])).toEqual([])
    expect([summaries[1]!.averageLoss, summaries[2]!.averageLoss]).toEqual([0, 0])
  })
})
