import { describe, expect, test } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import { pgn } from '../../../src/formats/pgn/format.ts'
import { wthor } from '../../../src/formats/wthor/format.ts'
import type { Issue } from '../../../src/issues/issue.ts'
import { isPass } from '../../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../../src/model/record.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'
import { othello } from '../../../src/rules/othello/index.ts'
import { illegalMoves } from '../../../src/rules/replay.ts'
import { corpusBytes, corpusCases, corpusPath } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { randomOthelloGame } from '../../support/othello-games.ts'
import { seededRandom } from '../../support/random.ts'
import { sample, scaled } from '../../support/scale.ts'

async function open(text: string | Uint8Array) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  return pgn.open(new MemoryFileSet(new MemorySource('games.pgn', bytes)))
}

async function write(records: readonly GameRecord[], settings: Record<string, string> = {}) {
  const out = new MemorySinkSet('games.pgn')
  const writer = await pgn.write(out, { settings })
  const issues: Issue[] = records.flatMap((record) => writer.add(record).issues)
  issues.push(...writer.finish())
  return { text: new TextDecoder().decode(out.files.get('games.pgn')), issues }
}

function transcript({ nodes }: GameRecord): string {
  const start = othello.start()
  return mainLineMoves(nodes)
    .map((move) => othello.writeMove(start, move))
    .join('')
}

const withoutOrigin = ({ origin: _origin, ...record }: GameRecord) => record

/** As the collections of tournament games have it. */
const COLLECTION = `[Event "Championship - 1985"]
[Date "1985"]
[Black "Adler Ida"]
[White "Cole Max"]
[Result "36-28"]
1. F5 F4
2. E3 F6
3. D3 E2
`

/** As PlayOK gives it. */
const PLAYOK = `[Event "?"]
[Site "PlayOK"]
[Date "2020.05.05"]
[Round "-"]
[Black "ann"]
[White "bob"]
[Result "38-26"]
[Time "11:24:48"]
[TimeControl "300"]
[BlackElo "1073"]
[WhiteElo "1183"]

1. f5 d6 2. c3 f3 3. f4 d3 38-26
`

/** As Edax gives it: no word about the game, its own site, a result as in chess. */
const EDAX = `[Event "?"]
[Site "edax"]
[Date "2026.??.??"]
[Black "?"]
[White "?"]
[Result "0-1"]

 1. d3 c5 2. e6 f5
`

/** As XBoard's Alien edition gives it: pawns for discs, ranks from the bottom. */
const XBOARD = `[Event "Computer Chess Game"]
[White "ann"]
[Black "bob"]
[Result "*"]
[Variant "reversi"]
[FEN "8/8/8/3Pp3/3pP3/8/8/8 b - - 0 1"]
[SetUp "1"]

1... p@f4 2. P@d3 p@c6 *
`

