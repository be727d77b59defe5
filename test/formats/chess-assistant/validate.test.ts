/** What a check finds in a database with nothing beside it, one fault at a time. */
import { expect, test } from 'vitest'
import { validate } from '../../../src/convert/validate.ts'
import type { Collection } from '../../../src/formats/format.ts'
import {
  changeHeaders,
  gameCodes,
  openDatabase,
  rebuildVolume,
  setGames,
  writeDatabase,
  type Files,
} from '../../support/chess-assistant.ts'
import { readPgn } from '../../support/pgn.ts'

const GAMES =
  '[White "A"]\n[Black "B"]\n[ECO "C20"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3 Nc6 0-1\n\n' +
  '[White "C"]\n[Black "D"]\n[ECO "A00"]\n[Result "0-1"]\n\n1. g4 e5 2. f3 Qh4# 0-1\n\n' +
  '[White "A"]\n[Black "C"]\n[ECO "E20"]\n[Result "*"]\n\n1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 *\n'

async function database(): Promise<Files> {
  const { records } = await readPgn(GAMES)
  return (await writeDatabase(records)).files
}

function found(collection: Collection): string[] {
  return [...validate(collection)].map(({ id, place }) => `${id} ${place?.record ?? ''}`.trim())
}

async function findings(change: (files: Files) => void): Promise<string[]> {
  const files = await database()
  change(files)
  return found(await openDatabase(files))
}

