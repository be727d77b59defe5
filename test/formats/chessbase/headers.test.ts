/** Headers, entities and lists of ChessBase databases, on files put together by hand. */
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../src/issues/errors.ts'
import { ByteWriter } from '../../../src/bytes/writer.ts'
import {
  databaseFiles,
  field,
  openFiles,
  openFixture,
  packed,
  plainGame,
  textBytes,
  textItem,
  tournamentData,
  type FixtureDatabase,
} from '../../support/chessbase.ts'

const moves = plainGame(['e2e4', 'e7e5'])

/** The 16 bytes of a kind of rating. */
function rating(kind: number, nationalPace: number, pace: number, nation: number, name = ''): Uint8Array {
  return new ByteWriter()
    .u8(0)
    .u8(kind)
    .u8(nationalPace)
    .u8(pace)
    .u8(nation)
    .field(Uint8Array.from(textBytes(name)), 11)
    .bytes()
}

const team = (title: string, number: number, season: number, year: number, nation: number) =>
  new ByteWriter()
    .put(field(textBytes(title), 45))
    .u32le(number)
    .u8(season)
    .u32le(year)
    .u8(nation)
    .fill(0, 8)
    .bytes()

const tag = (...titles: string[]) => {
  const writer = new ByteWriter()
  for (let index = 0; index < 8; index++) writer.put(field(textBytes(titles[index] ?? ''), 200))
  return writer.fill(0, 8).bytes()
}

const source = new ByteWriter()
  .put(field(textBytes('Informator 99'), 25))
  .put(field(textBytes('Belgrade'), 16))
  .u32le(packed(2007, 5))
  .u32le(packed(2007, 6, 30))
  .u8(3)
  .u8(2)
  .fill(0, 8)
  .bytes()

const FULL: FixtureDatabase = {
  games: [
    {
      moves,
      white: 0,
      black: 1,
      tournament: 0,
      date: packed(2006, 11, 25),
      result: 2,
      round: 4,
      subround: 2,
      elos: [2779, 0],
      eco: ((100 + 90 + 1) << 7) | 7,
      medals: 0b1000_0000_0000_0101,
      teams: [0, -1],
      tag: 0,
      ratings: [rating(1, 0, 3, 0, 'FIDE'), rating(2, 1, 100, 53)],
    },
    { moves, isDeleted: true, result: 5 },
  ],
  players: [
    [textBytes('Kramnik'), textBytes('Vladimir')],
    [textBytes('Deep Fritz'), []],
  ],
  tournaments: [
    tournamentData({
      title: textBytes('Man vs Machine'),
      place: textBytes('Bonn'),
      date: packed(2006, 11, 25),
      type: 2 | 0x40,
      team: 1,
      nation: 53,
      category: 20,
      flags: 0b1111,
      rounds: 6,
    }),
  ],
  annotators: [textBytes('Ftáčnik', 'windows-1250')],
  sources: [source],
  teams: [team('Baden-Baden', 2, 1, 2006, 53)],
  tags: [tag('Consultation', 'Beratung')],
  extendedSize: 120,
}

