/** Moves played by hand into records of the four games. */
import { describe, expect, it } from 'vitest'
import { addMove, changeNotes, deleteLine, makeMainLine, promote, type NodeNotes } from '../../src/model/tree-edit.ts'
import { emptyRecord, type Game, type GameRecord } from '../../src/model/record.ts'
import { isPass, makeMove, makePass, makePlacement, moveTo, PASS } from '../../src/model/move.ts'
import { treeFault } from '../../src/model/tree.ts'
import { sameJson } from '../../src/model/json.ts'
import {
  chess960Start,
  legalMovesFrom,
  illegalMoves,
  isPlayable,
  playMove,
  positionAt,
  rulesOf,
} from '../../src/rules/index.ts'
import { readPgn, writePgn } from '../support/pgn.ts'
import { pgnRecords } from '../support/pgn-records.ts'
import fc from '../support/properties.ts'
import { randomGames } from '../support/random-games.ts'
import { scaled } from '../support/scale.ts'
import { openSgfBytes, withoutOrigin, writeSgf } from '../support/sgf.ts'
import { goRecords } from '../support/sgf-records.ts'
import { readXqf, writeXqf } from '../support/xqf.ts'

const square = (name: string) => (Number(name[1]) - 1) * 8 + name.charCodeAt(0) - 97

/** The moves of chess that a hand makes between two squares. */
function chessHands(record: GameRecord, from: string, to: string): number[] {
  const rules = rulesOf('chess')
  return legalMovesFrom(rules, rules.start(record))
    .filter((hand) => hand.from === square(from) && hand.to === square(to))
    .map(({ move }) => move)
}

describe('moves by hand', () => {
  it.each<Game>(['chess', 'xiangqi', 'go', 'othello'])('are the legal moves of %s', (game) => {
    const rules = rulesOf(game)
    for (const record of randomGames(game, 20, 5)) {
      const position = positionAt(rules, record, record.nodes.length - 1)
      const hands = new Set(legalMovesFrom(rules, position).map(({ move }) => move))
      expect(hands).toEqual(new Set(rules.legal(position).filter((move) => !isPass(move))))
    }
  })

  it('castle with the king two squares on or onto the rook', () => {
    const record = { ...emptyRecord('chess'), setup: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' }
    const short = makeMove(square('e1'), square('h1'))
    expect(chessHands(record, 'e1', 'g1')).toEqual([short])
    expect(chessHands(record, 'e1', 'h1')).toEqual([short])
    expect(chessHands(record, 'e1', 'c1')).toEqual([makeMove(square('e1'), square('a1'))])
    expect(chessHands(record, 'e1', 'b1')).toEqual([])
  })

  it('never take a step of the king for castling', () => {
    // The king on f1 goes to g1 on foot; he castles onto his rook on g1 only when he takes it.
    const record = { ...emptyRecord('chess'), variant: 'chess960', setup: '4k3/8/8/8/8/8/8/5KR1 w G - 0 1' }
    expect(chessHands(record, 'f1', 'g1')).toEqual([makeMove(square('f1'), square('g1'))])
    for (let number = 0; number < 960; number += 37) {
      const start = { ...emptyRecord('chess'), variant: 'chess960', setup: chess960Start(number) }
      const rules = rulesOf('chess')
      const position = rules.start(start)
      for (const { from, to, move } of legalMovesFrom(rules, position)) {
        if (moveTo(move) !== to) expect(Math.abs(to - from!)).toBeGreaterThan(1)
      }
    }
  })

  it('offer four pieces to a pawn that arrives', () => {
    const record = { ...emptyRecord('chess'), setup: '7k/P7/8/8/8/8/8/K7 w - - 0 1' }
    expect(chessHands(record, 'a7', 'a8')).toHaveLength(4)
  })
})

describe('a move played', () => {
  it('enters the move that is there, by whatever name its colour goes', () => {
    const go = rulesOf('go')
    const record = emptyRecord('go')
    record.nodes.push({ parent: 0, move: makePlacement(60, 1) }, { parent: 1, move: makePass(2) })
    expect(playMove(go, record, 0, makePlacement(60))).toEqual({ record, node: 1 })
    expect(playMove(go, record, 1, PASS)).toEqual({ record, node: 2 })
    const other = playMove(go, record, 0, makePlacement(61))
    expect(other.node).toBe(3)
    expect(other.record.nodes[3]).toEqual({ parent: 0, move: makePlacement(61, 1) })
    expect(playMove(go, record, 0, makePlacement(60, 2)).node).toBe(3)
  })

  it('goes on after a pass of Othello that the record writes down', () => {
    const othello = rulesOf('othello')
    const record = randomGames('othello', 60, 3, 60)
      .map((record) => ({ record, at: passes(record) }))
      .find(({ at }) => at !== undefined)!
    const { nodes } = record.record
    const at = record.at!
    const written: GameRecord = {
      ...record.record,
      nodes: [
        ...nodes.slice(0, at + 1),
        { parent: at, move: PASS },
        ...nodes.slice(at + 1).map((node) => ({ ...node, parent: node.parent + 1 })),
      ],
    }
    expect(playMove(othello, written, at, nodes[at + 1]!.move!)).toEqual({ record: written, node: at + 2 })
    expect(playMove(othello, written, at, PASS).node).toBe(at + 1)
  })
})

/** The first node of the main line after which a side has to pass and the other one moves on. */
function passes(record: GameRecord): number | undefined {
  const othello = rulesOf('othello')
  for (let at = 1; at < record.nodes.length - 1; at++) {
    if (othello.isLegal(positionAt(othello, record, at), PASS)) return at
  }
  return undefined
}

/** An edit by numbers: what to do, where, and with which move or note. */
const edits = fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 999 }), fc.nat({ max: 999 })), {
  minLength: 1,
  maxLength: 8,
})

