/** Databases made under the readings that the library does not write: the vote finds them, or says that it does not know. */
import { describe, expect, test } from 'vitest'
import { CODE_NUMBER, CODE_STEP, MOVE_CODES } from '../../../src/formats/chess-assistant/moves/codes.ts'
import type { Collection, Reading } from '../../../src/formats/format.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import {
  changeHeaders,
  databaseOf,
  gameCodes,
  openDatabase,
  rebuildVolume,
  setGames,
  writeDatabase,
  type Files,
} from '../../support/chess-assistant.ts'
import { drawTree, readPgn } from '../../support/pgn.ts'
import { randomGames } from '../../support/random-games.ts'

function vote(collection: Collection, point: string): Reading {
  return collection.about.readings![point]!
}

/** The code of the same piece with the second digit of its step turned round. */
function mirrored(code: number): number {
  const step = CODE_STEP[code]!
  const wanted = (step & 0x70) | ((8 - (step & 7)) & 7)
  for (let other = 0; other < MOVE_CODES; other++) {
    if (CODE_NUMBER[other] === CODE_NUMBER[code] && CODE_STEP[other] === wanted) return other
  }
  throw new Error(`code ${code} has no mirror`)
}

/** Turns round plain moves and promotions; the games have nothing else that has a direction. */
function mirrorGame(codes: Uint8Array): number[] {
  const result: number[] = []
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at]!
    if (code === 209) {
      result.push(209, mirrored(codes[at + 1]!), codes[at + 2]!)
      at += 2
    } else result.push(code < MOVE_CODES ? mirrored(code) : code)
  }
  return result
}

const games = randomGames('chess', 40, 11, 40)

async function namedGames(count: number): Promise<GameRecord[]> {
  const texts = Array.from(
    { length: count },
    (_, index) =>
      `[Event "E${index}"]\n[White "W${index}"]\n[Black "B${index}"]\n[Round "${index + 1}"]\n\n1. e4 *\n\n`,
  )
  return (await readPgn(texts.join(''))).records
}

test('what the library writes is read so, and the votes say it', async () => {
  const { files } = await writeDatabase([...games, ...(await namedGames(20))])
  const collection = await openDatabase(files)
  for (const point of ['direction', 'index-base', 'game-base', 'round']) {
    expect(vote(collection, point)).toMatchObject({ outcome: 'decided' })
  }
  expect(vote(collection, 'direction').votes).toMatchObject({ left: 0 })
  expect(vote(collection, 'variations').outcome).toBe('undecided')
})

test('steps that count to the left', async () => {
  const { files } = await writeDatabase(games)
  setGames(files, gameCodes(files).map(mirrorGame))
  const collection = await openDatabase(files)
  expect(vote(collection, 'direction')).toMatchObject({ outcome: 'decided', reading: 'left' })
  const trees = [...collection.entries()].map(({ record }) => drawTree(record!))
  expect(trees).toEqual(games.map(drawTree))
})

test('the extended form counts to the right in any case', async () => {
  const pawns = Array.from({ length: 16 }, () => [8, 0]).flat()
  const absent = Array.from({ length: 10 }, () => [8, 0]).flat()
  // Pawn 1 is a queen on b4 already; kings on e1 and a8.
  pawns.splice(2, 2, 0x31, 5)
  const kings = (square: number) => [...absent.slice(0, 14), square, 6, ...absent.slice(0, 4)]
  const start = [230, ...pawns.slice(0, 16), ...kings(0x04), ...absent.slice(0, 16), ...kings(0x70), 0, 0, 0, 0]
  const codes = [...start, 213, 0x02]
  for (const direction of ['right', 'left']) {
    const { record } = (await openDatabase(await databaseOf([codes]), { settings: { direction } })).entry(0)
    expect(drawTree(record!)).toContain('Qd4')
  }
})

describe('variations', () => {
  const PLAIN = '1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 (2. Bc4 Nf6) 2... Nc6 *'
  const BEFORE = [19, 231, 8 + 3, 43, 12, 232, 19, 231, 70, 40, 232, 43, 39]
  const AFTER = [19, 19, 231, 8 + 3, 43, 12, 232, 43, 231, 70, 40, 232, 39]

  test.each([
    ['before', BEFORE],
    ['after', AFTER],
  ])('%s the move they replace', async (reading, codes) => {
    const { records } = await readPgn(`[Result "*"]\n\n${PLAIN}\n`)
    const collection = await openDatabase(await databaseOf([codes, codes, codes]))
    expect(vote(collection, 'variations')).toMatchObject({ outcome: 'decided', reading })
    expect(drawTree(collection.entry(0).record!)).toBe(drawTree(records[0]!))
  })

  test('forced', async () => {
    const collection = await openDatabase(await databaseOf([AFTER]), { settings: { variations: 'before' } })
    expect(vote(collection, 'variations').outcome).toBe('forced')
    expect(collection.entry(0).issues).not.toEqual([])
  })
})

