/** Values as servers and people mean them: results, komi, ratings. What nobody can mean is no value. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Header } from '../../../src/model/record.ts'
import type { Result } from '../../../src/model/result.ts'
import { readOne, readSgf, writeSgf } from '../../support/sgf.ts'

async function headerOf(properties: string): Promise<Header> {
  return (await readOne(`(;GM[1]${properties})`)).header
}

const black = (rest: Partial<Result> = {}): Result => ({ outcome: 'win', winner: 1, ...rest })
const white = (rest: Partial<Result> = {}): Result => ({ outcome: 'win', winner: 2, ...rest })
const unknown: Result = { outcome: 'unfinished' }

describe('results in the form of SGF', () => {
  it.each([
    ['B + 3.5', black({ margin: 3.5 })],
    ['W+3,5', white({ margin: 3.5 })],
    ['B+1/2', black({ margin: 0.5 })],
    ['B+½', black({ margin: 0.5 })],
    ['B+3½', black({ margin: 3.5 })],
    ['B+3 1/2', black({ margin: 3.5 })],
    ['W+12.5 points', white({ margin: 12.5 })],
    ['W+3目半', white({ margin: 3.5 })],
    ['W+2.75', white({ margin: 5.5 })],
    ['W+0.25', white({ margin: 0.5 })],
    ['W+1 3/4子', white({ margin: 3.5 })],
    ['Ｗ＋３．５', white({ margin: 3.5 })],
    ['B+0', black({ margin: 0 })],
    ['W+Resignation', white({ by: 'resignation' })],
    ['W+Res.', white({ by: 'resignation' })],
    ['W+timeout', white({ by: 'time' })],
  ])('%s', async (text, result) => {
    const found = (await headerOf(`RE[${text}]`)).result
    expect(found).toEqual(result)
  })

  it.each([
    ['W+2 (moves beyond 250 not known)', white({ margin: 2 })],
    ['B+R (W left)', black({ by: 'resignation' })],
    ['B+0.02', black()],
    ['W+0.03', white()],
    ['W+0.01', white()],
    ['W+J', white()],
    ['B+3.5.6', black()],
    ['B+12-3', black()],
    ['Both lose', { outcome: 'both-lose' }],
    ['両者負', { outcome: 'both-lose' }],
    ['No result', { outcome: 'void' }],
    ['無勝負', { outcome: 'void' }],
  ] as [string, Result][])('%s keeps its text', async (text, result) => {
    expect((await headerOf(`RE[${text}]`)).result).toEqual({ ...result, text })
  })
})

describe('results in words', () => {
  it.each([
    ['Black + 3.5', black({ margin: 3.5 })],
    ['黑+R', black({ by: 'resignation' })],
    ['Black resigns', white({ by: 'resignation' })],
    ['White resigned', black({ by: 'resignation' })],
    ['White timed out', black({ by: 'time' })],
    ['Black won by 1 1/2 points', black({ margin: 1.5 })],
    ['White wins by half a point', white({ margin: 0.5 })],
    ['White lost to Black by 3,5', black({ margin: 3.5 })],
    ['Winner: White', white()],
    ['黑1/4胜', black({ margin: 0.5 })],
    ['黑胜3又1/4子', black({ margin: 6.5 })],
    ['白胜半目', white({ margin: 0.5 })],
    ['白三目半勝', white({ margin: 3.5 })],
    ['黑胜十二目', black({ margin: 12 })],
    ['白認輸', black({ by: 'resignation' })],
    ['黑超时负', white({ by: 'time' })],
    ['白超时', black({ by: 'time' })],
    ['黑贴6.5目 白胜2目', white({ margin: 2 })],
    ['黒番中押し勝ち', black({ by: 'resignation' })],
    ['흑 반집승', black({ margin: 0.5 })],
    ['백 시간승', white({ by: 'time' })],
    ['흑 패', white()],
    ['Noir gagne de 3,5 points', black({ margin: 3.5 })],
    ['Blanc abandonne', black({ by: 'resignation' })],
    ['Чёрные выиграли 3,5 очка', black({ margin: 3.5 })],
    ['Белые сдались', black({ by: 'resignation' })],
    ['победа белых', white()],
    ['Ничья', { outcome: 'draw' }],
    ['引き分け', { outcome: 'draw' }],
  ] as [string, Result][])('%s', async (text, result) => {
    expect((await headerOf(`RE[${text}]`)).result).toEqual({ ...result, text })
  })

  it.each([
    '黑先活',
    '白先黑死',
    '黑先',
    '黑先胜',
    '흑선',
    '흑',
    'Black to kill White',
    'White to play',
    'White to play and win',
    'Black plays and wins',
    'Black first',
    'Black',
    'Noir à jouer',
    'Trait à Noir',
    'Чёрные начинают и выигрывают',
    'Ход белых',
    '黑贴6.5目',
    'Black gives 6.5 komi',
    'Black did not win',
    '胜负未定',
    '승부 없음, 흑',
    '黑 vs 白',
  ])('%s is none', async (text) => {
    expect((await headerOf(`RE[${text}]`)).result).toEqual({ ...unknown, text })
  })
})

describe('komi', () => {
  it.each([
    ['6,5', 6.5],
    ['6目半', 6.5],
    ['６目半', 6.5],
    ['六目半', 6.5],
    ['6.5目', 6.5],
    ['半目', 0.5],
    ['6½', 6.5],
    ['6 1/2', 6.5],
    ['3 3/4子', 7.5],
    ['3又3/4子', 7.5],
    ['黑贴3又3/4子', 7.5],
    ['コミ6目半', 6.5],
    ['6目半コミ出し', 6.5],
    ['덤 6집반', 6.5],
    ['komi: 5.5 points', 5.5],
    ['375', 7.5],
    ['650', 6.5],
    ['-5.5', -5.5],
  ])('%s', async (text, komi) => {
    expect((await headerOf(`KM[${text}]`)).rules).toEqual({ komi })
  })

  it.each(['none', '無', '6.5 or 7.5', '逆コミ5目', 'B 6.5'])('%s stays unread', async (text) => {
    const [entry] = await readSgf(`(;GM[1]KM[${text}])`)
    expect(entry!.record!.header.rules).toBeUndefined()
    expect(entry!.issues.map(({ id }) => id)).toEqual(['sgf/unread-value'])
  })

  const fox = readFileSync(new URL('../../cases/go/10-fox-komi-zero.sgf', import.meta.url), 'utf8')

  it('of Fox is open where it writes zero, which is said and written back', async () => {
    const [entry] = await readSgf(fox)
    expect(entry!.record!.header.rules).toEqual({ name: 'Japanese', handicap: 0 })
    expect(entry!.issues.map(({ id, severity }) => [id, severity])).toEqual([['sgf/fox-komi', 'info']])
    const { text, issues } = await writeSgf([entry!.record!])
    expect(text).toContain('KM[0]')
    expect(text).not.toContain('XR[')
    expect(issues).toEqual([])
    expect((await readOne(text)).header).toEqual(entry!.record!.header)
  })

  it.each([
    ['of another program', fox.replace('AP[foxwq]', 'AP[other]'), 0],
    ['with a handicap', fox.replace('HA[0]', 'HA[2]'), 0],
    ['that is not zero', fox.replace('KM[0]', 'KM[375]'), 7.5],
  ])('%s is what it says', async (_title, text, komi) => {
    expect((await readOne(text)).header.rules!.komi).toBe(komi)
  })

  it('of zero that someone sets in a game of Fox is kept', async () => {
    const record = await readOne(fox)
    record.header.rules!.komi = 0
    const { text } = await writeSgf([record])
    expect((await readOne(text)).header.rules!.komi).toBe(0)
    record.header.rules!.komi = 6.5
    expect((await readOne((await writeSgf([record])).text)).header.rules!.komi).toBe(6.5)
  })
})

describe('codes of Fox', () => {
  it.each(['B+0.02', 'W+0.03'])('%s are said to be no margin', async (text) => {
    const [entry] = await readSgf(`(;GM[1]RE[${text}])`)
    expect(entry!.issues).toMatchObject([{ id: 'sgf/result-code', params: { value: text }, place: { offset: 7 } }])
    expect((await writeSgf([entry!.record!])).text).toContain(`RE[${text}]`)
  })
})

describe('ratings in the place of ranks', () => {
  it.each([
    ['1843', { rating: 1843 }],
    ['950', { rating: 950 }],
    ['2104.5', { rating: 2104.5 }],
    ['9', { rank: '9' }],
    ['15級', { rank: '15級' }],
    ['1843?', { rank: '1843?' }],
  ])('%s', async (text, facts) => {
    const record = await readOne(`(;GM[1]PB[a]BR[${text}])`)
    expect(record.header.players).toEqual([{ colour: 1, name: 'a', ...facts }])
    expect((await writeSgf([record])).text).toContain(`BR[${text}]`)
  })
})
