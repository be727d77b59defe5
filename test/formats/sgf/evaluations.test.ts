/** Evaluations as programs of Go write them, all turned to Black's view. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Evaluation } from '../../../src/model/annotation.ts'
import { makePlacement } from '../../../src/model/move.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { readOne, writeSgf } from '../../support/sgf.ts'

async function written(record: GameRecord): Promise<string> {
  return (await writeSgf([record])).text
}

async function evaluationOf(properties: string, size = 19): Promise<Evaluation | undefined> {
  return (await readOne(`(;GM[1]SZ[${size}];${properties})`)).nodes[1]!.evaluation
}

const point = (column: number, rowFromBottom: number, size = 19) => (size - rowFromBottom) * size + column - 1
const Q16 = makePlacement(point(16, 16), 2)
const D4 = makePlacement(point(4, 4), 1)

describe('Sabaki and Ogatak', () => {
  it('give percents and points of Black', async () => {
    expect(await evaluationOf('B[pd]SBKV[53.27]SBKS[-2.41]')).toEqual({ winrate: 0.5327, scoreLead: -2.41 })
    expect(await evaluationOf('W[pd]SBKV[53.3]OGSC[2.4]')).toEqual({ winrate: 0.533, scoreLead: 2.4 })
  })

  it('are left alone when they are not percentages', async () => {
    expect(await evaluationOf('B[pd]SBKV[153]')).toBeUndefined()
    expect(await evaluationOf('B[pd]SBKV[x]')).toBeUndefined()
  })

  it('are what we write, the rest beside them', async () => {
    const record = await readOne('(;GM[1]SZ[19];B[pd];W[dp])')
    record.nodes[1]!.evaluation = { winrate: 0.53274, scoreLead: 2.5, centipawns: 250 }
    record.nodes[2]!.evaluation = { winrate: 0.25 }
    const text = await written(record)
    expect(text).toMatch(/;B\[pd\]\s*V\[2.5\]\s*SBKV\[53.27\]\s*SBKS\[2.5\]\s*XN\[/)
    expect(text).toMatch(/;W\[dp\]\s*SBKV\[25\]\s*\)/)
    expect((await readOne(text)).nodes).toEqual(record.nodes)
  })
})

describe('Lizzie', () => {
  const LZ = [
    '0.7.4 54.3 1.3k',
    'move Q16 visits 38 winrate 4570 scoreMean 0.7 pv Q16 D4 info move C3 visits 7 winrate 4000 pv C3 info ',
  ].join('\n')

  it('gives the chance of the player who moved, and candidates of the other', async () => {
    const candidates = [
      { moves: [Q16, D4], visits: 38, winrate: 0.543, scoreLead: -0.7 },
      { moves: [makePlacement(point(3, 3), 2)], visits: 7, winrate: 0.6 },
    ]
    expect(await evaluationOf(`B[pd]LZ[${LZ}]`)).toEqual({ winrate: 0.543, visits: 1300, lines: candidates })
    expect((await evaluationOf(`W[pd]LZ[${LZ}]`))!.winrate).toBe(0.457)
  })

  it('takes no chance of more than everything', async () => {
    const { lines } = (await evaluationOf('B[pd]LZ[0.7.4 54.3 1\nmove C3 visits 7 winrate 40000 pv C3 info ]'))!
    expect(lines).toEqual([{ moves: [makePlacement(point(3, 3), 2)], visits: 7 }])
  })

  it('reads the decimal comma, and ownership of LizGoban', async () => {
    const owners = Array.from({ length: 81 }, (_, square) => (square === 0 ? 0.9 : -0.1))
    const value = `0.7.2 60,5 2M\nmove C3 visits 1 winrate 5000 pv C3 ownership ${owners.join(' ')} info `
    const evaluation = await evaluationOf(`B[aa]LZ[${value}]`, 9)
    expect(evaluation).toMatchObject({ winrate: 0.605, visits: 2_000_000 })
    expect(evaluation!.ownership!.slice(0, 2)).toEqual([-0.9, 0.1])
  })

  it('is given back as it was found, and dropped when it is no longer true', async () => {
    const record = await readOne(`(;GM[1]SZ[19];B[pd]LZ[${LZ}])`)
    expect(await written(record)).toContain(`LZ[${LZ}]`)
    record.nodes[1]!.evaluation = { winrate: 0.1 }
    const text = await written(record)
    expect(text).not.toContain('LZ[')
    expect(text).toContain('SBKV[10]')
  })

  it('keeps what it cannot read', async () => {
    const text = '(;GM[1]SZ[19];B[pd]LZ[what is this])'
    const record = await readOne(text)
    expect(record.nodes[1]!.evaluation).toBeUndefined()
    expect(await written(record)).toContain('LZ[what is this]')
  })
})

describe('KaTrain', () => {
  const half = { '1': 0x3c00, '-0.5': 0xb800, '0': 0 }
  const packed = (bytes: Uint8Array | string) => gzipSync(bytes).toString('base64')
  const answer = {
    moves: {
      C3: { order: 1, visits: 20, winrate: 0.4, scoreLead: -1.5, pv: ['C3'] },
      E5: { order: 0, visits: 80, winrate: 0.45, scoreLead: -0.5, pv: ['E5', 'pass'] },
    },
    root: { winrate: 0.44, scoreLead: -0.6, visits: 100 },
    completed: true,
  }
  const owners = new Uint8Array(
    Uint16Array.from({ length: 81 }, (_, at) => [half['1'], half['-0.5'], 0][at] ?? 0).buffer,
  )

  it('gives KataGo’s analysis from Black’s side', async () => {
    const value = `KT[${packed(owners)}][${packed('')}][${packed(JSON.stringify(answer))}]`
    const evaluation = await evaluationOf(`B[aa]${value}`, 9)
    expect(evaluation).toMatchObject({ winrate: 0.44, scoreLead: -0.6, visits: 100 })
    expect(evaluation!.lines!.map(({ visits }) => visits)).toEqual([80, 20])
    expect(evaluation!.lines![0]!.moves[0]).toBe(makePlacement(40, 2))
    expect(evaluation!.lines![0]!.moves).toHaveLength(2)
    expect(evaluation!.ownership!.slice(0, 3)).toEqual([1, -0.5, 0])
    const record = await readOne(`(;GM[1]SZ[9]KTV[1.0];B[aa]${value})`)
    expect(await written(record)).toContain(value)
  })

  it('unpacks no bombs and reads no rubbish', async () => {
    const bomb = packed(new Uint8Array(50_000_000))
    expect(await evaluationOf(`B[aa]KT[${bomb}][${bomb}][${bomb}]`, 9)).toBeUndefined()
    expect(await evaluationOf('B[aa]KT[H4sI][AAAA][H4sIAAAAAAAA////]', 9)).toBeUndefined()
    expect(await evaluationOf(`B[aa]KT[][][${packed('[[[')}]`, 9)).toBeUndefined()
  })

  it('takes no chance that is not a number, and no number that JSON cannot write again', async () => {
    const root = '{"root":{"winrate":1.5,"scoreLead":1e999,"visits":-1e999}}'
    expect(await evaluationOf(`B[aa]KT[][][${packed(root)}]`, 9)).toBeUndefined()
    expect(await evaluationOf(`B[aa]V[${'9'.repeat(400)}]`, 9)).toBeUndefined()
  })
})