describe('headers', () => {
  it('read every field of a game', async () => {
    const collection = await openFixture(FULL, { encoding: 'cp1250' })
    expect(collection.issues).toEqual([])
    const event = {
      name: 'Man vs Machine',
      site: 'Bonn',
      date: { year: 2006, month: 11, day: 25 },
      type: 'match',
      pace: 'rapid',
      nation: 'GER',
      category: 20,
      rounds: 6,
      complete: true,
      isTeamEvent: true,
      boardPoints: true,
      threePointsForWin: true,
    }
    const header = {
      players: [
        {
          colour: 1,
          name: 'Kramnik, Vladimir',
          rating: 2779,
          ratingType: 'FIDE rapid',
          team: { name: 'Baden-Baden', number: 2, season: true, year: 2006, nation: 'GER' },
        },
        { colour: 2, name: 'Deep Fritz' },
      ],
      result: { outcome: 'win', winner: 1 },
      event,
      round: 4,
      subround: 2,
      date: { year: 2006, month: 11, day: 25 },
      annotator: 'Ftáčnik',
      publication: {
        title: 'Informator 99',
        publisher: 'Belgrade',
        published: { year: 2007, month: 5 },
        versionDate: { year: 2007, month: 6, day: 30 },
        version: 3,
        quality: 'normal',
      },
      openingCode: 'B90',
      openingSubcode: 7,
      medals: ['best-game', 'model-game', 'user'],
      title: 'Consultation',
      titles: [
        { language: 'en', text: 'Consultation' },
        { language: 'de', text: 'Beratung' },
      ],
    }
    expect(collection.about.encoding).toBe('windows-1250')
    expect(collection.listing(0)).toEqual({ index: 0, game: 'chess', kind: 'game', header })
    expect(collection.entry(0).record!.header).toEqual(header)
  })

  it('mark deleted games and list them', async () => {
    const collection = await openFixture(FULL)
    expect(collection.count).toBe(2)
    expect(collection.entry(1).record!.header).toMatchObject({
      deleted: true,
      result: { outcome: 'draw', by: 'forfeit' },
    })
  })

  it.each([
    [0, { outcome: 'win', winner: 2 }],
    [1, { outcome: 'draw' }],
    [2, { outcome: 'win', winner: 1 }],
    [3, { outcome: 'unfinished', verdict: 18 }],
    [4, { outcome: 'win', winner: 2, by: 'forfeit' }],
    [5, { outcome: 'draw', by: 'forfeit' }],
    [6, { outcome: 'win', winner: 1, by: 'forfeit' }],
    [7, { outcome: 'both-lose' }],
  ])('read the result %i', async (result, expected) => {
    const { record } = (await openFixture({ games: [{ moves, result, verdict: result === 3 ? 18 : 0 }] })).entry(0)
    expect(record!.header.result).toEqual(expected)
    expect(record!.native).toBeUndefined()
  })

  it('keep codes that mean nothing', async () => {
    const game = { moves, result: 9, verdict: 3, eco: 0xfb00, date: packed(2000, 15, 1) }
    const { record } = (await openFixture({ games: [game] })).entry(0)
    expect(record!.native).toEqual({ chessbase: { result: 9, verdict: 3, eco: 0xfb00 } })
    expect(record!.header.date).toEqual({ text: '2000.15.01' })
    expect(record!.header.openingCode).toBeUndefined()
  })

  it('name entities that are not there', async () => {
    const { issues, record } = (await openFixture({ games: [{ moves, white: 7 }] })).entry(0)
    expect(issues).toMatchObject([{ id: 'chessbase/missing-entity', place: { file: 'fixture.cbp', record: 0 } }])
    expect(record!.header.players).toEqual([])
  })

  it('read kinds of ratings', async () => {
    const kinds: [Uint8Array, string | undefined][] = [
      [rating(1, 0, 1, 0, 'FIDE'), 'FIDE'],
      [rating(1, 0, 2, 0, 'FIDE'), 'FIDE blitz'],
      [rating(1, 0, 4, 0, 'ICCF'), 'ICCF'],
      [rating(2, 0, 100, 147), 'USA'],
      [rating(2, 2, 100, 53), 'GER rapid'],
      [rating(0, 9, 9, 9, 'rubbish'), undefined],
    ]
    for (const [bytes, ratingType] of kinds) {
      const game = { moves, elos: [2000, 0] as const, ratings: [bytes, bytes] as const }
      const collection = await openFixture({ games: [game], extendedSize: 120 })
      expect(collection.listing(0).header.players[0]!.ratingType).toBe(ratingType)
    }
  })
})