describe('Othello in PGN', () => {
  test('is read as XBoard gives it', async () => {
    const { record, issues } = (await open(XBOARD)).entry(0)
    expect(issues).toEqual([])
    expect([record!.game, record!.setup, transcript(record!)]).toEqual(['othello', undefined, 'f5d6c3'])
    const { record: other } = (await open(XBOARD.replace('pP3/8/8/8 b', 'pP3/8/8/8 w'))).entry(0)
    expect(other!.setup).toBe('---------------------------OX------XO--------------------------- O')
    const passing = XBOARD.replace('8/8/8/3Pp3/3pP3/8/8/8 b', 'Pp6/8/8/8/8/8/8/pP5p b').replace(
      /1\.\.\..*/,
      '1... @@@@ 2. P@c8 *',
    )
    expect((await open(passing)).entry(0).record!.nodes.map(({ unread }) => unread)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const illegal = (await open(XBOARD.replace('p@c6', 'p@h9'))).entry(0)
    expect(illegal.issues.map(({ id }) => id)).toEqual(['pgn/unreadable-move'])
  })

  test('is read as Edax gives it, and chess of that site is written so that it stays chess', async () => {
    const { record } = (await open(EDAX)).entry(0)
    expect([record!.game, transcript(record!)]).toEqual(['othello', 'd3c5e6f5'])
    const chess = (await open(EDAX.replace('edax', 'a club').replace('c5 2. e6 f5', 'Nf6'))).entry(0).record!
    for (const site of ['edax', 'a club']) {
      chess.header.event!.site = site
      const { text } = await write([chess])
      const { header, game, nodes } = (await open(text)).entry(0).record!
      expect([game, nodes.length, header.event!.site]).toEqual(['chess', 3, site])
    }
  })

  test('is read as collections have it', async () => {
    const { record, issues } = (await open(COLLECTION)).entry(0)
    expect(issues).toEqual([])
    expect(record).toMatchObject({
      game: 'othello',
      header: {
        event: { name: 'Championship - 1985' },
        date: { year: 1985 },
        players: [
          { colour: 1, name: 'Adler Ida' },
          { colour: 2, name: 'Cole Max' },
        ],
        result: { outcome: 'win', winner: 1, score: [36, 28] },
      },
    })
    expect(transcript(record!)).toBe('f5f4e3f6d3e2')
  })

  test('is read as PlayOK gives it, also from another first move', async () => {
    const { record, issues } = (await open(PLAYOK)).entry(0)
    expect(issues).toEqual([])
    expect(record!.header.players.map(({ rating }) => rating)).toEqual([1073, 1183])
    expect(record!.header.tags).toEqual({ Time: '11:24:48' })
    expect(transcript(record!)).toBe('f5d6c3f3f4d3')
    const other = (await open(PLAYOK.replace(/^1\..*$/m, '1. c4 e3 2. f6 e6 26-38'))).entry(0).record!
    expect([other.game, transcript(other)]).toEqual(['othello', 'c4e3f6e6'])
  })

  test('is distinguished from chess', async () => {
    const games = [
      '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. c4 c5 2. Nf3 1-0\n',
      '[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. d3 e5 *\n',
      '[White "A"]\n[Black "B"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]\n\n1... e6 *\n',
    ]
    for (const game of games) expect((await open(game)).entry(0).record?.game ?? 'chess').toBe('chess')
    for (const name of ['Othello', 'Reversi']) {
      expect((await open(`[Game "${name}"]\n\n1. c4 *\n`)).entry(0).record!.game).toBe('othello')
    }
  })

  test('keeps illegal moves with an issue, and passes written down', async () => {
    const { record, issues } = (await open('[Game "Othello"]\n\n1. f5 a1 2. -- d6 *\n')).entry(0)
    expect(issues.map(({ id }) => id)).toEqual(['pgn/illegal-move'])
    expect(record!.nodes).toHaveLength(5)
  })

  test('comes back equal from random games, set-ups and scores included', async () => {
    const random = seededRandom(51)
    for (let round = 0; round < scaled(40, 400); round++) {
      const record = emptyRecord('othello')
      const { moves, position } = randomOthelloGame(random)
      let list = moves
      if (round % 3 === 0) {
        const from = 10 + (round % 20)
        const start = othello.start()
        for (const move of moves.slice(0, from)) othello.play(start, move)
        record.setup = othello.format(start)
        list = moves.slice(from)
      }
      list.forEach((move, ply) => record.nodes.push({ parent: ply, move }))
      const [black, white] = othello.outcome(position)!.score!
      record.header.result = { outcome: 'draw', score: [black, white] }
      if (black !== white)
        record.header.result = { outcome: 'win', winner: black > white ? 1 : 2, score: [black, white] }
      record.header.perfectScore = { score: black, emptySquares: 24 }
      record.nodes[1]!.comments = [{ text: 'first', placement: 'after' }]
      for (const notation of ['coordinate', 'capitals']) {
        const { text, issues } = await write([record], { notation })
        expect(issues).toEqual([])
        const back = (await open(text)).entry(0)
        expect(back.issues).toEqual([])
        expect(withoutOrigin(back.record!)).toEqual(record)
      }
    }
  })

  test('is of boards of 8 x 8 only', async () => {
    const { issues } = await write([{ ...emptyRecord('othello'), size: { columns: 10, rows: 10 } }])
    expect(issues.map(({ id, severity }) => [id, severity])).toEqual([['pgn/board-size', 'error']])
  })

  test('has variations', async () => {
    const text = '[Game "Othello"]\n\n1. f5 d6 (1... f6 2. e6) 2. c3 *\n'
    const { record, issues } = (await open(text)).entry(0)
    expect([issues, record!.nodes.length, illegalMoves(othello, record!)]).toEqual([[], 6, []])
    const back = (await open((await write([record!])).text)).entry(0).record!
    expect(withoutOrigin(back)).toEqual(withoutOrigin(record!))
  })
})

describe('real collections', needsCorpus('wthor/ground-truth'), () => {
  const years = corpusCases('wthor/ground-truth', /\.pgn$/)

  test.each(sample(years, 2))('%s has the games of the year file', async (path) => {
    const collection = await open(corpusBytes(path))
    const files = new DiskFileSet(corpusPath(`wthor/2022-edition/WTH_${/[0-9]{4}/.exec(path)![0]}.wtb`))
    const year = await wthor.open(files)
    expect(collection.count).toBe(year.count)
    for (const { index, record, issues } of collection.entries()) {
      const expected = year.entry(index).record!
      // A name or two with quotes in it are warned of.
      expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(mainLineMoves(record!.nodes)).toEqual(mainLineMoves(expected.nodes))
      expect(record!.header.result).toEqual(expected.header.result)
      expect(record!.header.date!.year).toBe(expected.header.date!.year)
      expect(mainLineMoves(record!.nodes).some(isPass)).toBe(false)
    }
    files.close()
  })
})
