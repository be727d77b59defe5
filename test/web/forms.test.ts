/** The header as a form, and positions set up on a board: what they read they give back. */
import { describe, expect, it } from 'vitest'
import { parsePattern } from '../../src/patterns/question/parse-pattern.ts'
import { manOf } from '../../src/patterns/question/pattern.ts'
import { emptyRecord, GAMES, type Game, type Header } from '../../src/model/record.ts'
import { chess960Start, positionAt, rulesOf } from '../../src/rules/index.ts'
import { faultsOf, formOf, headerOf } from '../../web/src/state/editing/header-form.ts'
import {
  ANYTHING,
  castlingLetters,
  emptySetUp,
  isPositionText,
  patternText,
  positionText,
  setUpFault,
  setUpOf,
  startSetUp,
  toggleCastling,
} from '../../web/src/state/editing/set-up.ts'
import { pgnRecords } from '../support/pgn-records.ts'
import fc from '../support/properties.ts'
import { randomGames } from '../support/random-games.ts'
import { goRecords } from '../support/sgf-records.ts'

describe('the header as a form', () => {
  it('changes nothing when nothing was written in it', () => {
    fc.assert(
      fc.property(fc.oneof(pgnRecords, goRecords), ({ header, game }) => {
        expect(faultsOf(formOf(header), header)).toEqual({})
        expect(headerOf(formOf(header), header, game)).toEqual(header)
      }),
    )
  })

  it('takes every field into the place it has in the header', () => {
    const header = emptyRecord('go').header
    const form = {
      ...formOf(header),
      name2: 'Bo',
      rank2: '3d',
      name1: ' Ann ',
      rating1: '2100',
      event: 'Cup',
      site: 'Leeds',
      date: '2024-05',
      round: '3.2',
      outcome: '0-1',
      by: 'score',
      margin: '2.5',
      komi: '6.5',
      handicap: '2',
      rules: 'Japanese',
      timeControl: '20 min',
      annotator: 'Cy',
      about: 'Good game',
    }
    expect(faultsOf(form, header)).toEqual({})
    expect(headerOf(form, header, 'go')).toEqual({
      players: [
        { colour: 1, name: 'Ann', rating: 2100 },
        { colour: 2, name: 'Bo', rank: '3d' },
      ],
      event: { name: 'Cup', site: 'Leeds' },
      date: { year: 2024, month: 5 },
      round: 3,
      subround: 2,
      result: { outcome: 'win', winner: 2, by: 'score', margin: 2.5 },
      rules: { name: 'Japanese', komi: 6.5, handicap: 2 },
      timeControl: { text: '20 min' },
      annotator: 'Cy',
      about: 'Good game',
    })
  })

  it('empties fields, and keeps what it does not show', () => {
    const header: Header = {
      players: [
        { colour: 1, name: 'Ann', team: { name: 'Ash' } },
        { colour: 2, name: 'Bo' },
      ],
      event: { name: 'Cup', category: 7 },
      round: 1,
      result: { outcome: 'win', winner: 1, by: 'time', text: 'Black forgot the clock' },
    }
    const form = { ...formOf(header), name1: '', name2: '', event: '', round: 'final', outcome: '1/2-1/2' }
    expect(headerOf(form, header, 'chess')).toEqual({
      players: [{ colour: 1, team: { name: 'Ash' } }],
      event: { category: 7 },
      roundText: 'final',
      result: { outcome: 'draw' },
    })
  })

  it('leaves out numbers that are cleared', () => {
    const header: Header = {
      players: [
        { colour: 1, name: 'Ann', rating: 2100 },
        { colour: 2, rating: 1900 },
      ],
      result: { outcome: 'win', winner: 2, by: 'score', margin: 2.5 },
      rules: { name: 'Japanese', komi: 6.5, handicap: 2 },
    }
    const cleared = { rating1: '', rating2: ' ', margin: '', komi: '', handicap: ' ' }
    const form = { ...formOf(header), ...cleared }
    expect(faultsOf(form, header)).toEqual({})
    expect(headerOf(form, header, 'go')).toEqual({
      players: [{ colour: 1, name: 'Ann' }],
      result: { outcome: 'win', winner: 2, by: 'score' },
      rules: { name: 'Japanese' },
    })
  })

  it('finds invalid ratings, dates and numbers', () => {
    const header = emptyRecord('go').header
    const wrong = { rating1: '2e3', rating2: '0', date: '2023-02-29', komi: 'half', margin: '-1', handicap: '2.5' }
    expect(Object.keys(faultsOf({ ...formOf(header), ...wrong }, header)).sort()).toEqual(Object.keys(wrong).sort())
    const known: Header = { ...header, date: { text: '民国时期' } }
    expect(faultsOf(formOf(known), known)).toEqual({})
  })
})

