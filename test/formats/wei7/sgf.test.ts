/** wei7 and SGF, both ways: what the record carries is what comes back. */
import { describe, expect, test } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import { LossReport } from '../../../src/convert/losses.ts'
import type { Entry } from '../../../src/formats/format.ts'
import { sgf } from '../../../src/formats/sgf/format.ts'
import { wei7 } from '../../../src/formats/wei7/format.ts'
import type { Issue } from '../../../src/issues/issue.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { corpusBytes, corpusFiles } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { seededRandom } from '../../support/random.ts'
import { sample, scaled } from '../../support/scale.ts'
import { readWei7, writeWei7 } from '../../support/wei7.ts'
import { randomDocument } from '../../support/wei7-documents.ts'

async function readSgf(bytes: Uint8Array): Promise<Entry[]> {
  const collection = await sgf.open(new MemoryFileSet(new MemorySource('test.sgf', bytes)))
  return [...collection.entries()]
}

/** A record written as SGF and read again, with everything that was said about it on the way. */
async function throughSgf(record: GameRecord): Promise<{ record: GameRecord; issues: Issue[] }> {
  const out = new MemorySinkSet('test.sgf')
  const writer = await sgf.write(out)
  const { issues } = writer.add(record)
  issues.push(...writer.finish())
  const [entry] = await readSgf(out.files.get('test.sgf')!)
  return { record: entry!.record!, issues: [...issues, ...entry!.issues] }
}

/** Lists whose order means nothing by the specification (3.10.7, 3.13, 3.16.2.5). */
const UNORDERED = new Set(['stones', 'marks', 'players'])

/** A document with the lists that have no order in one. */
function ordered(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => ordered(item))
    if (!UNORDERED.has(key)) return items
    return items.map((item) => JSON.stringify(item)).sort()
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, item]) => [key, ordered(item, key)]),
  )
}

/** Sends a document to SGF and back; returns both as written, and what was said. */
async function backFromSgf(document: object | Uint8Array) {
  const { record } = await readWei7(document)
  const before = await writeWei7(record!)
  const sgf = await throughSgf(record!)
  const after = await writeWei7(sgf.record)
  return { before: ordered(before.document), after: ordered(after.document), issues: sgf.issues }
}

describe('wei7 to SGF and back', () => {
  test.each(['tree', 'timeline', 'mixed'] as const)('%s: every construct comes back', async (kind) => {
    const random = seededRandom(100 + kind.length)
    for (let round = 0; round < scaled(60, 2000); round++) {
      const document = randomDocument(random, kind, round % 3 === 0 ? 52 : 19)
      const { before, after, issues } = await backFromSgf(document)
      expect(after, `${kind} ${round}`).toEqual(before)
      expect(issues, `${kind} ${round}`).toEqual([])
    }
  })

  test('a board larger than 52 by 52 is reported', async () => {
    const step = { action: { type: 'move', value: { color: 1, point: { x: 52, y: 3 } } } }
    const { record } = await readWei7({ format: 'wei7', version: '3.0', size: 60, tree: { steps: [step] } })
    const out = new MemorySinkSet('test.sgf')
    const { issues } = (await sgf.write(out)).add(record!)
    expect(issues.length).toBeGreaterThan(0)
  })

  test('all samples of the specification come back', needsCorpus('go/wei7'), async () => {
    for (const file of corpusFiles('go/wei7', /sample[5-8]\./)) {
      const { before, after, issues } = await backFromSgf(corpusBytes(file))
      expect(after, file).toEqual(before)
      expect(issues, file).toEqual([])
    }
  })
})

/** A record without its origin, what formats keep for themselves, and turns that moves say anyway. */
function content(record: GameRecord): object {
  const { origin: _origin, native: _native, nodes, ...rest } = record
  return {
    ...rest,
    nodes: nodes.map((node) => {
      const { native: _native, turn: _turn, ...others } = node
      return others
    }),
  }
}

/** Writes a record as wei7, checks the document, and returns the record read from it and the ids of all losses. */
async function throughWei7(record: GameRecord, name: string) {
  const report = new LossReport()
  report.addRecord(record, wei7, {})
  const { document, issues } = await writeWei7(record)
  report.addIssues(issues, {})
  const back = await readWei7(document as object)
  expect(
    back.issues.filter(({ severity }) => severity === 'error'),
    name,
  ).toEqual([])
  const losses = report.list().map(({ id }) => id)
  return { record: back.record!, losses: losses.filter((id) => id !== 'loss/native').sort() }
}

describe('SGF to wei7 and back', () => {
  const text = (game: string) => new TextEncoder().encode(game)

  test.each([
    [
      '(;GM[1]FF[4]SZ[9]PB[Li]PW[Chen]KM[6.5]RU[Japanese]RE[W+3.5]PC[Ulm]GN[One];B[aa]C[x];W[]TE[1];B[bb]LB[cc:A][dd:b])',
      [],
    ],
    ['(;GM[1]FF[4]SZ[9:5]AB[aa][bb]AW[cc]C[set up];W[dd](;B[ee]N[one])(;B[fe]BM[1]))', []],
    ['(;GM[1]FF[4]SZ[9]EV[Cup]RO[3];B[aa];W[bb])', ['loss/event', 'loss/round']],
    ['(;GM[1]FF[4]SZ[9];B[aa];W[bb]DD[])', ['loss/territory']],
    [
      '(;GM[1]FF[4]SZ[9]DT[2020-01-02]RE[B+T]HA[2];B[aa]TR[bb]AR[aa:bb];W[bb]BL[30])',
      ['loss/arrows', 'loss/mark-shapes', 'wei7/date', 'wei7/handicap', 'wei7/time-left', 'wei7/win-kind'],
    ],
    ['(;GM[1]FF[4]SZ[9];B[aa];AW[bb]AE[aa];B[cc])', ['wei7/position-beside']],
    ['(;GM[1]FF[4]SZ[9]KM[-3.5];B[aa];W[aa])', ['wei7/komi-lost', 'wei7/move-on-stone']],
    ['(;GM[1]FF[4]SZ[9];B[aa]LB[bb:12])', ['wei7/label']],
  ] as const)('%s', async (game, losses) => {
    const [entry] = await readSgf(text(game))
    const result = await throughWei7(entry!.record!, game)
    expect(result.losses).toEqual([...losses])
    if (losses.length === 0) expect(content(result.record)).toEqual(content(entry!.record!))
  })

  test('games of the corpus: whatever does not come back is reported', needsCorpus('go'), async () => {
    let equal = 0
    for (const file of sample(corpusFiles('go', /\.sgf$/), 60)) {
      const bytes = corpusBytes(file)
      if (bytes.length > scaled(100_000, Infinity)) continue
      for (const { record, index } of await readSgf(bytes)) {
        if (record?.game !== 'go') continue
        const name = `${file} ${index}`
        const result = await throughWei7(record, name)
        if (result.losses.length > 0) continue
        expect(content(result.record), name).toEqual(content(record))
        equal++
      }
    }
    expect(equal).toBeGreaterThan(scaled(5, 70))
  })
})
