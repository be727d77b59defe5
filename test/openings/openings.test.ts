import { describe, expect, it } from 'vitest'
import { makeChessKernel } from '../../src/formats/chess-kernel.ts'
import { emptyRecord, type Game, type MoveNode } from '../../src/model/index.ts'
import { loadAllOpenings, loadOpenings, PositionBook } from '../../src/openings/index.ts'
import { CHESS_OPENINGS } from '../../src/openings/chess-table.ts'
import { chess, rulesOf } from '../../src/rules/index.ts'
import { symmetryCount, transformMove } from '../../src/rules/symmetry.ts'
import { recordOf } from '../support/lines.ts'

async function bookOf(game: Game): Promise<PositionBook> {
  const book = await loadOpenings(game)
  if (!(book instanceof PositionBook)) throw new Error(`${game} has no book of positions`)
  return book
}

const nameOf = async (game: Game, text: string) => (await loadOpenings(game))!.of(recordOf(game, text))

describe('openings of chess', () => {
  it('are all there, with a code and a name each, every move of them legal', async () => {
    const { openings } = await bookOf('chess')
    expect(openings).toHaveLength(3523)
    for (const { code, name } of openings)
      expect([code, name]).toEqual([expect.stringMatching(/^[A-E]\d\d$/), expect.stringMatching(/^\S.*\S$/)])
    // Every code of the encyclopaedia but those that only continue others.
    expect(new Set(openings.map(({ code }) => code)).size).toBeGreaterThan(490)
  })

  it.each([
    ['e4', 'B00', "King's Pawn Game"],
    ['e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6', 'B90', 'Sicilian Defense: Najdorf Variation'],
    ['e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 a3 h6 h3 h5', 'B90', 'Sicilian Defense: Najdorf Variation'],
    ['Nf3 Nf6 d4 e6 c4', 'E10', 'Indian Defense: Anti-Nimzo-Indian'],
    ['c4 e6 Nc3 Nf6 d4 Bb4', 'E20', 'Nimzo-Indian Defense'],
  ])('%s is %s %s, whatever the order of moves', async (moves, code, name) => {
    const found = await nameOf('chess', moves)
    expect(found?.code).toBe(code)
    expect(found?.name).toBe(name)
  })

  it('are the same where the kernel finds the keys', async () => {
    const kernel = makeChessKernel()!
    const prepared = new PositionBook('chess', CHESS_OPENINGS)
    prepared.prepare((moves) => kernel.keyAfter(moves))
    const book = await bookOf('chess')
    expect(prepared.openings).toEqual(book.openings)
    const position = chess.start()
    for (const move of ['e2e4', 'c7c5', 'g1f3', 'd7d6', 'd2d4', 'c5d4']) {
      chess.play(position, chess.readMove(position, move)!)
      expect(prepared.at(position)).toEqual(book.at(position))
    }
    expect(() => kernel.keyAfter(['e4', 'e4'])).toThrow(TypeError)
  })

  it('are not those of other variants, nor of invalid starts', async () => {
    const book = await bookOf('chess')
    const record = recordOf('chess', 'e4 e5')
    expect(book.of({ ...record, variant: 'chess960' })).toBeUndefined()
    expect(book.of({ ...record, setup: 'nonsense' })).toBeUndefined()
    expect(book.of({ ...record, setup: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' })).toBeUndefined()
    expect(book.of(emptyRecord('chess'))).toBeUndefined()
    expect(book.of(emptyRecord('othello'))).toBeUndefined()
  })

  it('end where a position is set up or a move cannot be read', async () => {
    const book = await bookOf('chess')
    const [root, ...moves] = recordOf('chess', 'e4 c5').nodes
    const named = (index: number, change: Partial<MoveNode>) =>
      book.of({
        ...emptyRecord('chess'),
        nodes: [root!, ...moves.map((node, at) => (at === index ? { ...node, ...change } : node))],
      })
    expect(named(0, {})?.name).toBe('Sicilian Defense')
    expect(named(1, { edits: [{ squares: [0], piece: 'Q' }] })?.name).toBe("King's Pawn Game")
    const unread = moves.map(({ move: _move, ...node }, at) =>
      at === 0 ? { ...node, unread: { text: '?' } } : moves[at]!,
    )
    expect(book.of({ ...emptyRecord('chess'), nodes: [root!, ...unread] })).toBeUndefined()
    // Only the main line names the game.
    const variation = { parent: 0, move: chess.readMove(chess.start(), 'd4')! }
    expect(book.of({ ...emptyRecord('chess'), nodes: [root!, moves[0]!, variation] })?.name).toBe("King's Pawn Game")
  })

  it('are found by the keys of positions as by the moves', async () => {
    const book = await bookOf('chess')
    const record = recordOf('chess', 'd4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6 a3 a6 h3')
    const rules = rulesOf('chess')
    const position = rules.start()
    const keys = new Uint32Array(2 * record.nodes.length)
    for (const [index, { move }] of record.nodes.entries()) {
      if (move !== undefined) rules.play(position, move)
      rules.key(position, keys, 2 * index)
    }
    expect(book.ofKeys(keys, record.nodes.length)).toEqual(book.of(record))
    expect(book.of(record)).toEqual({ code: 'D58', name: "Queen's Gambit Declined: Tartakower Defense" })
  })
})

describe('openings of Othello', () => {
  it('are all there, every move of them legal', async () => {
    const { openings } = await bookOf('othello')
    expect(openings.length).toBeGreaterThan(70)
    expect(new Set(openings.map(({ name }) => name)).size).toBe(openings.length)
  })

  it('have the same name under all symmetries of the board', async () => {
    const book = await bookOf('othello')
    const record = recordOf('othello', 'f5 d6 c3 d3 c4 f4 c5 b3 c2')
    expect(book.of(record)?.name).toBeDefined()
    const names = new Set<string | undefined>()
    for (let symmetry = 0; symmetry < symmetryCount(8, 8); symmetry++) {
      const rules = rulesOf('othello')
      const position = rules.start()
      const nodes = record.nodes.map((node) =>
        node.move === undefined ? node : { ...node, move: transformMove(node.move, symmetry, 8, 8) },
      )
      const isPlayable = nodes.every(({ move }) => {
        if (move === undefined) return true
        const isLegal = rules.isLegal(position, move)
        if (isLegal) rules.play(position, move)
        return isLegal
      })
      // Turned by a quarter the start itself has other colours.
      if (isPlayable) names.add(book.of({ ...record, nodes })?.name)
    }
    expect([...names]).toEqual([book.of(record)?.name])
  })

  it.each([
    ['f5 d6 c3 d3 c4', 'Tiger'],
    ['f5 f6', 'Diagonal Opening'],
    ['f5 f4', 'Parallel Opening'],
    ['f5 d6', 'Perpendicular Opening'],
  ])('%s is the %s', async (moves, name) => {
    expect((await nameOf('othello', moves))?.name).toBe(name)
  })
})

it('there are no names of openings in Go', async () => {
  expect(await loadOpenings('go')).toBeUndefined()
  expect((await loadAllOpenings()).has('go')).toBe(false)
})
