/** Checks of repertoires: gaps by a database, conflicts, transpositions. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Database } from '../../src/database/index.ts'
import { makeApi } from '../../src/server/api.ts'
import { checkRepertoire } from '../../src/study/index.ts'
import { ludograph } from '../cli/run.ts'
import { importRecords } from '../support/databases.ts'
import { pgnRecords, studyGame } from '../support/study-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-repertoire-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** For White: 1... c5 and 1... e5 are answered, the last of these twice; 2... d6 of the Sicilian is not. */
const TREE = studyGame(
  '?',
  '?',
  '????.??.??',
  '*',
  '1. e4 e5 (1... c5 2. Nf3 d6) (1... e6 2. d4) 2. Nf3 (2. Nc3 Nc6 3. Nf3) Nc6 3. Nc3',
)

const GAMES = [
  ...Array.from({ length: 6 }, () => '1. e4 e5 2. Nf3'),
  ...Array.from({ length: 5 }, () => '1. e4 c6 2. d4'),
  ...Array.from({ length: 7 }, () => '1. e4 c5 2. Nf3 d6'),
  ...Array.from({ length: 4 }, () => '1. e4 g6'),
].map((moves, index) => studyGame('A', 'B', `2001.01.${10 + index}`, '*', moves))

it('finds frequent moves without a reply, several moves, and transpositions', async () => {
  const database = await importRecords(folder, 'games.db', await pgnRecords(GAMES.join('')))
  const records = await pgnRecords(TREE)
  const check = await checkRepertoire(database, 'chess', records, { colour: 1 })
  expect(check).toMatchObject({ game: 'chess', colour: 1, positions: 13 })
  // 1... g6 has four games only; the Sicilian ends with a move of Black.
  expect(check.gaps.map(({ line, games, share, uci }) => [line, games, share, uci])).toEqual([
    ['1. e4 c5 2. Nf3 d6', 7, 1, 'd7d6'],
    ['1. e4 c6', 5, 5 / 22, 'c7c6'],
  ])
  expect(check.conflicts).toMatchObject([
    { colour: 1, line: '1. e4 e5', moves: expect.arrayContaining(['Nf3', 'Nc3']) },
  ])
  expect(check.transpositions.map(({ lines }) => lines)).toEqual([
    ['1. e4 e5 2. Nf3 Nc6 3. Nc3', '1. e4 e5 2. Nc3 Nc6 3. Nf3'],
  ])
  const [later] = await pgnRecords(
    studyGame(
      '?',
      '?',
      '????.??.??',
      '*',
      '1... e5 2. Nf3 Nc6 3. Nc3',
      '[SetUp "1"]\n[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]\n',
    ),
  )
  const setUp = await checkRepertoire(database, 'chess', [later!], { colour: 1 })
  expect(setUp.gaps.map(({ line }) => line)).toEqual(['1... c5', '1... c6'])
  const fewer = await checkRepertoire(database, 'chess', records, { colour: 1, leastGames: 4, leastShare: 0.2 })
  expect(fewer.gaps.map(({ line }) => line)).toEqual(['1. e4 c5 2. Nf3 d6', '1. e4 c6'])
  expect((await checkRepertoire(undefined, 'chess', records, { colour: 1 })).gaps).toEqual([])
  expect((await checkRepertoire(database, 'go', records)).positions).toBe(0)
  database.close()
})

it('is a command', () => {
  writeFileSync(join(folder, 'mine.pgn'), TREE)
  const file = join(folder, 'mine.pgn')
  const { code, out } = ludograph([
    'repertoire',
    'check',
    file,
    '--database',
    join(folder, 'games.db'),
    '--side',
    'first',
  ])
  expect(code).toBe(0)
  expect(out).toContain('White: 2 frequent replies without an answer, 1 position with several moves, 1 transposition')
  expect(out).toMatch(/1\. e4 c6 +5 +23%/)
  const json = ludograph(['repertoire', 'check', file, '--side', 'second', '--json'])
  expect(JSON.parse(json.out)).toMatchObject({ colour: 2, gaps: [] })
  expect(ludograph(['repertoire', 'check', join(folder, 'none.pgn')]).code).toBe(3)
  expect(ludograph(['repertoire', 'check', file, '--side', 'white']).code).toBe(2)
})

it('is asked over HTTP', async () => {
  const database = await Database.open(join(folder, 'games.db'), { readOnly: true })
  const api = makeApi(database)
  const ask = async (parameters: string, body: string, type = 'application/octet-stream') => {
    const response = await api.request(`/api/repertoire/check${parameters}`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
    return { status: response.status, json: (await response.json()) as Record<string, unknown> }
  }
  const records = await pgnRecords(TREE)
  const expected = await checkRepertoire(database, 'chess', records, { colour: 1, leastGames: 4, leastShare: 0.1 })
  expect((await ask('?side=first&least=4&share=10', TREE)).json).toEqual(expected)
  const ofBlack = await checkRepertoire(database, 'chess', records, { colour: 2, leastGames: 4, leastShare: 0.1 })
  expect(ofBlack).not.toEqual(expected)
  expect((await ask('?side=second&least=4&share=10', TREE)).json).toEqual(ofBlack)
  expect((await ask('', JSON.stringify(records[0]), 'application/json')).json).toMatchObject({ game: 'chess' })
  expect(await ask('?side=white', TREE)).toMatchObject({ status: 400, json: { place: 'side' } })
  expect(await ask('?game=go', TREE)).toMatchObject({ status: 400, json: { code: 'request/no-trees' } })
  expect(await ask('?game=checkers', TREE)).toMatchObject({ status: 400, json: { place: 'game' } })
  expect((await ask('', 'nothing known')).status).toBe(415)
  // Trees that would keep the server busy for long.
  const shuffled = (plies: number) => {
    const moves = ['Nf3', 'Nf6', 'Ng1', 'Ng8']
    return `[Result "*"]\n\n${Array.from({ length: plies }, (_, ply) => moves[ply % 4]).join(' ')} *\n\n`
  }
  expect((await ask('?side=first', shuffled(500))).status).toBe(200)
  expect(await ask('', shuffled(501))).toMatchObject({ status: 413, json: { code: 'request/deep-trees' } })
  expect(await ask('', shuffled(400).repeat(26))).toMatchObject({
    status: 413,
    json: { code: 'request/large-trees', params: { count: 10_400, most: 10_000 } },
  })
  database.close()
})
