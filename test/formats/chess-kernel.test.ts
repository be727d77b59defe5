/** What the kernel makes of plain games is what the readers make of them, and it leaves all others to them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Collection, Entry, EntryOptions } from '../../src/formats/format.ts'
import type { KeyedLine } from '../../src/rules/keyed-line.ts'
import { ChessKernel } from '../../src/formats/chess-kernel.ts'
import { detectFormat } from '../../src/convert/detect.ts'
import type { AnyRecord } from '../../src/model/line-record.ts'
import { isPass } from '../../src/model/move.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'
import { decodeMove, encodeMove } from '../../src/positions/move-code.ts'
import { instantiate } from '../../src/formats/chess-kernel/instantiate.ts'
import { chess, ChessPosition, parseFen, SanTexts } from '../../src/rules/chess/index.ts'
import { KING, PAWN, SQUARE_NAMES } from '../../src/rules/chess/pieces.ts'
import { emptyRecord, type GameRecord } from '../../src/model/record.ts'
import { mutateBytes } from '../hostile/mutators.ts'
import { compileKernel, kernelModule } from '../support/compile-kernel.ts'
import { gameRecords, openFiles, rewritten } from '../support/chessbase-records.ts'
import { corpusCases, corpusPath, hasCorpus } from '../support/corpus.ts'
import { openPgn } from '../support/pgn.ts'
import { rareGame, writeStyled } from '../support/plain-games.ts'
import fc from '../support/properties.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { lessened, scaled } from '../support/scale.ts'
import { damagedComment, plainComment } from '../support/timed-comments.ts'

const WHITE = 1 << 3
const BLACK = 2 << 3

const HEAD = '[Event "?"]\n'

const kernel = new ChessKernel()

function contentsOf({ moves, keys, length }: KeyedLine): unknown {
  return { moves: moves.slice(0, length), keys: keys.slice(0, 2 * length + 2) }
}

/** The texts of all moves one after the other, and each by itself. */
function textsOf(san: SanTexts, count: number): unknown {
  const text = (from: number, to: number) => String.fromCharCode(...san.bytes.subarray(from, to))
  return Array.from(
    { length: count },
    (_, index) => text(san.ends[index]!, san.starts[index + 1]!) + text(san.starts[index + 1]!, san.ends[index + 1]!),
  )
}

/** All that an entry says. */
function described({ index, record, document, issues, playedLine }: Entry<AnyRecord>): unknown {
  const { keyed: line, moves, san } = playedLine ?? {}
  const bareLine = record && 'moves' in record ? record.moves : undefined
  const proves = record && moves?.proveLegal(record)
  const texts = bareLine && san?.matchesLine(bareLine) ? textsOf(san, bareLine.length) : undefined
  return { index, document, issues, line: line && contentsOf(line), bareLine, proves, texts, record: { ...record } }
}

/** Compares the entries of a collection read with and without the kernel; returns how many the kernel read. */
function compare(collection: Collection, to = Infinity): { games: number; plain: number } {
  const count = { games: 0, plain: 0 }
  for (const options of [
    { playedLine: { keys: true, san: true }, bare: true },
    { playedLine: { keys: true, moves: true } },
  ]) {
    const alone = collection.entries({ ...options, to })
    for (const entry of collection.entries({ ...options, to, kernel })) {
      const expected = alone.next().value as Entry
      const line = entry.playedLine?.keyed
      expect(described(entry)).toEqual(described(expected))
      if (!options.bare) continue
      count.games++
      if (!line?.codes) continue
      count.plain++
      const codes = Array.from(line.moves.subarray(0, line.length), (move) => encodeMove('chess', move))
      expect([...line.codes.subarray(0, line.length)]).toEqual(codes)
    }
    expect(alone.next().done).toBe(true)
  }
  return count
}

function recordOf(moves: readonly number[]): GameRecord {
  const record = emptyRecord('chess')
  for (const [index, move] of moves.entries()) record.nodes.push({ parent: index, move })
  return record
}

/** Games one after the other, each with a tag. */
function joined(games: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(games.flatMap((game) => [...new TextEncoder().encode(HEAD), ...game, 0x0a, 0x0a]))
}