function words(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Changes one file of the volume. */
function changing(file: string, change: (bytes: Uint8Array) => Uint8Array | void): (files: Files) => void {
  return (files) =>
    rebuildVolume(files, 1000, (name, bytes) => {
      if (name !== file) return bytes
      const copy = Uint8Array.from(bytes)
      return change(copy) ?? copy
    })
}

test('a sound database', async () => {
  expect(await findings(() => {})).toEqual([])
})

test.each<[what: string, change: (files: Files) => void, found: string[]]>([
  [
    'an illegal move',
    (files) =>
      setGames(
        files,
        gameCodes(files).map((codes, index) => (index === 0 ? [19, 19, 19] : codes)),
      ),
    ['chess-assistant/illegal-move 0', 'rules/illegal-move 0'],
  ],
  [
    'bytes that are no code',
    (files) =>
      setGames(
        files,
        gameCodes(files).map((codes, index) => (index === 0 ? [...codes, 250] : codes)),
      ),
    ['chess-assistant/unread-moves 0'],
  ],
  ['mate with another result', (files) => changeOutcome(files, 1, 2), ['rules/result 1']],
  ['mate without a result', (files) => changeOutcome(files, 1, 4), ['chess-assistant/result-mate 1']],
  ['an opening that does not fit', (files) => changeOpening(files, 0, 310), ['chess-assistant/opening 0']],
  ['an opening of the wrong letter', (files) => changeOpening(files, 2, 250), ['chess-assistant/opening 2']],
  [
    'a sorted index that names one twice',
    changing('Players.iii', (bytes) => bytes.copyWithin(0, 4, 8)),
    ['chess-assistant/sorted-index'],
  ],
  ['no sorted index', changing('Players.iii', () => new Uint8Array(0)), ['chess-assistant/list-count']],
  [
    'a sorted index that names none of the list',
    changing('Players.iii', (bytes) => words(bytes).setInt32(0, -1, true)),
    ['chess-assistant/sorted-index'],
  ],
  ['a list whose parts differ', changing('Players.d00', (bytes) => bytes.subarray(10)), ['chess-assistant/list-count']],
  [
    'a main file of a list with another count',
    changing('Events.cdp', (bytes) => words(bytes).setUint32(104, 9, true)),
    ['chess-assistant/list-count'],
  ],
  [
    'an entry without bytes',
    changing('Players.a01', (bytes) => words(bytes).setUint32(16, 9999, true)),
    ['chess-assistant/list-address', 'chess-assistant/missing-entry 1'],
  ],
  [
    'entries that overlap',
    // The empty entry 0 one byte further on: its title is the length of the next.
    changing('Players.a01', (bytes) => words(bytes).setUint32(0, 2, true)),
    ['chess-assistant/overlap'],
  ],
  [
    'records that overlap',
    (files) => {
      setGames(files, [[19, 0], ...gameCodes(files).slice(1)])
      // The second move of game 1, taken for the length of game 2.
      const addresses = words(files.get('base.a02')!)
      addresses.setUint32(8, addresses.getUint32(4, true) + 2, true)
    },
    ['chess-assistant/overlap 1', 'chess-assistant/opening 0'],
  ],
  [
    'two games with one record',
    (files) => changeHeaders(files, (row, index) => index === 2 && row.setUint32(24, 1, true)),
    ['chess-assistant/shared-record 2', 'chess-assistant/opening 2'],
  ],
  [
    'a count of games that is too small',
    (files) => words(files.get('base.cdp')!).setUint32(104, 2, true),
    ['chess-assistant/count'],
  ],
])('%s', async (_what, change, expected) => {
  expect(await findings(change)).toEqual(expected)
})

/** Games of seven and of eight moves of knights to and fro, then one more move of each side. */
const LATE = (moves: number, last: string) =>
  `[ECO "D00"]\n[Result "*"]\n\n${['Nf3 Nf6', 'Ng1 Ng8']
    .join(' ')
    .concat(' ')
    .repeat(moves / 2)}${last} *\n`

test.each<[moves: string, expected: string[]]>([
  // The pawns of an opening may take twelve moves to come.
  [LATE(10, 'd4 e6 Nf3 d5'), []],
  [LATE(12, 'd4 d5'), ['chess-assistant/opening 0']],
  // Only two king's pawns at once rule out A.
  ['[ECO "A40"]\n[Result "*"]\n\n1. e4 e5 2. d4 *\n', ['chess-assistant/opening 0']],
  ['[ECO "A40"]\n[Result "*"]\n\n1. e4 a6 2. d4 e5 *\n', []],
  ['[ECO "A40"]\n[Result "*"]\n\n1. e4 *\n', []],
  ['[Result "*"]\n\n1. e4 e5 *\n', []],
  // Nor does one that begins elsewhere.
  ['[ECO "C20"]\n[Result "*"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e3 *\n', []],
  // A game without moves says nothing.
  ['[ECO "C20"]\n[Result "*"]\n\n*\n', []],
])('%s', async (game, expected) => {
  const { records } = await readPgn(game)
  expect(found(await openDatabase((await writeDatabase(records)).files))).toEqual(expected)
})

test('every record that a long one covers', async () => {
  const files = await database()
  const nested = [19, 235, 8, 4, 1, 19, 1, 15, 1, 11, 1]
  setGames(files, [nested, [19], [15]])
  const addresses = words(files.get('base.a02')!)
  const start = addresses.getUint32(4, true)
  // Games 2 and 3, of one move each, within the text of game 1.
  addresses.setUint32(8, start + 5, true)
  addresses.setUint32(12, start + 7, true)
  changeHeaders(files, (row) => row.setUint16(30, 0, true))
  const overlaps = found(await openDatabase(files)).filter((issue) => issue.includes('overlap'))
  expect(overlaps).toEqual(['chess-assistant/overlap 1', 'chess-assistant/overlap 2'])
})

function changeOutcome(files: Files, game: number, outcome: number): void {
  changeHeaders(files, (row, index) => index === game && row.setUint8(10, outcome))
}

function changeOpening(files: Files, game: number, code: number): void {
  changeHeaders(files, (row, index) => index === game && row.setUint16(30, code, true))
}

test('games with one record name the first of them', async () => {
  const files = await database()
  changeHeaders(files, (row, index) => index > 0 && row.setUint32(24, 2, true))
  const issue = [...(await openDatabase(files)).validate!()].find(({ id }) => id.endsWith('shared-record'))
  expect([issue!.place!.record, issue!.params]).toEqual([2, { number: 2 }])
})

test('files of the volume that overlap', async () => {
  const files = await database()
  const volume = words(files.get('base.emb')!)
  const pairs = volume.getUint32(140, true)
  const directory = volume.getUint32(pairs + 4, true)
  // The list of fragments of the first file, in the directory, becomes that of the second.
  volume.setUint32(directory + 256 + 12, volume.getUint32(directory + 12, true) - 1, true)
  expect(found(await openDatabase(files))).toContain('chess-assistant/overlap')
})
