/** Cards of a repertoire, their schedule, the progress as text, and a training. */
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../src/issues/errors.ts'
import { emptyRecord, type Game, type GameRecord } from '../../src/model/record.ts'
import { parseLine, parsePosition } from '../../src/query/position.ts'
import {
  afterAnswer,
  cardIdOf,
  chooseReply,
  dueCards,
  formatProgress,
  isCardMove,
  lineOfCard,
  mergeProgress,
  parseProgress,
  Training,
  trainingCards,
  type CardProgress,
  type TrainingCard,
} from '../../src/repertoire/index.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { positionAt } from '../../src/rules/replay.ts'
import fc from '../support/properties.ts'
import { pgnRecords, studyGame } from '../support/study-games.ts'

const TREE = '1. e4 e5 (1... c5 2. Nf3 d6 3. d4) 2. Nf3 (2. Nc3 Nc6 3. Nf3) Nc6 3. Nc3'
const trees = await pgnRecords(studyGame('?', '?', '????.??.??', '*', TREE))

const DAY = 86_400_000
const NOW = Date.parse('2026-01-01T12:00:00Z')

/** The main line of a record of a game, made of moves as text. */
function lineRecord(game: Game, moves: string): GameRecord {
  const record = emptyRecord(game)
  record.nodes = [{ parent: -1 }, ...parseLine(game, undefined, moves).moves.map((move, parent) => ({ parent, move }))]
  return record
}

function described(game: Game, records: readonly GameRecord[], cards: readonly TrainingCard[]) {
  const rules = rulesOf(game)
  return cards.map((card) => {
    const position = positionAt(rules, records[card.tree]!, card.node)
    return [lineOfCard(game, records, card), card.moves.map((move) => rules.writeMove(position, move)).join(' ')]
  })
}

describe('cards', () => {
  it('of a set-up number their moves from the side to move', async () => {
    const setup = '[SetUp "1"]\n[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"]\n'
    const records = await pgnRecords(studyGame('?', '?', '????.??.??', '*', '2... Nc6 3. Bb5 a6 4. Ba4', setup))
    expect(described('chess', records, trainingCards('chess', records, { sides: [1] }))).toEqual([
      ['1... Nc6', 'Bb5'],
      ['1... Nc6 2. Bb5 a6', 'Ba4'],
    ])
  })

  it('are the positions of one side with all moves of the repertoire, transpositions once', () => {
    expect(described('chess', trees, trainingCards('chess', trees, { sides: [1] }))).toEqual([
      ['', 'e4'],
      ['1. e4 e5', 'Nf3 Nc3'],
      ['1. e4 e5 2. Nf3 Nc6', 'Nc3'],
      ['1. e4 e5 2. Nc3 Nc6', 'Nf3'],
      ['1. e4 c5', 'Nf3'],
      ['1. e4 c5 2. Nf3 d6', 'd4'],
    ])
    expect(described('chess', trees, trainingCards('chess', trees, { sides: [2] })).map(([line]) => line)).toEqual([
      '1. e4',
      '1. e4 e5 2. Nf3',
      '1. e4 e5 2. Nc3',
      '1. e4 c5 2. Nf3',
    ])
    expect(trainingCards('chess', trees)).toHaveLength(10)
    expect(trainingCards('go', trees)).toEqual([])
  })

  it('begin at a position', () => {
    const from = parsePosition('chess', undefined, 'e4 c5')
    expect(described('chess', trees, trainingCards('chess', trees, { sides: [1], from }))).toEqual([
      ['1. e4 c5', 'Nf3'],
      ['1. e4 c5 2. Nf3 d6', 'd4'],
    ])
    const nowhere = parsePosition('chess', undefined, 'd4')
    expect(trainingCards('chess', trees, { from: nowhere })).toEqual([])
  })

  it.each([
    ['xiangqi', 'h2e2 h9g7', 'b2e2'],
    ['othello', 'f5d6c3', 'd3'],
    ['go', 'Q16 D4', 'D16'],
  ] as const)('of %s take mirror images for the same', (game, line, image) => {
    const records = [lineRecord(game, line)]
    const cards = trainingCards(game, records, { sides: [1] })
    const rules = rulesOf(game)
    const start = rules.start()
    expect(cardIdOf(game, start)).toBe(cards[0]!.id)
    expect(isCardMove(game, cards[0]!, start, rules.readMove(start, image)!)).toBe(true)
    expect(cards[0]!.moves).toHaveLength(1)
    const after = positionAt(rules, records[0]!, cards[0]!.node)
    const legal = rules.legal(after).filter((move) => isCardMove(game, cards[0]!, after, move))
    expect(legal.length).toBe({ xiangqi: 2, othello: 4, go: 4 }[game])
  })
})

