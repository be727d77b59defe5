import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MEDALS } from '../../../src/model/annotation.ts'
import { treeFault } from '../../../src/model/tree.ts'
import { readPgn, writePgn } from '../../support/pgn.ts'
import { pgnRecords } from '../../support/pgn-records.ts'
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

test('every medal has a name of its own', () => {
  expect(new Set(MEDALS).size).toBe(MEDALS.length)
})
