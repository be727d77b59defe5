import { describe, expect, test } from 'vitest'
import { RECOGNISED } from '../../src/formats/recognised.ts'

/** The ids of the formats that claim a file, most likely first. */
function claims(name: string, bytes: Uint8Array): string[] {
  return RECOGNISED.map(({ id, detect }) => ({ id, certainty: detect(bytes, name, bytes.length) }))
    .filter(({ certainty }) => certainty > 0)
    .sort((left, right) => right.certainty - left.certainty)
    .map(({ id }) => id)
}

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('files that are recognised and not read', () => {
  test('are found by their extension in any letter case', () => {
    expect(claims('games.ABK', new Uint8Array(28))).toEqual(['arena-book'])
    expect(claims('games.abk', new Uint8Array(27))).toEqual([])
    for (const extension of ['adb', 'hdb']) expect(claims(`games.${extension}`, bytesOf('?'))).toEqual(['aquarium'])
    for (const extension of ['kif', 'ki2', 'csa']) expect(claims(`game.${extension}`, bytesOf('?'))).toEqual(['shogi'])
    expect(claims('book.ctg', bytesOf('?'))).toEqual(['chessbase-book'])
    expect(claims('old.bfi', bytesOf('?'))).toEqual(['chess-assistant-2'])
    expect(claims('game.pgn', bytesOf('?'))).toEqual([])
  })

  test('and by their signature, where they have one', () => {
    expect(claims('book.bin', new Uint8Array(32))).toEqual(['polyglot'])
    expect(claims('book.bin', new Uint8Array(33))).toEqual([])
    expect(claims('book.bin', new Uint8Array(0))).toEqual([])
    expect(claims('book.dat', new Uint8Array(24))).toEqual(['elephanteye-book'])
    expect(claims('book.dat', new Uint8Array(25))).toEqual([])
    for (const extension of ['obk', 'pfbook', 'yfk']) {
      expect(claims(`book.${extension}`, bytesOf('SQLite format 3\0 and more'))).toEqual(['xiangqi-book'])
      expect(claims(`book.${extension}`, bytesOf('SQLite format 2\0 and more'))).toEqual([])
    }
  })

  test('books of Othello programs are no books of others', () => {
    expect(claims('book.dat', bytesOf(`XADEKOOB${'\0'.repeat(16)}`))[0]).toBe('edax-book')
    expect(claims('book.dat', bytesOf(`EDAXBOOK${'\0'.repeat(16)}`))[0]).toBe('edax-book')
    expect(claims('book.bin', bytesOf(`\x9E\x0A\x02\x0B${'\0'.repeat(12)}`))[0]).toBe('zebra-book')
  })

  test('archives that are not unpacked are known by their bytes, which their names must say too', () => {
    expect(claims('games.7z', bytesOf('7z\xBC\xAF\x27\x1C\0\x04'))[0]).toBe('7z')
    expect(claims('games.rar', bytesOf('Rar!\x1A\x07\x01\0'))[0]).toBe('rar')
    expect(claims('games.parquet', bytesOf('PAR1\x15\x04'))[0]).toBe('parquet')
  })

  test('tables of games are known by the columns that are written', () => {
    for (const start of ['game,kind,variant,', '\xEF\xBB\xBFgame;kind;variant;', 'game\tkind\tvariant\t']) {
      expect(claims('games.csv', bytesOf(`${start}player1`))).toEqual(['table'])
    }
    expect(claims('games.csv', bytesOf('game,kind;variant,'))).toEqual([])
    expect(claims('games.csv', bytesOf('1. e4 e5'))).toEqual([])
    expect(claims('games.pgn', bytesOf('game,kind,variant,'))).toEqual([])
  })

  test('are of one game, most of them books', () => {
    expect(RECOGNISED.map(({ id, games, isBook = false, parts = [] }) => [id, ...games, isBook, ...parts])).toEqual([
      ['7z', false],
      ['aquarium', 'chess', false],
      ['arena-book', 'chess', false],
      ['chess-assistant-2', 'chess', false],
      ['chessbase-book', 'chess', true, '.ctb', '.cto'],
      ['edax-book', 'othello', false],
      ['elephanteye-book', 'xiangqi', true],
      ['parquet', false],
      ['polyglot', 'chess', true],
      ['rar', false],
      ['shogi', false],
      ['table', false],
      ['xiangqi-book', 'xiangqi', false],
      ['zebra-book', 'othello', false],
    ])
  })

  test('cannot be opened or written, and promise to keep nothing', () => {
    for (const format of RECOGNISED) {
      expect(format.open).toBeUndefined()
      expect(format.write).toBeUndefined()
      expect(format.keeps.size).toBe(0)
      expect(format.name).toMatch(/^an? /)
    }
  })

  test('are listed in alphabetical order, each id once', () => {
    const ids = RECOGNISED.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort())
  })
})
