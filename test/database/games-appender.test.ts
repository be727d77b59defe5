import { expect, it } from 'vitest'
import { Catalogue } from '../../src/database/catalogue.ts'
import type { GameRow } from '../../src/database/game-row.ts'
import { GamesAppender } from '../../src/database/games-appender.ts'
import { CHUNK_ROWS, GAME_COLUMNS, RowPacker } from '../../src/database/row-chunk.ts'
import { randomInt, seededRandom } from '../support/random.ts'

const random = seededRandom(3)
const LETTERS = [...'aZ é\u0436車𝄞']

/** Text of up to so many characters, from one to four bytes each. */
function randomText(characters: number): string {
  return Array.from(
    { length: randomInt(random, characters + 1) },
    () => LETTERS[randomInt(random, LETTERS.length)],
  ).join('')
}

/** Values of every kind, at and around the sizes that are laid out apart. */
function randomRow(id: number): GameRow {
  return GAME_COLUMNS.map((kind, column) => {
    if (column === 0) return id
    if (kind === 'u32') return randomInt(random, 2 ** 32 - 1)
    if (kind === 'u16') return randomInt(random, 2 ** 16)
    if (kind === 'bytes') return Uint8Array.from({ length: randomInt(random, 300) }, () => randomInt(random, 256))
    return randomText(id % 100 === 0 ? 500 : 14)
  })
}

/** Columns that may be NULL. */
const OPTIONAL = new Set([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20, 21, 22, 23, 24, 25, 26, 29, 32])

it('hands rows over as they are: text of every length, bytes, numbers, NULL, over several chunks', async () => {
  const rows = Array.from({ length: CHUNK_ROWS * 2 + 77 }, (_, index) =>
    randomRow(index).map((value, column) => (OPTIONAL.has(column) && random() < 0.3 ? null : value)),
  )
  const catalogue = await Catalogue.open(':memory:', false)
  const appender = await GamesAppender.open(catalogue)
  const packer = new RowPacker((chunk) => appender.append(chunk))
  for (const row of rows) packer.add(row)
  packer.finish()
  appender.close()
  const found = await catalogue.rows('SELECT * FROM games ORDER BY id')
  catalogue.close()
  expect(found.length).toBe(rows.length)
  for (const [index, row] of rows.entries()) {
    const values = Object.values(found[index]!).map((value) =>
      value !== null && typeof value === 'object' && 'bytes' in value ? Uint8Array.from(value.bytes) : value,
    )
    expect(values).toEqual(row)
  }
})