describe('extended headers', () => {
  it('count saves, date the game and mark endgames, unless these are zero', async () => {
    const files = databaseFiles(FULL)
    const [, bytes] = files.find(([name]) => name.endsWith('.cbj'))!
    const view = new DataView(bytes.buffer, bytes.byteOffset + 32)
    view.setUint16(78, 3)
    view.setBigUint64(80, 1024n)
    bytes.set([0, 9, 0, 7], 32 + 88)
    view.setBigUint64(108, 12_345_678_901_234_567n)
    const endgames = Buffer.from([0, 9, 0, 7, ...new Uint8Array(16)]).toString('base64')
    const collection = await openFiles(files)
    expect(collection.entry(0).record!.native).toEqual({
      chessbase: { saves: 3, created: 1024, saved: '12345678901234567', endgames },
    })
    expect(collection.entry(1).record!.native).toBeUndefined()
  })
})

describe('files', () => {
  const files = databaseFiles(FULL)

  it('are found whatever the letter case of their names, and from any of them', async () => {
    const shouting = files.map(([name, bytes]) => [name.toUpperCase(), bytes] as const)
    expect((await openFiles(shouting, { encoding: 'cp1250' })).listing(0).header.annotator).toBe('Ftáčnik')
    const [headers, ...others] = files
    expect((await openFiles([others[0]!, headers!, ...others.slice(1)])).count).toBe(2)
  })

  it('may be missing but for the list of games', async () => {
    for (const [index, [name]] of files.entries()) {
      if (index === 0) continue
      const collection = await openFiles(files.filter((_, other) => other !== index))
      const isOptional = /\.cb[elj]$/.test(name)
      expect(collection.issues.map(({ id }) => id)).toEqual(isOptional ? [] : ['chessbase/missing-part'])
      expect([...collection.entries()]).toHaveLength(2)
      expect([...collection.validate!()]).toBeDefined()
    }
    await expect(openFiles(files.slice(1))).rejects.toThrow(FormatError)
  })

  it('have older heads', async () => {
    const old = await openFixture({ ...FULL, isOld: true, extendedSize: 8 })
    expect(old.issues).toEqual([])
    expect(old.entry(0).issues).toEqual([])
    expect(old.listing(0).header.players[0]).toMatchObject({ name: 'Kramnik, Vladimir', team: { name: 'Baden-Baden' } })
    expect(old.listing(0).header.players[0]!.ratingType).toBeUndefined()
  })

  it('are of version 1 or 5', async () => {
    expect((await openFixture({ ...FULL, version: 5 })).issues).toEqual([])
    expect((await openFixture({ ...FULL, version: 9 })).issues).toMatchObject([{ id: 'chessbase/version' }])
  })

  it('may hold fewer extended records than games, and more records than games', async () => {
    const shorter = files.map(([name, bytes]) =>
      name.endsWith('.cbj') ? ([name, Uint8Array.from(bytes.subarray(0, 32))] as const) : ([name, bytes] as const),
    )
    shorter.at(-1)![1][8] = 0
    const collection = await openFiles(shorter)
    expect(collection.issues).toEqual([])
    expect(collection.listing(0).header.players[0]!.team).toBeUndefined()

    const longer = files.map(([name, bytes]) => {
      const isHeaders = name.endsWith('.cbh')
      return [name, isHeaders ? Uint8Array.from([...bytes, ...new Uint8Array(460)]) : bytes] as const
    })
    expect(await openFiles(longer)).toMatchObject({ count: 2, issues: [] })
  })

  it('tell a list of games from other files', async () => {
    const notHeaders = [['x.cbh', new Uint8Array(92)]] as const
    await expect(openFiles(notHeaders)).rejects.toMatchObject({
      name: 'FormatError',
      place: { file: 'x.cbh', offset: 0 },
    })
  })
})

