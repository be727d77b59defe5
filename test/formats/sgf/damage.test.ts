/** SGF with damage that leaves no doubt about the game: nothing is lost, nothing is made up, and every assumption is said. */
import { describe, expect, it } from 'vitest'
import { makePlacement } from '../../../src/model/move.ts'
import { readSgf, writeSgf } from '../../support/sgf.ts'

/** Who follows whom, and the moves as letters. */
async function outline(text: string): Promise<string[][]> {
  return (await readSgf(text)).map(({ record }) =>
    record!.nodes.slice(1).map(({ parent, move }) => {
      const square = (move ?? 0) & 0xfff
      return `${parent}${move === undefined ? '' : ` ${letters(record!.size?.columns ?? 19, square)}`}`
    }),
  )
}

function letters(columns: number, square: number): string {
  return String.fromCharCode(97 + (square % columns), 97 + Math.floor(square / columns))
}

async function warnings(text: string): Promise<string[][]> {
  return (await readSgf(text)).map(({ issues }) => issues.map(({ id, severity }) => `${severity} ${id}`))
}

const BARE = ['warning sgf/no-first-bracket']
const TOO_MANY = ['warning sgf/bracket-too-many']

describe('a first bracket that is missing', () => {
  const whole = ['0 aa', '1 bb', '2 cc', '2 dd']
  it.each([
    ['with variations', ';GM[1]SZ[9];B[aa];W[bb](;B[cc])(;B[dd])'],
    ['and the last bracket is there', ';GM[1]SZ[9];B[aa];W[bb](;B[cc])(;B[dd]))'],
    ['after a byte order mark and white space', '\uFEFF\n ;GM[1]SZ[9];B[aa];W[bb](;B[cc])(;B[dd]))'],
    ['and the semicolon too', 'SZ[9]PB[x];B[aa];W[bb](;B[cc])(;B[dd]))'],
    ['after text', 'A game:\n;GM[1]SZ[9];B[aa];W[bb](;B[cc])(;B[dd]))'],
    ['and a property of nodes comes first', ';C[x]SZ[9];B[aa];W[bb](;B[cc])(;B[dd]))'],
  ])('%s', async (_title, text) => {
    expect(await outline(text)).toEqual([whole])
    expect(await warnings(text)).toEqual([BARE])
  })

  it('is missed for a single line, and keeps the header', async () => {
    const [entry] = await readSgf(';PB[Ann]PW[Bo]KM[6.5]RE[B+R];B[pd]')
    expect(entry!.record!.header.players.map(({ name }) => name)).toEqual(['Ann', 'Bo'])
    expect(entry!.record!.header.result).toEqual({ outcome: 'win', winner: 1, by: 'resignation' })
    expect(entry!.record!.nodes).toHaveLength(2)
  })

  it('leaves the games around it as they are', async () => {
    const text = '(;GM[1];B[aa])\n;GM[1]SZ[9];B[bb](;W[cc])(;W[dd]))\n(;GM[1];B[ee])'
    expect(await outline(text)).toEqual([['0 aa'], ['0 bb', '1 cc', '1 dd'], ['0 ee']])
    expect(await warnings(text)).toEqual([[], BARE, []])
  })

  it('is not missed in text with semicolons', async () => {
    const entries = await readSgf('(;GM[1];B[aa])\nsee; the note [1]; x\n(;GM[1];B[bb])')
    expect(entries.map(({ record }) => record!.nodes.length)).toEqual([2, 2])
  })
})

describe('a bracket too many', () => {
  it.each([
    ['before a node', '(;GM[1]SZ[9];B[aa];W[bb]));B[cc])', ['0 aa', '1 bb', '2 cc']],
    ['twice', '(;GM[1]SZ[9];B[aa]));W[bb]));B[cc])', ['0 aa', '1 bb', '2 cc']],
    ['after a variation', '(;SZ[9];B[aa](;W[bb]));W[cc])', ['0 aa', '1 bb', '1 cc']],
    ['before a variation', '(;SZ[9];B[aa](;W[bb];B[cc]))(;W[dd];B[ee]))', ['0 aa', '1 bb', '2 cc', '1 dd', '4 ee']],
    ['before two', '(;SZ[9];B[aa](;W[bb]))\n(;W[dd])(;W[ee]))', ['0 aa', '1 bb', '1 dd', '1 ee']],
    ['at the end', '(;SZ[9];B[aa]))', ['0 aa']],
  ])('%s', async (_title, text, nodes) => {
    expect(await outline(text)).toEqual([nodes])
    const [ids] = await warnings(text)
    expect(new Set(ids)).toEqual(new Set(TOO_MANY))
  })

  it('is none where the next tree is a game', async () => {
    expect(await outline('(;SZ[9];B[aa])(;SZ[9];B[bb])')).toEqual([['0 aa'], ['0 bb']])
    expect(await outline('(;SZ[9];B[aa](;W[bb]))(;B[cc])')).toEqual([
      ['0 aa', '1 bb'],
      ['0 ' + letters(19, 2 * 19 + 2)],
    ])
    expect(await warnings('(;B[aa])(;B[bb])(;B[cc])')).toEqual([[], [], []])
  })

  it('does not join games', async () => {
    expect(await outline('(;GM[1]SZ[9];B[aa]))(;GM[1]SZ[9];B[bb])')).toEqual([['0 aa'], ['0 bb']])
    expect(await warnings('(;GM[1]SZ[9];B[aa]))(;GM[1]SZ[9];B[bb])')).toEqual([TOO_MANY, []])
  })

  it('takes time in proportion to the file', async () => {
    const entries = await readSgf('(;B[aa])'.repeat(20_000))
    expect(entries).toHaveLength(20_000)
  })
})

