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
    expect(claims('old.bfi', bytesOf('?'))).toEqual(['chess-assistant-2'])
    expect(claims('game.pgn', bytesOf('?'))).toEqual([])
  })

  test('and by their signature, where they have one', () => {
    expect(claims('book.bin', new Uint8Array(32))).toEqual(['polyglot'])
    expect(claims('book.bin', new Uint8Array(33))).toEqual([])
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