describe('lists of entities', () => {
  it('hold every entity with its place in the order, its games and its first game', async () => {
    const collection = await openFixture(FULL)
    const tables = new Map(collection.tables!().map((table) => [table.name, table]))
    expect([...tables.keys()]).toEqual(['players', 'tournaments', 'annotators', 'sources', 'teams', 'tags'])
    expect([...tables.get('players')!.rows()]).toEqual([
      { id: 0, name: 'Kramnik, Vladimir', order: 0, games: 0, firstGame: 0 },
      { id: 1, name: 'Deep Fritz', order: 1, games: 0, firstGame: 0 },
    ])
    expect([...tables.get('tournaments')!.rows()][0]).toMatchObject({
      name: 'Man vs Machine',
      date: '2006.11.25',
      type: 'match',
    })
    expect([...tables.get('sources')!.rows()]).toEqual([
      {
        id: 0,
        title: 'Informator 99',
        publisher: 'Belgrade',
        published: '2007.05.??',
        versionDate: '2007.06.30',
        version: 3,
        quality: 'normal',
        order: 0,
        games: 0,
        firstGame: 0,
      },
    ])
    expect([...tables.get('teams')!.rows()]).toMatchObject([
      { name: 'Baden-Baden', number: 2, season: true, year: 2006, nation: 'GER' },
    ])
    expect([...tables.get('tags')!.rows()]).toMatchObject([{ title: 'Consultation' }])
    for (const table of tables.values()) {
      for (const row of table.rows()) expect(table.columns).toEqual(expect.arrayContaining(Object.keys(row)))
    }
  })

  it('end where the tree runs in a circle', async () => {
    const files = databaseFiles(FULL)
    const players = files.find(([name]) => name.endsWith('.cbp'))![1]
    new DataView(players.buffer).setInt32(32 + 67 + 4, 0, true)
    const collection = await openFiles(files)
    expect([...collection.tables!()[0]!.rows()].map(({ order }) => order)).toEqual([0, 1])
  })
})

describe('validate', () => {
  const checked: FixtureDatabase = {
    games: [{ moves, moveCount: 1, items: [textItem(0, textBytes('a'))], flags: 4 }],
    players: [[textBytes('A'), []]],
  }
  const idsOf = async (database: FixtureDatabase) => {
    const collection = await openFixture(database)
    return [...collection.validate!()].map(({ id }) => id)
  }
  /** What the counts of the entities, which the fixture leaves at zero, always give. */
  const COUNTS = Array.from({ length: 4 }, () => 'chessbase/entity-count')

  it('accepts what headers say of a game', async () => {
    expect(await idsOf(checked)).toEqual(COUNTS)
  })

  it.each([
    ['flags', { flags: 5 }, 'chessbase/flags'],
    ['missing flags', { flags: 0 }, 'chessbase/flags'],
    ['move counts', { moveCount: 2 }, 'chessbase/move-count'],
    ['magnitudes', { magnitudes: 4 }, 'chessbase/magnitudes'],
  ])('reports wrong %s', async (_, change, id) => {
    expect(await idsOf({ ...checked, games: [{ ...checked.games[0]!, ...change }] })).toEqual([id, ...COUNTS])
  })

  it('reports a wrong number of annotations', async () => {
    const files = databaseFiles(checked)
    const annotations = files.find(([name]) => name.endsWith('.cba'))![1]
    const at = 26 + 3 + 4
    expect(annotations[at + 2]).toBe(2)
    annotations[at + 2] = 5
    const issues = [...(await openFiles(files)).validate!()]
    expect(issues[0]).toMatchObject({ id: 'chessbase/annotation-count', params: { stated: 4, count: 1 } })
  })

  it('reports players out of order and nodes that the tree does not reach', async () => {
    const players = [
      [textBytes('B'), []],
      [textBytes('A'), []],
    ] as const
    expect(await idsOf({ ...checked, players })).toContain('chessbase/tree-order')
    const files = databaseFiles({ ...checked, players })
    const file = files.find(([name]) => name.endsWith('.cbp'))![1]
    new DataView(file.buffer).setInt32(32 + 4, -1, true)
    const issues = [...(await openFiles(files)).validate!()].map(({ id }) => id)
    expect(issues).toContain('chessbase/tree')
    expect(issues).toContain('chessbase/tree-balance')
  })
})