test('the kernel is what its sources are compiled to', () => {
  const path = join(import.meta.dirname, '../../src/formats/chess-kernel/module.ts')
  expect(kernelModule(compileKernel())).toBe(readFileSync(path, 'utf8'))
})

test('random games in all styles', async () => {
  const random = seededRandom(1)
  let plain = 0
  let games = 0
  for (let round = 0; round < scaled(20, 400); round++) {
    const texts = Array.from({ length: 20 }, () => {
      const result = random() < 0.1 ? '0-0' : '*'
      return `${HEAD}[Result "${result}"]\n\n${writeStyled(rareGame(random, randomInt(random, 250)), random)}\n\n`
    })
    const collection = await openPgn(texts.join(''))
    // The places of the games may be known before they are read.
    if (round % 2 === 0) expect(collection.count).toBeGreaterThan(0)
    const count = compare(collection)
    plain += count.plain
    games += count.games
  }
  expect(plain).toBeGreaterThan(games * 0.25)
  expect(plain).toBeLessThan(games * 0.8)
})

test('mutations of movetext', async () => {
  const random = seededRandom(2)
  const texts = Array.from({ length: 50 }, () => {
    return new TextEncoder().encode(writeStyled(rareGame(random, 60), () => 0.5))
  })
  let plain = 0
  for (let round = 0; round < scaled(100, 5000); round++) {
    const games = Array.from({ length: 20 }, () => mutateBytes(texts[randomInt(random, texts.length)]!, random))
    plain += compare(await openPgn(joined(games))).plain
  }
  expect(plain).toBeGreaterThan(150)
})

/** Comments of servers, with numbers that are small enough for the kernel more often than not. */
const serverComment = fc
  .tuple(
    fc.nat(700),
    fc.nat(59),
    fc.constantFrom('', '.5', '.025', '.999'),
    fc.integer({ min: -2000, max: 2000 }),
    fc.nat(5),
  )
  .map(([hours, seconds, part, value, form]) => {
    const clock = `[%clk ${hours}:09:${String(seconds).padStart(2, '0')}${part}]`
    const centipawns = `[%eval ${value / 100}${form % 2 === 0 ? '' : ',24'}]`
    return [clock, `${centipawns} ${clock}`, `${clock} ${centipawns}`, centipawns, `[%eval #${value % 100}]`, ''][form]!
  })

test('times that hardly fit', async () => {
  for (const time of [
    '594:99:99.999',
    '595:00:00',
    '595:91:23.647',
    '595:91:23.648',
    '595:99:99.999',
    '596:31:23.647',
  ]) {
    const text = `${HEAD}1. e4 {[%clk ${time}]} 1... e5 *`
    const read = async (options: EntryOptions) => JSON.stringify([...(await openPgn(text)).entries(options)])
    expect(await read({ kernel })).toBe(await read({}))
  }
})

test('comments after moves', async () => {
  const comments = fc.array(fc.oneof({ arbitrary: serverComment, weight: 10 }, plainComment, damagedComment), {
    minLength: 4,
    maxLength: 4,
  })
  let plain = 0
  await fc.assert(
    fc.asyncProperty(comments, fc.constantFrom(' *', '', '\n\n'), async ([one, two, three, four], end) => {
      const text = `${HEAD}1. e4 {${one}} 1... e5 {${two}} 2. Nf3 {${three}} Nc6 {${four}}${end}`
      plain += compare(await openPgn(text)).plain
      const read = async (options: EntryOptions) => JSON.stringify([...(await openPgn(text)).entries(options)])
      expect(await read({ kernel })).toBe(await read({}))
    }),
    { numRuns: scaled(3000, 200_000) },
  )
  expect(plain).toBeGreaterThan(lessened(500))
})

/** What lines of PGN files are made of, among them what is not quite a tag, a comment or the beginning of a game. */
const PIECES = [
  '[Event "?"]|[Round "1"]|[Event "|[White "a b|[a|[%clk 0:00:01]|]|\uFEFF|\0|\t',
  '1. e4|1 . d4|1.|1|12. e4|e5|Nf3 {|{|}|{ note }|{[%clk 0:00:01]}|;|; {|%| 1-0|0-1 |1/2-1/2|*| |  ',
  'x'.repeat(14),
  'x'.repeat(1100),
].flatMap((pieces) => pieces.split('|'))

