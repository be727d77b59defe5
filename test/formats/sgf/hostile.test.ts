/** Damaged, endless and malicious SGF. */
import { describe, expect, it } from 'vitest'
import { sgf } from '../../../src/formats/sgf/format.ts'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import { treeFault } from '../../../src/model/tree.ts'
import { corpusBytes, corpusFiles } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { mutate, readHostile, survivesMutations, survivesTruncations } from '../../support/hostile.ts'
import { seededRandom } from '../../support/random.ts'
import { scaled } from '../../support/scale.ts'
import { readOne, readSgf, writeSgf } from '../../support/sgf.ts'

const SAMPLES = [
  '(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[黒番]KM[6.5]RE[B+3.5]AB[pd][dp]C[a \\] b];B[dd]LB[aa:x][bb:\\:]BL[33.5](;W[pp]C[x])(;W[qq]TR[aa:cc];B[]))',
  '(;FF[3]GaMe[1]SiZe[9]PlayerBlack[a];Black[ee]White[dd];L[aa][bb]M[cc])(;GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6];B[PA])',
  '(;GM[1]WEIR[{"header":{"title":"x"},"timeline":[{"type":"message","text":"hi"}\\]}];B[aa]WEIN[{"glyphs":[{"nag":1,"code":"good"}\\]}])',
  '(;GM[7]SZ[9]C[xiangqi];B[h2e2])text between(;C[x [y] z](;W[ab])(;W[ba]',
].map((text) => new TextEncoder().encode(text))

/** Reads every entry, and what the fast path and the list of headers give. */
async function readEveryWay(bytes: Uint8Array): Promise<void> {
  const entries = await readHostile(sgf, [['bad.sgf', bytes]])
  if (!entries) return
  const collection = await sgf.open(new MemoryFileSet(new MemorySource('bad.sgf', bytes)))
  expect(collection.count).toBe(entries.length)
  collection.scan!((game) => void game.keys.length)
  for (const { index } of entries) collection.listing(index)
  const { bytes: written, issues } = await writeSgf(entries.map(({ record, document }) => (record ?? document)!))
  // Boards whose points have no names are read and cannot be written.
  const refused = issues.filter(({ severity }) => severity === 'error')
  expect(refused.filter(({ id }) => id !== 'sgf/board-size')).toEqual([])
  const again = await readHostile(sgf, [['again.sgf', written]])
  expect(again?.length ?? 0).toBe(entries.length - refused.length)
}

describe('hostile SGF', () => {
  it.each(SAMPLES)('cut at every length', async (bytes) => {
    await survivesTruncations(sgf, 'cut.sgf', bytes)
    for (let length = 0; length < bytes.length; length += 3) await readEveryWay(bytes.subarray(0, length))
  })

  it('mutations of our own samples, every way of reading and writing', async () => {
    const random = seededRandom(7)
    for (let round = 0; round < scaled(2000, 20_000); round++) {
      await readEveryWay(mutate(SAMPLES[round % SAMPLES.length]!, random))
    }
  })

  it('mutations of real files', needsCorpus('go'), async () => {
    const files = corpusFiles('go', /\.sgf$/i)
      .map((name) => [name, corpusBytes(name)] as const)
      .filter(([, bytes]) => bytes.length < 20_000)
    await survivesMutations(
      sgf,
      files.map((file) => [file]),
      scaled(4000, 20_000),
    )
  })

  it('a line of 200,000 moves', async () => {
    const text = `(;GM[1]SZ[19]${';B[dd];W[pp]'.repeat(100_000)})`
    const record = await readOne(text)
    expect(record.nodes.length).toBe(200_001)
    expect(treeFault(record.nodes)).toBeUndefined()
    const { text: written } = await writeSgf([record])
    expect((await readOne(written)).nodes.length).toBe(200_001)
  })

  it('20,000 nested variations', async () => {
    const text = `(;GM[1]${'(;B[dd](;W[pp])'.repeat(20_000)}${')'.repeat(20_001)}`
    const record = await readOne(text)
    expect(record.nodes.length).toBe(40_001)
    const { text: written } = await writeSgf([record])
    expect((await readOne(written)).nodes).toEqual(record.nodes)
  })

  it('300,000 brackets and nothing between', async () => {
    expect(await readHostile(sgf, [['x.sgf', new TextEncoder().encode('('.repeat(300_000))]])).toBeUndefined()
    const [entry] = await readSgf(`(;GM[1]${'('.repeat(300_000)}`)
    expect(entry!.issues.map(({ id }) => id)).toContain('sgf/unclosed-tree')
  })

  it.each([
    ['values that never end', '(;FF[4'.repeat(20_000)],
    ['escapes that never end', `(;C[${'\\'.repeat(1_000_000)}`],
    ['properties without values', `(;C[x]${'A '.repeat(500_000)}`],
    ['letters without end', `(;C[x]${'A'.repeat(1_000_000)}`],
    ['brackets in text', `(;C[${'[a] '.repeat(250_000)}])`],
    ['a node of many properties', `(;B[aa]${'C[x]'.repeat(50_000)}${'LB[aa:b]'.repeat(50_000)})`],
    ['a node of many moves', `(;${'B[aa]W[bb]'.repeat(20_000)})`],
    ['many games, each with an issue', '(;GM[1];B[zz])'.repeat(5_000)],
    ['deep JSON in a private property', `(;GM[1];B[aa]WEIN[${'['.repeat(300_000)}])`],
  ])('%s', async (_name, text) => {
    await readEveryWay(new TextEncoder().encode(text))
  })

  it('rectangles that stand for more points than the text has room for', async () => {
    const record = await readOne(`(;SZ[52]${';MA[aa:ZZ]'.repeat(5000)})`)
    const marks = record.nodes.reduce((sum, node) => sum + (node.marks?.length ?? 0), 0)
    expect(marks).toBeLessThanOrEqual(1 << 20)
    expect(record.nodes.at(-1)!.native).toEqual({ sgf: { properties: [['MA', 'aa:ZZ']] } })
  })

  it('private properties with anything in them', async () => {
    const values = [
      'null',
      '[]',
      '{"marks":5}',
      '{"comments":[{}]}',
      '{"parent":7,"move":"x"}',
      '{"__proto__":{"marks":5}}',
    ]
    for (const value of values) {
      const text = `(;GM[1]WEIR[${value.replaceAll(']', '\\]')}];B[aa]WEIN[${value.replaceAll(']', '\\]')}])`
      await readEveryWay(new TextEncoder().encode(text))
      const record = await readOne(text)
      expect(record.nodes[1]!.marks).toBeUndefined()
      expect(record.nodes[1]!.parent).toBe(0)
    }
  })
})
