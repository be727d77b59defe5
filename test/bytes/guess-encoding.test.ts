/** Encodings guessed from names alone, value by value where values are delimited, and said with how sure it is. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decideEncoding } from '../../src/bytes/guess/decider.ts'
import { findEncoding, guessEncoding } from '../../src/bytes/guess-encoding.ts'
import { encodeText } from '../../src/bytes/text.ts'
import { xqf } from '../../src/formats/xqf/format.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { scoreTable, textsOf } from '../support/encoding-samples.ts'
import { openSgfBytes, readSgf } from '../support/sgf.ts'

const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(`../cases/${name}`, import.meta.url)))

describe('a guess', () => {
  it('is right for nearly all files with names only, and for all with a sentence', () => {
    const sums = [0, 0, 0]
    for (const { right } of scoreTable((bytes) => guessEncoding(bytes))) {
      right.forEach((count, kind) => (sums[kind]! += count))
    }
    const all = 10 * textsOf.count
    expect(sums[0]).toBeGreaterThanOrEqual(all * 0.95)
    expect(sums[1]).toBeGreaterThanOrEqual(all * 0.98)
    expect(sums[2]).toBe(all)
  })

  it('leaves valid UTF-8 as it is, in any script, unless a few pairs make no sense', () => {
    for (const text of ['é', 'Ø', 'Łódź', 'Đỗ', 'Иванов', 'Αθήνα', 'Հայկ', 'שלום', 'محمد', '柯洁', 'ß', '“a”']) {
      expect(findEncoding(new TextEncoder().encode(`PB[${text}]`))).toEqual({ encoding: 'utf-8', certainty: 1 })
    }
  })

  it('is not made on the first texts alone where the rest is of another encoding', () => {
    const [first, rest] = (['utf-8', 'windows-1252'] as const).map((encoding) => encodeText('Müller', encoding).bytes)
    const texts = [...Array.from({ length: 16 }, () => first!), ...Array.from({ length: 100 }, () => rest!)]
    expect(decideEncoding(texts).encoding).toBe('windows-1252')
  })

  it('takes more evidence from more of it', () => {
    const one = findEncoding(encodeText('PB[王]', 'gb18030').bytes)
    const more = findEncoding(encodeText('PB[王小明]PW[李建国]C[这盘棋下得很好]', 'gb18030').bytes)
    expect(more.encoding).toBe('gb18030')
    expect(more.certainty).toBeGreaterThan(0.99)
    expect(one.certainty).toBeLessThan(more.certainty)
  })
})

describe('values of SGF', () => {
  it('are UTF-8 each for itself, and only a damaged one is damaged', async () => {
    const [entry] = await readSgf(bytesOf('go/02-utf8-with-lost-bytes.sgf'))
    const { players } = entry!.record!.header
    expect(players).toEqual([
      { colour: 1, name: '柯\uFFFD?', rank: '9段' },
      { colour: 2, name: '邬光亚', rank: '7段' },
    ])
    expect(entry!.record!.nodes[1]!.comments![0]!.text).toBe('脱先')
    expect(entry!.issues.map(({ id }) => id)).toContain('sgf/undecodable-value')
  })

  it.each(['windows-1252', 'gb18030', 'windows-1251'])('beside UTF-8 may be %s', async (encoding) => {
    const name = { 'windows-1252': 'Müller', gb18030: '王小明', 'windows-1251': 'Иванов' }[encoding]!
    const bytes = Uint8Array.of(
      ...encodeText('(;PB[柯洁]WR[9段]PW[', 'utf-8').bytes,
      ...encodeText(name, encoding).bytes,
      ...encodeText(']C[邬光亚])', 'utf-8').bytes,
    )
    const [entry] = await readSgf(bytes)
    const names = entry!.record!.header.players.map((player) => player.name)
    expect(new Set(names)).toEqual(new Set(['柯洁', name]))
  })

  it.each([
    ['13-gb18030-names.sgf', 'gb18030', ['时越', '檀啸']],
    ['13b-shift-jis-names.sgf', 'shift_jis', ['芝野虎丸', '許家元']],
  ])('%s is read as %s, and it is said how surely', async (file, encoding, names) => {
    const [entry] = await readSgf(bytesOf(`go/${file}`))
    expect(entry!.record!.header.players.map(({ name }) => name)).toEqual(names)
    expect(entry!.issues).toMatchObject([{ id: 'sgf/encoding-guessed', params: { encoding } }])
    expect(entry!.issues[0]!.params!['percent']).toBeGreaterThan(90)
  })

  it.each(['cp437', 'ibm850', 'cp866', 'cp936', 'sjis', 'euc-cn', 'windows-1251'])(
    'take the label %s',
    async (label) => {
      const collection = await openSgfBytes(encodeText('(;PB[a])', 'utf-8').bytes, { encoding: label })
      expect(collection.entry(0).record!.header.players[0]!.name).toBe('a')
    },
  )
})

describe('XQF', () => {
  it('of Taiwan is read as Big5, and it is said', async () => {
    const files = new MemoryFileSet(new MemorySource('big5.xqf', bytesOf('xiangqi/big5.xqf')))
    const collection = await xqf.open(files)
    expect(collection.entry(0).record!.header.players.map(({ name }) => name)).toEqual(['紅方棋手', '黑方棋手'])
    expect(collection.issues).toMatchObject([{ id: 'text/encoding-guessed', params: { encoding: 'big5' } }])
    const forced = await xqf.open(files, { encoding: 'big5' })
    expect(forced.issues).toEqual([])
  })
})