/** As many bytes as the lines may have that the reader takes at a time. */
const WINDOW = 1 << 20

test('games begin where they do without the kernel', async () => {
  const random = seededRandom(5)
  let games = 0
  for (let round = 0; round < scaled(400, 20_000); round++) {
    const ends = [['\n'], ['\r\n'], ['\r'], ['\n', '\r\n', '\r', '\n\n']][randomInt(random, 4)]!
    const line = () => {
      const words = Array.from({ length: randomInt(random, 4) }, () => PIECES[randomInt(random, PIECES.length)]!)
      return words.join('') + ends[randomInt(random, ends.length)]!
    }
    let text = Array.from({ length: 60 }, line).join('')
    // A window of the reader ends among the lines.
    if (round % 20 === 0) text = `${HEAD}\n{${'x'.repeat(WINDOW - randomInt(random, text.length + 100))}}\n*\n\n${text}`
    const collection = await openPgn(HEAD + text)
    const places = (options: EntryOptions) =>
      Array.from(collection.entries(options), ({ record, issues }) => [
        record!.origin!.offset,
        record!.game,
        issues.length,
      ])
    const expected = places({})
    expect(places({ kernel })).toEqual(expected)
    games += expected.length
  }
  expect(games).toBeGreaterThan(1500)
})

test('mutations of moves of ChessBase', async () => {
  const random = seededRandom(3)
  const { files } = await rewritten(Array.from({ length: 20 }, () => recordOf(rareGame(random, 120))))
  const [name, bytes] = [...files].find(([file]) => file.endsWith('.cbg'))!
  let plain = 0
  for (let round = 0; round < scaled(80, 5000); round++) {
    const changed = bytes.slice()
    for (let change = randomInt(random, 8); change >= 0; change--)
      changed[randomInt(random, bytes.length)] = randomInt(random, 256)
    plain += compare(await openFiles(new Map([...files, [name, changed]]))).plain
  }
  expect(plain).toBeGreaterThan(500)
})

test('games of ChessBase with all that they may have', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(gameRecords, { minLength: 1, maxLength: 4 }), async (games) => {
      compare((await rewritten(games)).collection)
    }),
    { numRuns: scaled(60, 2000) },
  )
})

test('stored moves are played where all of them are legal', () => {
  const random = seededRandom(6)
  const notes = new SanTexts()
  const count = { legal: 0, castling: 0, refused: 0 }
  for (let round = 0; round < scaled(2000, 50_000); round++) {
    const moves = rareGame(random, randomInt(random, 200))
    const codes = Uint16Array.from(moves, (move) => encodeMove('chess', move))
    const isChanged = codes.length > 0 && random() < 0.5
    if (isChanged) codes[randomInt(random, codes.length)] = randomInt(random, 1 << 16)
    const position = chess.start()
    const texts: string[] = []
    let isLegal = true
    for (const code of codes) {
      // Null moves are not plain.
      const move = decodeMove('chess', code)
      isLegal = move !== undefined && !isPass(move) && chess.isLegal(position, move)
      if (!isLegal) break
      texts.push(chess.writeMove(position, move!))
      chess.play(position, move!)
    }
    expect(kernel.readCodes(new Uint8Array(codes.buffer), notes)).toBe(isLegal)
    if (!isLegal) count.refused++
    if (!isLegal) continue
    count.legal++
    const { line } = kernel
    expect(kernel.moves()).toEqual(Array.from(codes, (code) => decodeMove('chess', code)))
    expect([...line.codes!.subarray(0, line.length)]).toEqual([...codes])
    const key = new Uint32Array(2)
    chess.key(position, key)
    expect(line.keys.slice(2 * line.length, 2 * line.length + 2)).toEqual(key)
    const { san } = kernel.noted(line, notes)!
    const written = String.fromCharCode(...san!.lineText()).replaceAll(/\d+\.+ /g, '')
    expect(written).toBe(texts.join(' '))
    if (written.includes('O-O')) count.castling++
  }
  expect(count.legal).toBeGreaterThan(500)
  expect(count.refused).toBeGreaterThan(500)
  expect(count.castling).toBeGreaterThan(100)
})

