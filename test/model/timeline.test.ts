import { describe, expect, test } from 'vitest'
import { makePass, makePlacement, type Colour } from '../../src/model/move.ts'
import type { Timeline, TimelineEvent } from '../../src/model/timeline.ts'
import { sameTree, timelineTree } from '../../src/model/timeline-tree.ts'
import { treeFault } from '../../src/model/tree.ts'
import { randomInt, seededRandom } from '../support/random.ts'

const move = (square: number, colour: Colour = 1): TimelineEvent => ({
  type: 'move',
  move: makePlacement(square, colour),
})
const takeback = (moves: number): TimelineEvent => ({ type: 'takeback', moves })

/** The tree as `parent:square` of each node. */
function shape(timeline: Timeline): string {
  const nodes = timelineTree(timeline, [])
  expect(treeFault(nodes)).toBeUndefined()
  return nodes.map((node) => `${node.parent}:${node.move === undefined ? '' : node.move & 0xfff}`).join(' ')
}

describe('the tree of a timeline', () => {
  test('a line', () => {
    expect(shape([])).toBe('-1:')
    expect(shape([move(1), move(2), move(3)])).toBe('-1: 0:1 1:2 2:3')
  })

  test('what is played after a take-back comes first', () => {
    expect(shape([move(1), move(2), takeback(1), move(3)])).toBe('-1: 0:1 1:3 1:2')
    expect(shape([move(1), move(2), takeback(2), move(3), takeback(1), move(1), move(4)])).toBe('-1: 0:1 1:4 1:2 0:3')
  })

  test('a repeated move continues from its old node', () => {
    const timeline = [move(1), move(2), takeback(2), move(1), move(2), move(3)]
    expect(shape(timeline)).toBe('-1: 0:1 1:2 2:3')
    expect(timeline.map(({ node }) => node)).toEqual([1, 2, 0, 1, 2, 3])
  })

  test('a move on the same point by the other colour is different, and so is a pass', () => {
    const timeline: Timeline = [move(1), takeback(1), move(1, 2), takeback(1), { type: 'move', move: makePass(1) }]
    expect(timelineTree(timeline, [])).toHaveLength(4)
  })

  test('a take-back of too many goes to the start', () => {
    expect(shape([move(1), takeback(9), move(2)])).toBe('-1: 0:2 0:1')
  })

  test('texts, marks and claims are on the node where they were made', () => {
    const players = [{ name: 'Li' }, {}]
    const timeline: Timeline = [
      { type: 'message', text: 'hello', actor: 0 },
      { ...move(1), comment: 'good', time: 5 },
      { type: 'mark', mark: { shape: 'label', at: 3, text: 'a' }, actor: 1 },
      { type: 'mark', mark: { shape: 'label', at: 3, text: 'a' } },
      { type: 'result', result: { outcome: 'win', winner: 2, by: 'resignation' }, actor: 1 },
      { type: 'result', result: { outcome: 'win', winner: 1, margin: 2.5 } },
      { type: 'result', result: { outcome: 'draw' } },
    ]
    const nodes = timelineTree(timeline, players)
    expect(nodes[0]!.comments?.map(({ text }) => text)).toEqual(['Li: hello'])
    expect(nodes[1]!.comments?.map(({ text }) => text)).toEqual(['good', '#2: W+R', 'B+2.5', '0'])
    expect(nodes[1]!.marks).toHaveLength(1)
    expect(nodes[1]!.clock).toEqual({ recordedAt: 5 })
  })

  test('branches keep their order and come before lines that were taken back', () => {
    const timeline: Timeline = [
      move(1),
      move(9),
      takeback(1),
      { type: 'branch', from: 2, name: 'first' },
      move(2),
      { type: 'branch', from: 2, comment: 'second' },
      move(9),
      { type: 'branch', from: 6, name: 'empty' },
    ]
    const nodes = timelineTree(timeline, [])
    expect(nodes.map(({ parent, name }) => [parent, name])).toEqual([
      [-1, undefined],
      [0, undefined],
      [1, 'first'],
      [1, undefined],
      [3, undefined],
      [4, 'empty'],
      [1, undefined],
    ])
    expect(nodes[3]!.comments).toEqual([{ text: 'second', placement: 'after' }])
  })

  test('the start describes node 0', () => {
    const edits = [{ squares: [4], piece: '1' }]
    const nodes = timelineTree([{ type: 'start', name: 'Lesson', edits, comment: 'x' }, move(1)], [])
    expect(nodes[0]).toEqual({ parent: -1, name: 'Lesson', edits, comments: [{ text: 'x', placement: 'after' }] })
  })

  test('is the one that playing step by step leads through', () => {
    const random = seededRandom(9)
    for (let round = 0; round < 200; round++) {
      const timeline: Timeline = []
      const line: number[] = []
      const lines: string[] = []
      for (let step = 0; step < 40; step++) {
        if (line.length > 0 && randomInt(random, 3) === 0) {
          const moves = 1 + randomInt(random, line.length)
          line.length -= moves
          timeline.push(takeback(moves))
        } else {
          line.push(randomInt(random, 4))
          timeline.push(move(line[line.length - 1]!))
        }
        lines.push(line.join())
      }
      const nodes = timelineTree(timeline, [])
      timeline.forEach(({ node }, index) => {
        const path: number[] = []
        for (let at = node!; at > 0; at = nodes[at]!.parent) path.unshift(nodes[at]!.move! & 0xfff)
        expect(path.join()).toBe(lines[index])
      })
      expect(new Set(lines).size + (lines.includes('') ? 0 : 1)).toBe(nodes.length)
    }
  })

  test('take-backs of long lines take few steps', () => {
    const timeline: Timeline = Array.from({ length: 40_000 }, (_, index) => move(index % 361))
    for (let times = 0; times < 40_000; times++) {
      timeline.push({ type: 'branch', from: 39_999, comment: 'again' }, takeback(40_000))
    }
    expect(timelineTree(timeline, [])).toHaveLength(80_001)
  })
})

describe('sameTree', () => {
  const nodes = () => timelineTree([move(1), { ...move(2), comment: 'a\r\nb' }], [])

  test('compares contents, not form', () => {
    const other = nodes()
    other[2]!.comments = [
      { text: 'a', placement: 'after' },
      { text: 'b', placement: 'after' },
    ]
    expect(sameTree(nodes(), other)).toBe(true)
  })

  test.each([
    ['a move', (copy: ReturnType<typeof nodes>) => (copy[1]!.move = makePlacement(3, 1))],
    ['a comment', (copy: ReturnType<typeof nodes>) => (copy[1]!.comments = [{ text: 'x', placement: 'after' }])],
    ['a name', (copy: ReturnType<typeof nodes>) => (copy[1]!.name = 'x')],
    ['a mark', (copy: ReturnType<typeof nodes>) => (copy[1]!.marks = [{ shape: 'label', at: 0, text: 'x' }])],
    ['a glyph', (copy: ReturnType<typeof nodes>) => (copy[1]!.glyphs = [{ nag: 1 }])],
    ['an edit', (copy: ReturnType<typeof nodes>) => (copy[1]!.edits = [{ squares: [7], piece: '1' }])],
    ['a node', (copy: ReturnType<typeof nodes>) => copy.push({ parent: 0, move: makePass(1) })],
  ])('sees a change of %s', (_, change) => {
    const copy = nodes()
    change(copy)
    expect(sameTree(nodes(), copy)).toBe(false)
  })
})
