import { describe, expect, test } from 'vitest'
import { emptyRecord, type GameRecord } from '../../../src/model/record.ts'
import { makePass, makePlacement, moveTo } from '../../../src/model/move.ts'
import { TreeBuilder } from '../../../src/model/tree.ts'
import { go, strictGoIssues } from '../../../src/rules/go/index.ts'

/** A record of moves written in coordinates, from a set-up. */
function record(setup: string, ...moves: string[]): GameRecord {
  const game = emptyRecord('go')
  const position = go.parse(setup)
  game.size = { columns: position.columns, rows: position.rows }
  game.setup = setup
  const tree = new TreeBuilder()
  for (const text of moves) {
    const move = go.readMove(position, text)!
    tree.add(move)
    go.play(position, move)
  }
  game.nodes = tree.nodes
  return game
}

const ids = (game: GameRecord) => strictGoIssues(game).map(({ id, place }) => `${id} ${place?.node}`)

const KO = '1XO2/X1XO1/1XO2/5/5 w'

describe('stricter rules', () => {
  test('an ordinary line breaks none', () => {
    expect(ids(record('5/5/5/5/5 b', 'C3', 'C4', 'pass', 'D3', 'pass', 'pass'))).toEqual([])
  })

  test('a ko retaken at once', () => {
    expect(ids(record(KO, 'B4', 'C4'))).toEqual(['rules/go-ko 2'])
  })

  test('a ko retaken after an exchange elsewhere is fine', () => {
    expect(ids(record(KO, 'B4', 'E1', 'D1', 'C4'))).toEqual([])
  })

  test('a position that comes again after more than two moves', () => {
    expect(ids(record(KO, 'B4', 'pass', 'pass', 'C4'))).toEqual(['rules/go-superko 4'])
  })

  test('suicide, of one stone also a repetition', () => {
    expect(ids(record('X1XO/OOO1/4/4 b', 'B4'))).toEqual(['rules/go-suicide 1'])
    expect(ids(record('1O1/O2/3 b', 'A3'))).toEqual(['rules/go-suicide 1', 'rules/go-superko 1'])
  })

  test('the same colour twice, but not after a set-up', () => {
    expect(ids(record('5/5/5/5/5 b', 'B C3', 'B C4', 'W C5'))).toEqual(['rules/go-turns 2'])
    const handicap = emptyRecord('go')
    handicap.nodes = [
      { parent: -1, edits: [{ squares: [60, 300], piece: '1' }] },
      { parent: 0, move: makePlacement(0, 2) },
      { parent: 1, edits: [{ squares: [5], piece: '1' }] },
      { parent: 2, move: makePass(2) },
    ]
    expect(ids(handicap)).toEqual([])
  })

  test('stones put on and taken off in the middle of a game count', () => {
    const black = (square: number) => ({ squares: [square], piece: '1' })
    const white = (squares: number[]) => ({ squares, piece: '2' })
    const square = (text: string) => moveTo(go.readMove(go.parse('5/5/5/5/5 b'), text)!)
    const game = emptyRecord('go')
    game.size = { columns: 5, rows: 5 }
    const inTheCorner = { parent: 1, move: makePlacement(square('A1'), 1) }
    game.nodes = [
      { parent: -1, edits: [white([square('A2')])] },
      { parent: 0, edits: [white([square('B1')])] },
      inTheCorner,
    ]
    expect(ids(game)).toEqual(['rules/go-suicide 2', 'rules/go-superko 2'])
    game.nodes[1] = { parent: 0, edits: [black(square('B1'))] }
    expect(ids(game)).toEqual([])
    // A set-up says whose turn it is.
    game.nodes[1] = { parent: 0, turn: 1 }
    expect(ids(game)).toEqual([])
    game.nodes[1] = { parent: 0, turn: 2 }
    expect(ids(game)).toEqual(['rules/go-turns 2'])
  })

  test('lines are judged each by itself', () => {
    const game = record(KO, 'B4', 'C4')
    game.nodes.push({ parent: 1, move: makePlacement(24, 1) }, { parent: 3, move: makePlacement(23, 2) })
    game.nodes.push({ parent: 4, move: makePlacement(7, 1) })
    expect(ids(game)).toEqual(['rules/go-ko 2'])
  })

  test('only those asked for, at most so many', () => {
    const game = record(KO, 'B4', 'C4', 'B4', 'C4')
    expect(strictGoIssues(game, ['superko']).map(({ id }) => id)).toEqual(Array(3).fill('rules/go-superko'))
    expect(strictGoIssues(game, ['ko'], 2)).toHaveLength(2)
    expect(strictGoIssues(game, ['turns'])).toEqual([])
  })

  test('a line of 20,000 moves is judged in a moment', () => {
    const game = emptyRecord('go')
    const tree = new TreeBuilder()
    for (let ply = 0; ply < 20_000; ply++) tree.add(makePlacement((ply * 7) % 361))
    game.nodes = tree.nodes
    expect(strictGoIssues(game, ['superko']).length).toBeGreaterThanOrEqual(0)
  })
})