test('a database that says nothing keeps the defaults', async () => {
  const files = await databaseOf([[], []])
  // Neither lists nor an address for the id that stands for none.
  files.delete('base.emb')
  files.set('base.a02', files.get('base.a02')!.subarray(4))
  const collection = await openDatabase(files)
  for (const point of ['direction', 'variations', 'index-base', 'game-base', 'round', 'game-type', 'encoding']) {
    expect(vote(collection, point).outcome).toBe('undecided')
  }
  expect(vote(collection, 'direction').reading).toBe('right')
})

test('ids that count from 1', async () => {
  const records = await namedGames(10)
  const { files } = await writeDatabase(records)
  rebuildVolume(files, 1000, (name, bytes) => {
    if (name.endsWith('.a01')) return bytes.subarray(4)
    if (name === 'Players.d00') return bytes.subarray(10)
    return bytes
  })
  const collection = await openDatabase(files)
  expect(vote(collection, 'index-base')).toMatchObject({ outcome: 'decided', reading: '1' })
  expect([...collection.entries()].map(({ record }) => record!.header.players)).toEqual(
    records.map(({ header }) => header.players),
  )
})

test('games whose ids count from 1', async () => {
  const { files } = await writeDatabase(games)
  files.set('base.a02', files.get('base.a02')!.subarray(4))
  const collection = await openDatabase(files)
  expect(vote(collection, 'game-base')).toEqual({ outcome: 'decided', reading: '1', votes: { '0': 0, '1': 1 } })
  expect([...collection.entries()].map(({ record }) => drawTree(record!))).toEqual(games.map(drawTree))
  const forced = await openDatabase(files, { settings: { 'game-base': '0' } })
  expect(vote(forced, 'game-base').outcome).toBe('forced')
  expect(drawTree(forced.entry(0).record!)).toBe(drawTree(games[1]!))
})

test('games whose headers fit the records one further on', async () => {
  const openings = ['1. e4 e5', '1. d4 d5', '1. e4 c5', '1. d4 Nf6 2. c4']
  const codes = ['C20', 'D00', 'B20', 'E00']
  const texts = Array.from(
    { length: 40 },
    (_, index) => `[ECO "${codes[index % 4]}"]\n[Result "*"]\n\n${openings[index % 4]} *\n\n`,
  )
  const { records } = await readPgn(texts.join(''))
  const { files } = await writeDatabase(records)
  // A record at either end that no header names: only the openings tell the bases apart.
  const junk = Uint8Array.from([15, 15])
  setGames(files, [junk, ...gameCodes(files), junk])
  changeHeaders(files, (row, index) => row.setUint32(24, index + 2, true))
  expect(vote(await openDatabase(files), 'game-base')).toMatchObject({ outcome: 'decided', reading: '0' })
  changeHeaders(files, (row, index) => row.setUint32(24, index + 3, true))
  expect(vote(await openDatabase(files), 'game-base')).toMatchObject({ outcome: 'decided', reading: '1' })
})

test('rounds that are not doubled', async () => {
  const { files } = await writeDatabase(await namedGames(12))
  changeHeaders(files, (row) => row.setUint8(29, row.getUint8(29) / 2))
  const collection = await openDatabase(files)
  expect(vote(collection, 'round')).toMatchObject({ outcome: 'decided', reading: 'plain' })
  expect([...collection.entries()].map(({ record }) => record!.header.round)).toEqual(
    Array.from({ length: 12 }, (_, index) => index + 1),
  )
})

test.each(['[Event', '[White', '[Round'])(
  'one header among several changes nothing for the others: %s',
  async (tag) => {
    const { records } = await readPgn(
      Array.from({ length: 5 }, (_, index) => `${tag} "${index + 1}"]\n\n1. e4 *\n\n`).join(''),
    )
    const { files } = await writeDatabase(records)
    changeHeaders(files, (row) => row.setUint32(20, 4, true))
    const before = [...(await openDatabase(files)).entries()].map(({ record }) => record)
    const headers = Uint8Array.from(files.get('base.d00')!)
    for (let at = 0; at < headers.length; at++) {
      for (const value of [1, 6, 7, 0x80, 0xff]) {
        files.set('base.d00', headers.with(at, value))
        const after = [...(await openDatabase(files)).entries()].map(({ record }) => record)
        const hit = Math.floor(at / 38)
        expect(after.toSpliced(hit, 1), `byte ${at} is ${value}`).toEqual(before.toSpliced(hit, 1))
      }
    }
  },
)