describe('a position set up', () => {
  it.each(GAMES)('is read from text of %s and written as it was', (game) => {
    const rules = rulesOf(game)
    for (const record of randomGames(game, 20, 3)) {
      const text = rules.format(positionAt(rules, record, record.nodes.length - 1))
      const setUp = setUpOf(game, text, record.size)
      expect(setUpOf(game, positionText(setUp))).toEqual(setUp)
      // Counters of moves and the en passant square are not set up.
      const fields = game === 'chess' ? 3 : game === 'xiangqi' ? 2 : 9
      expect(positionText(setUp).split(' ').slice(0, fields)).toEqual(text.split(' ').slice(0, fields))
    }
    const start = startSetUp(game)
    expect(positionText(start)).toBe(rules.format(rules.start()))
    expect(setUpFault(start)).toBeUndefined()
    expect(isPositionText(game, 'nonsense')).toBe(false)
  })

  it('keeps and changes the rights to castle of Chess960', () => {
    // The rook on g1 is not the outermost: X-FEN names its file.
    const setUp = setUpOf('chess', '1rk3r1/8/8/8/8/8/8/1RK3RR w GBgb - 0 1')
    expect(positionText(setUp)).toBe('1rk3r1/8/8/8/8/8/8/1RK3RR w GQkq - 0 1')
    expect(castlingLetters(setUp)).toEqual({ K: 'G', Q: 'Q', k: 'k', q: 'q' })
    const without = toggleCastling(setUp, 'K')
    expect(positionText(without)).toBe('1rk3r1/8/8/8/8/8/8/1RK3RR w Qkq - 0 1')
    expect(positionText(toggleCastling(toggleCastling(setUp, 'k'), 'q'))).toContain(' w GQ ')
    expect(positionText(toggleCastling(without, 'K'))).toContain(' w KQkq ')
    for (let number = 0; number < 960; number += 37) {
      const text = chess960Start(number)
      expect(positionText(setUpOf('chess', text))).toBe(text)
    }
  })

  it('explains why no game can reach it', () => {
    expect(setUpFault(emptySetUp('chess'))).toMatchObject({ reason: 'king' })
    const start = startSetUp('chess')
    expect(setUpFault({ ...start, pieces: start.pieces.with(1, 'P') })).toMatchObject({ reason: 'place', square: 1 })
    // What is not on every board is no position at all, and refused elsewhere.
    expect(setUpFault({ ...start, columns: 7 })).toBeUndefined()
    expect(setUpFault(emptySetUp('go'))).toBeUndefined()
  })

  it('castles only with king and rook in their places', () => {
    const start = startSetUp('chess')
    const moved = { ...start, pieces: start.pieces.with(7, '') }
    expect(positionText(moved)).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1')
  })

  it.each(GAMES)('is a %s pattern with every square that was set up', (game: Game) => {
    const empty = emptySetUp(game)
    const [first, last] = [3, empty.pieces.length - 1]
    const piece = game === 'chess' || game === 'xiangqi' ? 'K' : '2'
    const setUp = { ...empty, pieces: empty.pieces.with(first, piece).with(last, ANYTHING) }
    const { cells } = parsePattern(game, patternText(setUp))
    expect(cells).toHaveLength(empty.pieces.length - 1)
    expect(cells.filter(({ allowed }) => allowed !== 1).map(({ allowed }) => allowed)).toEqual([
      1 << manOf(game, piece),
    ])
  })
})