test('more stored moves than there is room for are left to others', () => {
  const squares = ['g1f3', 'g8f6', 'f3g1', 'f6g8'].map((text) => [text.slice(0, 2), text.slice(2)])
  const there = squares.map(([from, to]) => SQUARE_NAMES.indexOf(from!) | (SQUARE_NAMES.indexOf(to!) << 6))
  const game = (count: number) =>
    new Uint8Array(Uint16Array.from({ length: count }, (_, ply) => there[ply % 4]!).buffer)
  expect(kernel.readCodes(game(1024))).toBe(true)
  expect(kernel.readCodes(game(1025))).toBe(false)
  expect(kernel.readCodes(game(1 << 15))).toBe(false)
  expect(kernel.readCodes(new Uint8Array())).toBe(true)
  expect(kernel.moves()).toEqual([])
})

/** A few men anywhere, White to move, no check: pawns where they make double steps and capture en passant, often. */
function randomBoard(random: () => number): ChessPosition | undefined {
  const board = new Uint8Array(64)
  const put = (piece: number, square: number) => {
    if (board[square] === 0) board[square] = piece
  }
  put(WHITE | KING, randomInt(random, 64))
  put(BLACK | KING, randomInt(random, 64))
  for (let men = 4 + randomInt(random, 16); men > 0; men--) {
    const colour = random() < 0.6 ? WHITE : BLACK
    const file = randomInt(random, 8)
    if (random() < 0.4) put(colour | PAWN, file + 8 * (colour === WHITE ? 1 : random() < 0.6 ? 3 : 6))
    else put(colour | (2 + randomInt(random, 4)), randomInt(random, 64))
  }
  if (board.filter((piece) => (piece & 7) === KING).length < 2) return undefined
  const { castling } = chess.start()
  const setup = { board, castling, rights: 0, enPassant: 64, halfmoveClock: 0, moveNumber: 1, isChess960: false }
  const position = new ChessPosition({ ...setup, turn: 1 })
  return position.inCheck() || position.isAttacked(position.kings[2]!, 1) ? undefined : position
}

/**
 * A check that only a double step answers, one that only a capture en passant answers, and such a capture that would
 * uncover a rook beside both pawns.
 */
const RARE_BOARDS = [
  '8/1p6/6R1/k7/6R1/8/8/5K1R w - - 0 1',
  'R7/8/6R1/1k6/3p4/3N4/2P5/2R2K2 w - - 0 1',
  '8/8/8/8/R2p3k/8/4P3/K7 w - - 0 1',
]

/** All that may be said of a move: pieces with all targets, pawns with all targets and captures. */
const WORDS = SQUARE_NAMES.flatMap((square) => [
  ...[...'NBRQK'].map((letter) => letter + square),
  square,
  ...[...'abcdefgh'].filter((file) => file !== square[0]).map((file) => `${file}x${square}`),
])

