/** Damaged, endless and malicious SGF. */
import { describe, expect, it } from 'vitest'
import { treeFault } from '../../../src/model/tree.ts'
import { targetOf } from '../../hostile/targets.ts'
import { readOne, readSgf, writeSgf } from '../../support/sgf.ts'

/** Reads and writes bytes in every way. */
async function checkHostile(bytes: Uint8Array): Promise<boolean> {
  return targetOf('sgf').check([['bad.sgf', bytes]], 'everything')
}

describe('hostile SGF', () => {
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
    expect(await checkHostile(new TextEncoder().encode('('.repeat(300_000)))).toBe(false)
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
    await checkHostile(new TextEncoder().encode(text))
  })

  it('rectangles with more points than the text has room for', async () => {
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
      const escaped = value.replaceAll(']', '\\]')
      const encoded = encodeURIComponent(value)
      for (const text of [
        `(;GM[1]WEIR[${escaped}];B[aa]WEIN[${escaped}])`,
        `(;GM[1]XR[${encoded}];B[aa]XN[${encoded}])`,
        `(;GM[1]XR[${encoded}][%];B[aa]XN[%E4][${encoded}])`,
      ]) {
        await checkHostile(new TextEncoder().encode(text))
        const record = await readOne(text)
        expect(record.nodes[1]!.marks).toBeUndefined()
        expect(record.nodes[1]!.parent).toBe(0)
      }
    }
  })
})