describe('a schedule', () => {
  it('asks what was right later and later, and what was wrong soon', () => {
    let card = afterAnswer(undefined, 'right', NOW)
    expect(card).toMatchObject({ last: NOW, answers: 1, lapses: 0 })
    const intervals = [card.due - NOW]
    for (let turn = 0; turn < 4; turn++) {
      card = afterAnswer(card, 'right', card.due)
      intervals.push(card.due - card.last)
    }
    expect(intervals.every((interval, index) => interval > (intervals[index - 1] ?? 0))).toBe(true)
    const forgotten = afterAnswer(card, 'wrong', card.due)
    expect(forgotten).toMatchObject({ answers: 6, lapses: 1 })
    expect(forgotten.due - forgotten.last).toBeLessThan(intervals.at(-1)!)
    expect(forgotten.due - forgotten.last).toBeGreaterThanOrEqual(DAY)
    const hinted = afterAnswer(card, 'hinted', card.due)
    expect(hinted.due).toBeLessThan(afterAnswer(card, 'right', card.due).due)
    // A clock that was set back.
    expect(afterAnswer(card, 'right', card.last - DAY).last).toBe(card.last)
  })
})

const anyCard: fc.Arbitrary<CardProgress> = fc.record({
  due: fc.integer({ min: 0, max: 8.64e15 }),
  last: fc.integer({ min: 0, max: Date.UTC(10_000, 0) - 1 }),
  stability: fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
  difficulty: fc.double({ min: 1, max: 10, noNaN: true }),
  answers: fc.integer({ min: 1, max: 1e9 - 1 }),
  lapses: fc.integer({ min: 0, max: 1e9 - 1 }),
})
const anyId = fc
  .tuple(fc.constantFrom('chess', 'xiangqi', 'go', 'othello'), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }))
  .map(([game, key]) => `${game}:${key.toString(16).padStart(16, '0')}`)

