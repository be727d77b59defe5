/** The file of the engines that a user has named. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { EngineError, type Protocol } from '../../src/engines/index.ts'
import { findEngines, readNamedEngines, writeNamedEngines, type NamedEngine } from '../../src/node/engine-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const PROTOCOLS: Protocol[] = ['uci', 'ucci', 'gtp', 'katago', 'nboard', 'edax']

it('holds engines of every protocol, with all that was said of them', () => {
  const path = join(folder, 'deep/engines.json')
  expect(readNamedEngines(path)).toEqual([])
  const engines: NamedEngine[] = PROTOCOLS.map((protocol) => ({
    name: protocol,
    protocol,
    command: `/bin/${protocol}`,
  }))
  engines.push({
    name: 'all',
    protocol: 'gtp',
    command: 'katago',
    arguments: ['gtp', '-x'],
    folder: '/opt',
    games: ['go'],
    options: { Hash: '16' },
  })
  writeNamedEngines(engines, path)
  expect(readNamedEngines(path)).toEqual(engines)
  writeNamedEngines([], path)
  expect(readNamedEngines(path)).toEqual([])
})

it.each([
  ['not JSON', '{'],
  ['a list', '[]'],
  ['without engines', '{}'],
  ['a text for engines', '{"engines":"x"}'],
  ...[
    { name: 1 },
    { command: undefined },
    { protocol: 'telepathy' },
    { arguments: 'x' },
    { arguments: [1] },
    { folder: 1 },
    { games: 'go' },
    { games: ['checkers'] },
    { options: [] },
    { options: { Hash: 16 } },
  ].map((wrong) => [
    JSON.stringify(wrong),
    JSON.stringify({ engines: [{ name: 'x', protocol: 'uci', command: 'x', ...wrong }] }),
  ]),
])('that is %s is refused, and stays as it is', (_, text) => {
  const path = join(folder, 'wrong.json')
  writeFileSync(path, text)
  expect(() => readNamedEngines(path)).toThrow(EngineError)
  expect(() => readNamedEngines(path)).toThrow(expect.objectContaining({ code: 'engine/settings' }))
  expect(readFileSync(path, 'utf8')).toBe(text)
})

it('of the machine are found in the folders of programs, and never in the folder at hand', () => {
  const [programs, here] = [join(folder, 'programs'), join(folder, 'here')]
  const name = process.platform === 'win32' ? 'gnugo.exe' : 'gnugo'
  for (const place of [programs, here]) {
    mkdirSync(place)
    writeFileSync(join(place, name), '')
  }
  const [path, at] = [process.env['PATH'], process.cwd()]
  const commandWith = (folders: string[]) => {
    process.env['PATH'] = folders.join(delimiter)
    return findEngines().find((engine) => engine.name === 'gnugo')?.command
  }
  try {
    process.chdir(here)
    // An empty part would be the folder at hand.
    expect(commandWith(['', programs])).toBe(join(programs, name))
    expect(commandWith([''])).not.toBe(name)
  } finally {
    process.chdir(at)
    process.env['PATH'] = path
  }
})
