/** Ways to SGF and back: records with everything the model knows, and text with everything SGF allows. */
import { describe, expect, it } from 'vitest'
import { sameJson } from '../../../src/model/json.ts'
import { treeFault } from '../../../src/model/tree.ts'
import fc from '../../support/properties.ts'
import { scaled } from '../../support/scale.ts'
import {
  leavesTurnOpen,
  openSgfBytes,
  propertyLines,
  readSgf,
  takeApart,
  withoutOrigin,
  writeSgf,
} from '../../support/sgf.ts'
import { goRecords, othelloRecords, sgfText } from '../../support/sgf-records.ts'

const runs = { numRuns: scaled(300, 5000) }

describe('records', () => {
  it.each([
    ['Go', goRecords],
    ['Othello', othelloRecords],
  ])('of %s come back equal, and are written the same again', async (_name, records) => {
    await fc.assert(
      fc.asyncProperty(records, async (record) => {
        const { bytes, issues } = await writeSgf([record])
        expect(issues).toEqual([])
        const collection = await openSgfBytes(bytes)
        const again = withoutOrigin(collection.entry(0).record!)
        if (!sameJson(again, record)) expect(again).toEqual(record)
        expect(collection.listing(0).header).toEqual(again.header)
        expect(treeFault(again.nodes)).toBeUndefined()
        expect((await writeSgf([again])).text).toBe(new TextDecoder().decode(bytes))
      }),
      runs,
    )
  })

  it('of Go are equal after writing in encodings that lack some of their characters, as far as possible', async () => {
    await fc.assert(
      fc.asyncProperty(goRecords, fc.constantFrom('shift_jis', 'gb18030', 'windows-1252'), async (record, encoding) => {
        const { bytes, issues } = await writeSgf([record], { encoding })
        const [entry] = await readSgf(bytes)
        expect(entry!.record!.nodes.length).toBe(record.nodes.length)
        if (issues.length === 0 && !sameJson(withoutOrigin(entry!.record!), record)) {
          expect(withoutOrigin(entry!.record!)).toEqual(record)
        }
      }),
      { numRuns: scaled(100, 2000) },
    )
  })
})

describe('text', () => {
  it('gives every property back with the same values', async () => {
    await fc.assert(
      fc.asyncProperty(sgfText, async (text) => {
        const [entry] = await readSgf(text)
        const { text: written } = await writeSgf([entry!.record!])
        const [before] = takeApart(text)
        const [after] = takeApart(written)
        expect(after!.map(({ parent }) => parent)).toEqual(before!.map(({ parent }) => parent))
        before!.forEach((node, index) => {
          const there = propertyLines(after![index]!)
          const own = propertyLines(node).filter((line) => index > 0 || !/^(?:FF|GM)\[/.test(line))
          expect(own.filter((line) => !there.includes(line))).toEqual([])
          const added = there.filter((line) => !own.includes(line)).map((line) => /^[A-Z]+/.exec(line)![0])
          const ofRoot = index === 0 ? ['FF', 'GM', 'CA', 'AP', 'SZ', 'AB'] : []
          const mayAdd = leavesTurnOpen(node) ? [...ofRoot, 'PL'] : ofRoot
          expect(added.filter((id) => !mayAdd.includes(id))).toEqual([])
        })
      }),
      runs,
    )
  })

  it('gives records that are equal after writing and reading', async () => {
    await fc.assert(
      fc.asyncProperty(sgfText, async (text) => {
        const [entry] = await readSgf(text)
        const { text: written } = await writeSgf([entry!.record!])
        const [again] = await readSgf(written)
        expect(withoutOrigin(again!.record!)).toEqual(withoutOrigin(entry!.record!))
        expect((await writeSgf([again!.record!])).text).toBe(written)
      }),
      runs,
    )
  })
})
