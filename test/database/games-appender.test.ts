import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Catalogue } from '../../src/database/catalogue/catalogue.ts'
import { loadDuckDB } from '../../src/database/catalogue/duckdb.ts'
import { CATALOGUE_FILE } from '../../src/database/catalogue/folder.ts'
import { GAME_COLUMNS, type GameRow } from '../../src/database/schema/game-columns.ts'
import { GamesAppender } from '../../src/database/catalogue/games-appender.ts'
import {
  heldByDuckDB,
  layoutDiffers,
  packed,
  requireKnownLayout,
  sampleRows,
} from '../../src/database/catalogue/layout-check.ts'
import {
  CELL_SIZES,
  CHUNK_ROWS,
  COLUMN_STARTS,
  INLINE_BYTES,
  MARK_BYTES,
  MARKS_START,
} from '../../src/database/schema/row-chunk.ts'
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
  return GAME_COLUMNS.map(({ kind }, column) => {
    if (column === 0) return id
    if (kind === 'u32') return randomInt(random, 2 ** 32 - 1)
    if (kind === 'u16') return randomInt(random, 2 ** 16)
    if (kind === 'bytes') return Uint8Array.from({ length: randomInt(random, 300) }, () => randomInt(random, 256))
    return randomText(id % 100 === 0 ? 500 : 14)
  })
}

/** Columns that may be NULL. */
const OPTIONAL = new Set(GAME_COLUMNS.flatMap(({ isRequired }, column) => (isRequired ? [] : [column])))

/** The column of all comments. */
const COMMENTS = GAME_COLUMNS.findIndex(({ name }) => name === 'comments')

/** What the table holds after rows were handed over, and the chunks they came in. */
async function handOver(rows: readonly GameRow[]): Promise<{ found: GameRow[]; chunks: number[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-appender-'))
  const catalogue = await Catalogue.open(join(folder, CATALOGUE_FILE), false)
  const appender = await GamesAppender.open(catalogue)
  const chunks: number[] = []
  const packer = appender.packInto({ add: ({ rows: count }) => chunks.push(count) })
  for (const row of rows) packer.add(row)
  packer.finish()
  appender.close()
  const found = await catalogue.rows('SELECT * FROM games ORDER BY id')
  catalogue.close()
  rmSync(folder, { recursive: true })
  const plain = found.map((row) =>
    Object.values(row).map((value) =>
      value !== null && typeof value === 'object' && 'bytes' in value ? Uint8Array.from(value.bytes) : value,
    ),
  )
  return { found: plain as GameRow[], chunks }
}

it('hands rows over as they are: text of every length, bytes, numbers, NULL, over several chunks', async () => {
  const rows = Array.from({ length: CHUNK_ROWS * 2 + 77 }, (_, index) =>
    randomRow(index).map((value, column) => (OPTIONAL.has(column) && random() < 0.3 ? null : value)),
  )
  const { found } = await handOver(rows)
  expect(found.length).toBe(rows.length)
  for (const [index, row] of rows.entries()) expect(found[index]).toEqual(row)
})

it.each([0, 1, 63, 64, 65, CHUNK_ROWS - 1, CHUNK_ROWS, CHUNK_ROWS + 1])('hands %i rows over', async (count) => {
  // NULL and empty text stand for each other in every row and column once.
  const rows = Array.from({ length: count }, (_, id) =>
    GAME_COLUMNS.map(({ kind }, column) => {
      if (column === 0) return id
      if (OPTIONAL.has(column) && (id + column) % 2 === 0) return null
      return kind === 'text' ? '' : kind === 'bytes' ? new Uint8Array(0) : 0
    }),
  )
  const { found, chunks } = await handOver(rows)
  expect(found).toEqual(rows)
  expect(chunks.length).toBe(Math.ceil(count / CHUNK_ROWS))
})

it('hands over text that is odd or very long', async () => {
  const odd = [
    ...[11, 12, 13].flatMap((length) => ['x'.repeat(length), '\0'.repeat(length)]),
    ...[47, 48, 49].flatMap((length) => ['y'.repeat(length), `${'y'.repeat(length - 1)}é`]),
  ]
  odd.push('é'.repeat(6), `${'é'.repeat(6)}a`, '車'.repeat(4), '車車車車b', '𝄞𝄞𝄞', '𝄞𝄞𝄞a')
  odd.push('\ud800', 'half\udc00 of a character', 'nul\0within')
  // More than two megabytes end a chunk.
  odd.push('long '.repeat(200_000), '車'.repeat(300_000), '\ud800'.repeat(100_000), 'in a chunk of its own')
  const rows = odd.map((text, id) =>
    GAME_COLUMNS.map(({ kind }, column): GameRow[number] => {
      if (column === 0) return id
      if (kind === 'text') return column === COMMENTS || text.length < 100 ? text : ''
      return kind === 'bytes' ? new Uint8Array(id).fill(id) : id
    }),
  )
  const { found, chunks } = await handOver(rows)
  // Half a character is none: U+FFFD is in its place, as everywhere that text becomes UTF-8.
  const whole = rows.map((row) => row.map((value) => (typeof value === 'string' ? value.toWellFormed() : value)))
  expect(found).toEqual(whole)
  expect(chunks).toEqual([rows.length - 1, 1])
})

describe('the layout of rows in memory', () => {
  it('is that of DuckDB', async () => {
    await loadDuckDB()
    const rows = sampleRows()
    expect(layoutDiffers(packed(rows), heldByDuckDB(rows))).toBe(false)
    expect(requireKnownLayout).not.toThrow()
  })

  it('is known to differ wherever a byte that is ours does', async () => {
    await loadDuckDB()
    const rows = sampleRows()
    const ours = packed(rows)
    const theirs = heldByDuckDB(rows)
    let addresses = 0
    for (const [column, { kind }] of GAME_COLUMNS.entries()) {
      for (const [row, cells] of rows.entries()) {
        const cell = cells[column]!
        const at = COLUMN_STARTS[column]! + row * CELL_SIZES[kind]
        for (let index = 0; index < CELL_SIZES[kind]; index++) {
          const isText = typeof cell === 'string' || cell instanceof Uint8Array
          const isAddress = isText && Buffer.from(cell as string).length > INLINE_BYTES && index >= 8
          if (isAddress) addresses++
          theirs[at + index]! ^= 1
          expect(layoutDiffers(ours, theirs)).toBe(cell !== null && !isAddress)
          theirs[at + index]! ^= 1
        }
        theirs[MARKS_START + column * MARK_BYTES + (row >> 3)]! ^= 1 << (row & 7)
        expect(layoutDiffers(ours, theirs)).toBe(true)
        theirs[MARKS_START + column * MARK_BYTES + (row >> 3)]! ^= 1 << (row & 7)
      }
    }
    expect(addresses).toBeGreaterThan(100)
    const long = COLUMN_STARTS[3]! + rows.findIndex((cells) => String(cells[3]).length > INLINE_BYTES) * CELL_SIZES.text
    theirs.fill(0, long + 8, long + 16)
    expect(layoutDiffers(ours, theirs)).toBe(true)
  })
})