describe('progress', () => {
  it('comes back from its text', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyId, anyCard)), (cards) => {
        const progress = new Map(cards)
        expect(parseProgress(formatProgress(progress))).toEqual(
          new Map([...progress].sort(([one], [other]) => (one < other ? -1 : 1))),
        )
      }),
    )
  })

  it('of any card goes on after an answer', () => {
    fc.assert(
      fc.property(anyId, anyCard, fc.constantFrom('right', 'hinted', 'wrong'), (id, card, grade) => {
        const progress = new Map([[id, afterAnswer(card, grade, NOW)]])
        expect(parseProgress(formatProgress(progress))).toEqual(progress)
      }),
    )
  })

  it('of answers is read again', () => {
    const [card] = trainingCards('chess', trees)
    const progress = new Map([[card!.id, afterAnswer(undefined, 'wrong', NOW)]])
    expect(parseProgress(formatProgress(progress))).toEqual(progress)
  })

  const card =
    '"due":"2026-01-01T00:00:00.000Z","last":"2026-01-01T00:00:00.000Z","difficulty":5,"answers":1,"lapses":0'
  const file = (cards: string) => `{"ludograph":"training","version":1,"cards":${cards}}`
  it.each([
    ['', 'training/other'],
    ['[]', 'training/other'],
    ['{"ludograph":"games"}', 'training/other'],
    ['{"ludograph":"training","version":2,"cards":{}}', 'training/version'],
    [file('[]'), 'training/other'],
    [file(`{"chess:0123456789abcdef":{${card}}}`), 'training/card'],
    [file(`{"chess:0123456789abcdef":{${card},"stability":1e300}}`), 'training/card'],
    [file(`{"chess:0123456789abcdef":{${card},"stability":"1"}}`), 'training/card'],
    [file(`{"chess:0123456789abcdef":{${card},"stability":1,"due":5}}`), 'training/card'],
    [file(`{"chess:0123456789abcdef":{${card},"stability":1,"due":"soon"}}`), 'training/card'],
    [file(`{"chess:0123456789abcdef":{${card},"stability":1,"last":"+010000-01-01T00:00:00.000Z"}}`), 'training/card'],
    [file(`{"__proto__":{${card},"stability":1}}`), 'training/card'],
    [file('{"chess:0123456789abcdef":null}'), 'training/card'],
  ])('%j is refused', (text, code) => {
    expect(() => parseProgress(text)).toThrow(FormatError)
    try {
      parseProgress(text)
    } catch (error) {
      expect((error as FormatError).code).toBe(code)
    }
  })

  it('of two places is one, with the later answer of each card', () => {
    const early = afterAnswer(undefined, 'right', NOW)
    const late = afterAnswer(early, 'wrong', NOW + DAY)
    const merged = mergeProgress(new Map([['a', early], ['b', late]]), new Map([['a', late], ['b', early], ['c', early]])) // prettier-ignore
    expect(merged).toEqual(new Map([['a', late], ['b', late], ['c', early]])) // prettier-ignore
  })
})

describe('a training', () => {
  const cards = trainingCards('chess', trees, { sides: [1] })

  it('asks what is due first, then new positions up to a number', () => {
    const known = (due: number) => ({ ...afterAnswer(undefined, 'right', NOW), due })
    const progress = new Map([
      [cards[1]!.id, known(NOW)],
      [cards[3]!.id, known(NOW - DAY)],
      [cards[0]!.id, known(NOW + 1)],
    ])
    const order = (newCards?: number) =>
      dueCards(cards, progress, { now: NOW, ...(newCards !== undefined && { newCards }) }).map((card) =>
        cards.indexOf(card),
      )
    expect(order()).toEqual([3, 1, 2, 4, 5])
    expect(order(1)).toEqual([3, 1, 2])
    expect(order(0)).toEqual([3, 1])
  })

  it('asks what was wrong again after three others, and counts the first answer only', () => {
    const training = new Training(cards, new Map())
    const asked: number[] = []
    while (training.card) {
      const at = cards.indexOf(training.card)
      const isFirst = !asked.includes(at)
      asked.push(at)
      const progress = training.answer(at === 1 && isFirst ? 'wrong' : 'right', NOW)
      expect(progress === undefined).toBe(!isFirst)
    }
    expect(asked).toEqual([0, 1, 2, 3, 4, 1, 5])
    expect([training.right, training.answered, training.left]).toEqual([5, 6, 0])
    expect(training.progress.size).toBe(6)
    expect(training.progress.get(cards[1]!.id)).toEqual(afterAnswer(undefined, 'wrong', NOW))
    expect(() => training.answer('right', NOW)).toThrow(TypeError)
  })
})

it('replies are as frequent as the games', () => {
  const moves = [{ games: 3 }, { games: 0 }, { games: 1 }]
  const chosen = Array.from({ length: 8 }, (_, step) => moves.indexOf(chooseReply(moves, step / 8)!))
  expect(chosen).toEqual([0, 0, 0, 0, 0, 0, 2, 2])
  expect(chooseReply([], 0.5)).toBeUndefined()
})