function editAtRandom(record: GameRecord, steps: readonly [number, number, number][], notes: NodeNotes): GameRecord {
  const rules = rulesOf(record.game)
  for (const [kind, place, pick] of steps) {
    const at = place % record.nodes.length
    if (kind <= 1 && isPlayable(record, at)) {
      const hands = legalMovesFrom(rules, positionAt(rules, record, at))
      const hand = hands[pick % Math.max(1, hands.length)]
      if (hand) record = playMove(rules, record, at, hand.move).record
    } else if (kind === 2) record = promote(record, at).record
    else if (kind === 3) record = makeMainLine(record, at).record
    else if (kind === 4 && at > 0) record = deleteLine(record, at).record
    else if (kind === 5) record = changeNotes(record, at, notes)
  }
  expect(treeFault(record.nodes)).toBeUndefined()
  return record
}

describe('an edited record', () => {
  const runs = { numRuns: scaled(100, 2000) }
  const comments = [{ text: 'A better move', placement: 'after' as const }]

  it('comes back equal from PGN', async () => {
    const notes: NodeNotes = {
      comments,
      glyphs: [{ nag: 5 }],
      marks: [
        { shape: 'colour', at: 12, paint: 'green' },
        { shape: 'arrow', at: 12, to: 28, paint: 'red' },
      ],
    }
    await fc.assert(
      fc.asyncProperty(pgnRecords, edits, async (record, steps) => {
        const edited = editAtRandom(record, steps, notes)
        expect((await readPgn((await writePgn([edited])).bytes)).records).toEqual([edited])
      }),
      runs,
    )
  })

  it('comes back equal from SGF', async () => {
    const notes: NodeNotes = { comments, marks: [{ shape: 'triangle', at: 0 }] }
    await fc.assert(
      fc.asyncProperty(goRecords, edits, async (record, steps) => {
        const edited = editAtRandom(record, steps, notes)
        const again = (await openSgfBytes((await writeSgf([edited])).bytes)).entry(0).record!
        if (!sameJson(withoutOrigin(again), edited)) expect(withoutOrigin(again)).toEqual(edited)
      }),
      runs,
    )
  })

  it('comes back equal from XQF', async () => {
    const games = randomGames('xiangqi', 50, 4).map(({ nodes }) => ({ ...emptyRecord('xiangqi'), nodes }))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...games), edits, async (record, steps) => {
        const edited = editAtRandom(record, steps, { comments: [{ text: '好棋', placement: 'after' }] })
        expect((await readXqf((await writeXqf(edited, '18')).bytes)).record).toEqual(edited)
      }),
      runs,
    )
  })

  it('has only the illegal moves it had', () => {
    const record = randomGames('chess', 1, 8)[0]!
    const rules = rulesOf('chess')
    const edited = editAtRandom(
      record,
      [
        [0, 3, 4],
        [1, 7, 2],
        [2, 31, 0],
        [0, 5, 5],
      ],
      { comments },
    )
    expect(illegalMoves(rules, edited)).toEqual([])
    expect(addMove(edited, 0, makeMove(0, 63)).record.nodes).toHaveLength(edited.nodes.length + 1)
  })
})