async function withTypes(types: readonly number[]): Promise<Collection> {
  const { files } = await writeDatabase(games)
  changeHeaders(files, (row, index) => row.setUint32(20, types[index % types.length]!, true))
  return openDatabase(files)
}

test('game types', async () => {
  const mask = await withTypes([0, 1, 0x200, 0x2000_0000, 0x201])
  expect(vote(mask, 'game-type')).toMatchObject({ outcome: 'decided', reading: 'mask' })
  expect(mask.entry(4).record!.native).toMatchObject({ 'chess-assistant': { types: ['my own games', 'tactics'] } })
  const both = await withTypes([0x203])
  expect(both.entry(0).record!.native).toMatchObject({
    'chess-assistant': { types: ['my own games', 'historic games', 'tactics'] },
  })
  const number = await withTypes([3, 7, 11, 30, 13])
  expect(vote(number, 'game-type')).toMatchObject({ outcome: 'decided', reading: 'number' })
  expect(number.entry(1).record!.native).toMatchObject({ 'chess-assistant': { types: ['middlegames'] } })
  // One or two kinds at once, or three numbers that could be such; and numbers beside one that is none.
  for (const types of [
    [0, 1, 2, 4],
    [0, 3, 5, 6, 24],
    [7, 11, 13, 31],
  ]) {
    expect(vote(await withTypes(types), 'game-type')).toMatchObject({ outcome: 'undecided', reading: 'raw' })
  }
})

describe('encodings', () => {
  test.each([
    ['windows-1251', 'Петросян, Тигран', 'Спасский, Борис'],
    ['windows-1252', 'Müller, Karsten', 'Hübner, Robert'],
    ['utf-8', 'Ľubomír Ftáčnik', 'Петросян'],
  ])('%s', async (encoding, white, black) => {
    const { records } = await readPgn(`[White "${white}"]\n[Black "${black}"]\n\n1. e4 {${white}} *\n`)
    const files: Files = (await writeDatabase(records, { encoding })).files
    const collection = await openDatabase(files)
    expect(vote(collection, 'encoding')).toMatchObject({ outcome: 'decided', reading: encoding })
    expect(collection.entry(0).record!.header.players.map(({ name }) => name)).toEqual([white, black])
  })
})

test('comments in another encoding than the names', async () => {
  const { records } = await readPgn('[White "Müller"]\n[Black "Hübner"]\n\n1. e4 {Лучший ход} e5 *\n')
  const names = (await writeDatabase(records, { encoding: 'windows-1252' })).files
  const files = (await writeDatabase(records, { encoding: 'windows-1251' })).files
  files.set('base.emb', names.get('base.emb')!)
  const collection = await openDatabase(files)
  expect(vote(collection, 'encoding')).toMatchObject({ outcome: 'decided', reading: 'windows-1252' })
  expect(vote(collection, 'comment-encoding')).toMatchObject({ outcome: 'decided', reading: 'windows-1251' })
  const { record } = collection.entry(0)
  expect(record!.header.players[0]!.name).toBe('Müller')
  expect(record!.nodes[1]!.comments![0]!.text).toBe('Лучший ход')
  const forced = await openDatabase(files, { encoding: 'windows-1251' })
  expect(vote(forced, 'comment-encoding').outcome).toBe('forced')
})

test('a row of zeros before the games, which the count leaves out', async () => {
  const records = await namedGames(3)
  const { files } = await writeDatabase(records)
  files.set('base.d00', Uint8Array.from([...new Uint8Array(38), ...files.get('base.d00')!]))
  const collection = await openDatabase(files)
  expect(collection.issues).toEqual([])
  expect([...collection.entries()].map(({ record }) => record!.header.event!.name)).toEqual(['E0', 'E1', 'E2'])
})

test('a reading that does not exist is refused', async () => {
  const files = await databaseOf([[]])
  await expect(openDatabase(files, { settings: { direction: 'up' } })).rejects.toThrow(TypeError)
  await expect(openDatabase(files, { encoding: 'klingon' })).rejects.toThrow(TypeError)
})
