/**
 * The promise of docs/query.md: names in one spelling, and nothing said of what is not known. Commands with --json
 * and the addresses of the HTTP interface are asked, of games of which some say little.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { emptyRecord, type GameRecord } from '../../src/model/index.ts'
import { makeApi } from '../../src/server/api.ts'
import { ludograph } from '../cli/run.ts'
import { importRecords } from '../support/databases.ts'
import { jsonLines } from '../support/http.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-names-'))
const path = join(folder, 'games.db')
let database: Database

/** Games that say nothing of themselves, and one that says everything. */
const unknown: GameRecord[] = [emptyRecord('chess'), emptyRecord('go')]
const played = randomGames('chess', 6, 3)
const named = [...played, ...randomGames('go', 3, 4), played[0]!]

beforeAll(async () => {
  database = await importRecords(folder, 'games.db', [...unknown, ...named])
  database.close()
})

afterAll(() => rmSync(folder, { recursive: true }))

/** Fields with a name in another spelling, or a value that says nothing. */
function faults(value: unknown, place = ''): string[] {
  if (value === null || value === '') return [`${place}: ${JSON.stringify(value)}`]
  if (Array.isArray(value)) return value.flatMap((item, index) => faults(item, `${place}[${index}]`))
  if (typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, field]) => [
    // Counts by result have results for names.
    ...(/^[a-z][a-zA-Z0-9]*$/.test(name) || place.endsWith('.results') ? [] : [`${place}.${name}`]),
    ...faults(field, `${place}.${name}`),
  ])
}

describe('JSON', () => {
  it('of commands', () => {
    const commands = [
      ['search', path],
      ['explore', path, '--games', '3', '--tree', '2'],
      ['explore', path, '--game', 'go', '--games', '3'],
      ['players', path],
      ['player', path, 'Ash, Ann'],
      ['records', path],
      ['prepare', path, 'Ash, Ann'],
      ['report', path, '--game', 'chess'],
      ['events', path],
      ['event', path, 'Spring Cup'],
      ['aliases', path, '--suggest'],
      ['dedupe', path],
      ['stats', path],
      ['verify', path],
      ['info', `${path}.jsonl`],
      ['validate', `${path}.jsonl`],
    ]
    const found = commands.map((words) => {
      const { code, out, err } = ludograph([...words, '--json'])
      expect(code, `${words.join(' ')}: ${err}`).toBe(0)
      return { command: words[0], lines: jsonLines<unknown>(out) }
    })
    for (const { command, lines } of found) expect(faults(lines, command)).toEqual([])
    for (const { command, lines } of found) {
      if (command !== 'aliases' && command !== 'validate') expect(lines.length, command).toBeGreaterThan(0)
    }
  })

  it('of addresses, the same as of commands', async () => {
    const { Database: Databases } = await import('../../src/database/index.ts')
    database = await Databases.open(path, { readOnly: true })
    const api = makeApi(database)
    const ask = async (address: string) => (await api.request(address)).text()
    const addresses = [
      '/api/info',
      '/api/games',
      '/api/explore?topGames=3',
      '/api/explore?game=go&topGames=3',
      '/api/players',
      `/api/players/${encodeURIComponent('Ash, Ann')}`,
      `/api/players/${encodeURIComponent('Ash, Ann')}/dossier`,
      '/api/report',
      '/api/events',
      `/api/events/${encodeURIComponent('Spring Cup')}`,
      '/api/sources',
      '/api/duplicates',
      '/api/verify',
    ]
    for (const address of addresses) expect(faults(jsonLines(await ask(address)), address)).toEqual([])
    for (const [address, words] of [
      ['/api/games?max=100', ['search', path, '--limit', '100']],
      ['/api/explore?game=go&topGames=3', ['explore', path, '--game', 'go', '--games', '3']],
      ['/api/players', ['players', path]],
      [`/api/events/${encodeURIComponent('Spring Cup')}`, ['event', path, 'Spring Cup']],
      [`/api/players/${encodeURIComponent('Ash, Ann')}/dossier`, ['prepare', path, 'Ash, Ann', '--lines', '150']],
    ] as const) {
      expect(jsonLines(await ask(address)), address).toEqual(jsonLines(ludograph([...words, '--json']).out))
    }
    database.close()
  })

  it('names the colours of each game as the game does', async () => {
    const go = jsonLines<Record<string, unknown>>(
      ludograph(['search', path, '--game', 'go', '--json', '--ids', '9']).out,
    )
    const { players } = named[6]!.header
    expect(go).toMatchObject([{ black: { name: players[0]!.name }, white: { name: players[1]!.name } }])
    const [first] = jsonLines<Record<string, unknown>>(ludograph(['search', path, '--json', '--ids', '1']).out)
    expect(first).toEqual({ id: 1, game: 'chess', result: '*', plies: 0 })
  })
})