describe('text between games', () => {
  it.each([
    ['words', 'hello (world) [1]'],
    ['lines', 'From: a\n\nTo: b'],
    ['other scripts', '第二局'],
  ])('of %s is kept, said and written back', async (_title, between) => {
    const text = `(;GM[1];B[aa])\n${between}\n(;GM[1];B[bb])\n`
    const entries = await readSgf(text)
    expect(entries[0]!.issues.map(({ id, severity }) => [id, severity])).toEqual([['sgf/text-between', 'warning']])
    const records = entries.map(({ record }) => record!)
    const { text: written } = await writeSgf(records)
    expect(written).toContain(`)\n${between}\n(;`)
    expect((await readSgf(written)).map(({ record }) => record!.native)).toEqual(records.map(({ native }) => native))
  })

  it('that would be read as moves is not written', async () => {
    const [entry] = await readSgf('(;GM[1];B[aa])')
    for (const textAfter of [';B[bb]', ')', ' ;GM[1]', '(;GM[1])', 'a ; W[aa]', '']) {
      const { text, issues } = await writeSgf([{ ...entry!.record!, native: { sgf: { textAfter } } }])
      expect(issues.map(({ id }) => id)).toEqual(['sgf/unwritable-text'])
      expect((await readSgf(text)).map(({ record }) => record!.nodes.length)).toEqual([2])
    }
  })
})

describe('names of properties', () => {
  it.each(['LZ2', 'LZOP2', 'X2B', '2B', 'B2', 'x-clock', '_id', '属性', 'xB', 'fooB', 'a.AW', 'W_', 'KM0', 'CA-1'])(
    '%s is no other property, and comes back',
    async (id) => {
      const text = `(;GM[1]SZ[9]${id}[aa][b\\]c];B[bb]${id}[cc];W[dd])`
      const [entry] = await readSgf(text)
      const { nodes, header, size } = entry!.record!
      expect(nodes.map(({ move }) => move)).toEqual([undefined, makePlacement(10, 1), makePlacement(30, 2)])
      expect(nodes[0]!.native).toEqual({ sgf: { properties: [[id, 'aa', 'b\\]c']] } })
      expect(nodes[1]!.native).toEqual({ sgf: { properties: [[id, 'cc']] } })
      expect([header, size]).toEqual([
        { players: [], result: { outcome: 'unfinished' } },
        { columns: 9, rows: 9 },
      ])
      const { text: written } = await writeSgf([entry!.record!])
      expect((await readSgf(written))[0]!.record!.nodes.map(({ native }) => native)).toEqual(
        nodes.map(({ native }) => native),
      )
    },
  )

  it('of odd letters after a comment are no text of it, and text in brackets is no property', async () => {
    const [entry] = await readSgf('(;SZ[9];B[aa]C[x]x-clock[3]属性[甲]_id[x];W[bb])')
    expect(entry!.record!.nodes[1]!.comments![0]!.text).toBe('x')
    expect(entry!.record!.nodes[1]!.native).toEqual({
      sgf: {
        properties: [
          ['x-clock', '3'],
          ['属性', '甲'],
          ['_id', 'x'],
        ],
      },
    })
    const [other] = await readSgf('(;SZ[9];B[aa]C[see [1] and [2] or x-3[4] ok];W[bb])')
    expect(other!.record!.nodes[1]!.comments![0]!.text).toBe('see [1] and [2] or x-3[4] ok')
    expect(other!.record!.nodes[1]!.native).toBeUndefined()
  })
})

it('what an Othello root clears that is no square is written as it was found', async () => {
  const [entry] = await readSgf('(;FF[4]GM[2]AB[dd]AW[ee]AE[aa][zz];B[cc])')
  const [again] = await readSgf((await writeSgf([entry!.record!])).text)
  const kept = (record: typeof entry) => record!.record!.nodes[0]!.native?.['sgf']
  expect(kept(entry)).toMatchObject({ properties: expect.arrayContaining([['AE', 'zz']]) as unknown })
  expect(kept(again)).toEqual(kept(entry))
  expect(again!.record!.setup).toBe(entry!.record!.setup)
})
