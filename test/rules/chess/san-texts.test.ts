import { describe, expect, test } from 'vitest'
import { isPass, makeMove } from '../../../src/model/move.ts'
import { walk, type MoveNode } from '../../../src/model/tree.ts'
import { chess, SanTexts } from '../../../src/rules/chess/index.ts'
import { randomTree } from '../../support/chessbase-records.ts'
import { scaled } from '../../support/scale.ts'

/** Trees with variations and null moves from the usual start. */
const trees = Array.from({ length: scaled(100, 2000) }, (_, seed) => randomTree(seed))
  .filter(({ setup }) => setup === undefined)
  .map(({ nodes }) => nodes)

/** Notes a tree, and returns how the rules write its moves. */
function note(texts: SanTexts, nodes: readonly MoveNode[]): string[] {
  const written: string[] = []
  texts.begin()
  walk(
    nodes,
    chess.start(),
    (position) => position.clone(),
    (position, { parent, move }, index) => {
      if (move === undefined) return
      written[index] = isPass(move) ? '' : chess.writeMove(position, move)
      texts.add(position, move, parent)
      position.play(move)
      texts.addCheck(position)
    },
  )
  return written
}

describe('the noted texts of a tree', () => {
  test('are what the rules write', () => {
    const texts = new SanTexts()
    for (const nodes of trees) {
      const written = note(texts, nodes)
      expect(texts.matches(nodes)).toBe(true)
      const noted = nodes.map((_, index) =>
        index === 0 ? undefined : String.fromCharCode(...texts.bytes.subarray(texts.starts[index], texts.ends[index])),
      )
      expect(noted.slice(1)).toEqual(written.slice(1))
    }
  })

  test('do not match a tree that was changed', () => {
    const texts = new SanTexts()
    for (const nodes of trees) {
      if (nodes.length < 3) continue
      note(texts, nodes)
      const middle = nodes.length >> 1
      const other = nodes[middle]!
      const changed: MoveNode[][] = [
        nodes.slice(0, -1),
        [...nodes, { parent: 0, move: makeMove(12, 28) }],
        nodes.with(middle, { ...other, move: other.move! ^ 1 }),
        nodes.with(middle, { parent: other.parent, unread: { text: 'e4' } }),
        nodes.with(middle, { ...other, parent: other.parent === 0 ? 1 : 0 }),
      ]
      for (const tree of changed) expect(texts.matches(tree)).toBe(false)
      // What another reader of the record does to its nodes in place is seen as well.
      const original = other.move!
      other.move = original ^ 64
      expect(texts.matches(nodes)).toBe(false)
      other.move = original
      expect(texts.matches(nodes)).toBe(true)
    }
  })

  test('match no tree before one was noted, nor after it was forgotten', () => {
    const texts = new SanTexts()
    const root: MoveNode[] = [{ parent: -1 }]
    expect(texts.matches(root)).toBe(false)
    texts.begin()
    expect(texts.matches(root)).toBe(true)
    texts.forget()
    texts.add(chess.start(), makeMove(12, 28), 0)
    expect(texts.matches(root)).toBe(false)
  })
})
