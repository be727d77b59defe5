import { describe, expect, test } from 'vitest'
import { MEDALS } from '../../../src/model/annotation.ts'
import { PASS } from '../../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../../src/model/record.ts'
import { toPreorder, treeFault } from '../../../src/model/tree.ts'
import { readPgn, writePgn } from '../../support/pgn.ts'
import { pgnRecords } from '../../support/pgn-records.ts'
import fc from '../../support/properties.ts'
import { randomGames } from '../../support/random-games.ts'
import { scaled } from '../../support/scale.ts'

const runs = { numRuns: scaled(300, 5000) }

describe('records that PGN can hold', () => {
  test('come back equal, and are written the same again', async () => {
    await fc.assert(
      fc.asyncProperty(pgnRecords, async (record) => {
        expect(treeFault(record.nodes)).toBeUndefined()
        const written = await writePgn([record])
        const { records } = await readPgn(written.bytes)
        expect(records).toEqual([record])
        expect((await writePgn(records)).text).toBe(written.text)
      }),
      runs,
    )
  })

  test('come back equal in other notations, and one after the other', async () => {
    const options = fc.constantFrom('uci', 'lan', 'wxf', 'iccs', 'chinese-traditional')
    await fc.assert(
      fc.asyncProperty(fc.array(pgnRecords, { minLength: 1, maxLength: 4 }), options, async (given, notation) => {
        const { bytes } = await writePgn(given, { settings: { notation, style: 'canonical', null: 'Z0' } })
        expect((await readPgn(bytes)).records).toEqual(given)
      }),
      { numRuns: scaled(100, 2000) },
    )
  })
})

describe('a game at every place of the buffers that a long file goes through', () => {
  // Variations within a variation, words and a comment of two bytes a character, and moves that fill several lines.
  const [line] = randomGames('chess', 1, 3, 24)
  const nodes = [...line!.nodes]
  const variation = nodes.length
  for (let ply = 0; ply < 4; ply++) nodes.push({ parent: ply === 0 ? 16 : nodes.length - 1, move: PASS })
  nodes[20] = { ...nodes[20]!, comments: [{ text: 'Ä '.repeat(50).trim(), placement: 'after' }] }
  for (let ply = 0; ply < 4; ply++) nodes.push({ parent: variation + ply, unread: { text: 'é'.repeat(70 + ply) } })
  const game: GameRecord = { ...emptyRecord('chess'), nodes: toPreorder(structuredClone(nodes)) }

  test.each(['utf-8', 'utf-16le', 'windows-1252'])('is the same in %s', async (encoding) => {
    const mark = encoding === 'utf-16le' ? 2 : 0
    const alone = (await writePgn([game], { encoding })).bytes.subarray(mark)
    for (let padding = 0; padding < alone.length; padding += 3) {
      const before: GameRecord = { ...emptyRecord('chess') }
      before.header = { ...before.header, tags: { Padding: 'x'.repeat((1 << 16) - padding) } }
      const { bytes } = await writePgn([before, game], { encoding })
      if (Buffer.compare(bytes.subarray(bytes.length - alone.length), alone) !== 0) expect.fail(`padding ${padding}`)
    }
  })
})

test('every medal has a name of its own', () => {
  expect(new Set(MEDALS).size).toBe(MEDALS.length)
})