test('the rules of the kernel are those of TypeScript on any board', () => {
  const { memory, places, readMovetext } = instantiate()
  const bytes = new Uint8Array(memory.buffer)
  const view = new DataView(memory.buffer)
  const random = seededRandom(4)
  const seen = { checks: 0, mates: 0, replies: 0 }
  /** The text and the last move that the kernel makes of a line; undefined if it is not plain. */
  const read = (line: string): { text: string; move: number } | undefined => {
    for (let at = 0; at < line.length; at++) bytes[places.INPUT + at] = line.charCodeAt(at)
    const length = readMovetext(places.INPUT, line.length, true)
    if (length < 0) return undefined
    const end = view.getInt32(places.TEXT_ENDS + 4 * length, true)
    const move = view.getInt32(places.MOVES + 4 * length, true)
    return { text: String.fromCharCode(...bytes.subarray(places.TEXT, places.TEXT + end)), move }
  }
  const boards = Array.from({ length: scaled(4000, 100_000) }, () => randomBoard(random)).filter((board) => !!board)
  for (const [index, position] of [...RARE_BOARDS.map((fen) => parseFen(fen)), ...boards].entries()) {
    const isRare = index < RARE_BOARDS.length
    bytes.set(position.board.subarray(0, 64), places.START + places.BOARD_SQUARES)
    bytes.set(new Uint8Array(position.sets.buffer), places.START + places.BOARD_SETS)
    for (const move of chess.legal(position)) {
      chess.play(position, move)
      const isCheck = position.inCheck()
      chess.undo(position)
      if (!isCheck && !isRare && random() > 0.01) continue
      // The kernel begins where no piece is pinned: the first move tells its full square of origin.
      const san = chess.writeMove(position, move)
      const letter = /^[NBRQ]/.exec(san)?.[0]
      const word = letter === undefined ? san : letter + SQUARE_NAMES[(move >> 12) & 63]! + SQUARE_NAMES[move & 63]!
      const sign = /[+#]?$/.exec(san)![0]
      const first = read(word)
      if (isCheck) seen.checks++
      if (sign === '#') seen.mates++
      expect(/[+#]?$/.exec(first!.text)![0], `${san} of ${chess.format(position)}`).toBe(sign)
      if (!isRare && random() > 0.1) continue
      chess.play(position, move)
      for (const reply of WORDS) {
        const expected = chess.readMove(position, reply)
        const second = read(`${word} ${reply}`)
        if (second?.move !== expected) expect.fail(`${reply} of ${chess.format(position)}`)
        if (expected === undefined) continue
        seen.replies++
        expect(second!.text).toBe(`${first!.text} ${chess.writeMove(position, expected)}`)
      }
      chess.undo(position)
    }
  }
  expect(seen.mates).toBeGreaterThan(100)
  expect(seen.checks).toBeGreaterThan(1000)
  expect(seen.replies).toBeGreaterThan(1000)
})

test.each([
  ['in check', '1. e4 e5 2. Nf3 Nf6 3. Be2 Nxe4 4. d3 Bb4+ 5. O-O'],
  ['through f1', '1. e4 b6 2. g3 Ba6 3. Bg2 e6 4. Nf3 d6 5. O-O'],
  ['to g1', '1. f4 e5 2. fxe5 Bc5 3. Nf3 a6 4. g3 a5 5. Bg2 a4 6. O-O'],
  ['through d1', '1. d4 d5 2. Nc3 Nf6 3. Bf4 Bg4 4. Qd2 e6 5. e3 a6 6. O-O-O'],
  ['to c1', '1. d4 g6 2. Nc3 Bg7 3. Bf4 Bh6 4. Qd3 Bxf4 5. O-O-O'],
  ['without its rook', '1. g3 b6 2. Bg2 Bb7 3. Nf3 Bxf3 4. a3 Bxg2 5. a4 Bxh1 6. O-O'],
  [
    'with another rook',
    '1. g3 b6 2. Bg2 Bb7 3. Nf3 Bxf3 4. a4 Bxg2 5. a5 Bxh1 6. Ra4 Bd5 7. Rh4 a6 8. Rh5 a5 9. Rh4 c6 10. Rh3 c5 11. O-O',
  ],
])('castling %s is no move', async (_, text) => {
  const collection = await openPgn(`${HEAD}${text}`)
  expect(compare(collection).plain).toBe(0)
  expect(collection.entry(0).issues.map(({ id }) => id)).toEqual(['pgn/illegal-move'])
})

test('0-0 as the last word is castling or the result', async () => {
  const text = '1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0'
  for (const result of ['0-0', '1-0']) compare(await openPgn(`[Result "${result}"]\n\n${text}\n`))
  expect(compare(await openPgn(`${HEAD}${text} *`)).plain).toBe(1)
})

test('games that are too long are left to the reader', async () => {
  const shuffle = ['Nf3', 'Nf6', 'Ng1', 'Ng8']
  for (const [plies, isPlain] of [
    [1024, true],
    [1025, false],
  ] as const) {
    const text = Array.from({ length: plies }, (_, ply) => shuffle[ply % 4]).join(' ')
    expect(compare(await openPgn(`${HEAD}${text}`)).plain).toBe(isPlain ? 1 : 0)
  }
  expect(compare(await openPgn(`${HEAD}e4${' '.repeat(40_000)}e5 *`)).plain).toBe(0)
})

const FILES = [...corpusCases('chess-pgn', /\.pgn$/), ...corpusCases('chessbase', /\.cbh$/i)]

test.skipIf(!hasCorpus('chess-pgn')).each(FILES)('%s', async (path) => {
  const files = new DiskFileSet(corpusPath(path))
  try {
    const format = detectFormat(files.main)!
    compare(await format.open!(files), scaled(300, Infinity))
  } finally {
    files.close()
  }
})
