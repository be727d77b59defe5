/** Moves of ChessBase games: codes, numbers of pieces, start positions, variations, damage. */
import { describe, expect, it } from 'vitest'
import type { GameRecord } from '../../../src/model/record.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { PASS } from '../../../src/model/move.ts'
import { chess } from '../../../src/rules/chess/index.ts'
import { MODES } from '../../../src/formats/chessbase/moves/modes.ts'
import {
  CODE,
  compactMoves,
  END_MARK,
  fileSquare,
  FORK_MARK,
  movesRecord,
  openFixture,
  plainGame,
  simpleMoves,
  startBlock,
  word,
} from '../../support/chessbase.ts'
import { isFullRun } from '../../support/scale.ts'

const START = 0x40

async function readGame(moves: readonly number[]) {
  const collection = await openFixture({ games: [{ moves }] })
  const { record, issues } = collection.entry(0)
  return { record: record!, issues, ids: issues.map(({ id }) => id), line: san(record!), collection }
}

/** The main line in SAN. */
function san(record: GameRecord): string {
  const position = chess.start(record)
  return mainLineMoves(record.nodes)
    .map((move) => {
      const text = chess.writeMove(position, move)
      chess.play(position, move)
      return text
    })
    .join(' ')
}

/** A compact game of mode 0 from the usual start. */
function compact(...steps: Parameters<typeof compactMoves>[0]) {
  return movesRecord(0, compactMoves([...steps, CODE.end]))
}

/** First codes of pieces, as the documentation lists them. */
const QUEEN_1 = 11
const ROOK_2 = 53
const BISHOP_2 = 81
const KNIGHT_2 = 103
const KNIGHT_1 = 95
const pawn = (number: number, step: number) => 111 + 4 * (number - 1) + step

describe('compact moves', () => {
  it('names pieces by their numbers and steps around the edge', async () => {
    // 1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.O-O Qg5 5.Rfe1
    const moves = compact(
      pawn(5, 1),
      pawn(5, 1),
      KNIGHT_2 + 2,
      KNIGHT_1 + 6,
      BISHOP_2 + 7 + 3,
      pawn(1, 0),
      CODE.castleShort,
      QUEEN_1 + 21 + 2,
      ROOK_2 + 7 + 6,
    )
    expect(await readGame(moves)).toMatchObject({ line: 'e4 e5 Nf3 Nc6 Bb5 a6 O-O Qg5 Re1', ids: [] })
  })

  it('counts right and left for pawns from the side that moves, and takes en passant', async () => {
    // 1.e4 d5 2.exd5 e5 3.dxe6 fxe6
    const moves = compact(pawn(5, 1), pawn(4, 1), pawn(5, 3), pawn(5, 1), pawn(5, 2), pawn(6, 2))
    expect(await readGame(moves)).toMatchObject({ line: 'e4 d5 exd5 e5 dxe6 fxe6', ids: [] })
  })

  it('moves the second piece of a kind down when the first is taken', async () => {
    // 1.Nc3 d5 2.Nxd5 Qxd5 3.Nf3: the knight of g1 has become the first
    const moves = compact(KNIGHT_1 + 1, pawn(4, 1), KNIGHT_1 + 1, QUEEN_1 + 4, KNIGHT_1 + 2)
    expect(await readGame(moves)).toMatchObject({ line: 'Nc3 d5 Nxd5 Qxd5 Nf3', ids: [] })
  })

  it('skips the code to be ignored and counts null moves', async () => {
    const { record, ids, line } = await readGame(compact(CODE.ignore, pawn(5, 1), CODE.null, CODE.ignore, pawn(4, 1)))
    expect(ids).toEqual([])
    expect(line).toBe('e4 -- d4')
    expect(record.nodes[2]!.move).toBe(PASS)
  })

  it('takes castling as the king going two squares in a two-byte move', async () => {
    const moves = plainGame(['e2e4', 'e7e5', 'g1f3', 'g8f6', 'f1c4', 'f8c5', 'e1g1', 'e8g8'])
    expect((await readGame(moves)).line).toBe('e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O')
  })

  it('stores the tree depth first, with a mark before each child but the last', async () => {
    // The example of the documentation: 1.e4 c5 (1...c6 2.d4) (1...Nf6 2.e5) 2.Nf3 d6 (2...Nc6 3.Bb5) 3.d4
    const steps = [
      { word: word('e2e4') },
      CODE.fork,
      { word: word('c7c5') },
      { word: word('g1f3') },
      CODE.fork,
      { word: word('d7d6') },
      { word: word('d2d4') },
      CODE.end,
      { word: word('b8c6') },
      { word: word('f1b5') },
      CODE.end,
      CODE.fork,
      { word: word('c7c6') },
      { word: word('d2d4') },
      CODE.end,
      { word: word('g8f6') },
      { word: word('e4e5') },
    ]
    const { record, ids } = await readGame(compact(...steps))
    expect(ids).toEqual([])
    expect(record.nodes.map(({ parent }) => parent)).toEqual([-1, 0, 1, 2, 3, 4, 3, 6, 1, 8, 1, 10])
  })

  it('restores the numbers of pieces after a variation in which one was taken', async () => {
    // 1.Nc3 d5 2.Nxd5 (2.Nf3 Nc6 3.Nb5) Qxd5 3.Nf3: in the main line the first knight of White is lost
    const main = [KNIGHT_1 + 1, pawn(4, 1), CODE.fork, KNIGHT_1 + 1, QUEEN_1 + 4, KNIGHT_1 + 2, CODE.end]
    const { record, ids, line } = await readGame(compact(...main, KNIGHT_2 + 2, KNIGHT_1 + 6, KNIGHT_1 + 2))
    expect(ids).toEqual([])
    expect(line).toBe('Nc3 d5 Nxd5 Qxd5 Nf3')
    expect(record.nodes.map(({ parent }) => parent)).toEqual([-1, 0, 1, 2, 3, 4, 2, 6, 7])
  })

  it('reads variations nested as deep as any game may have them', async () => {
    const depth = isFullRun ? 4000 : 300
    const cycle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'].map((move) => ({ word: word(move) }))
    const steps = Array.from({ length: depth }, (_, ply) => [CODE.fork, cycle[ply % 4]!]).flat()
    const ends = Array.from({ length: depth }, () => [CODE.end, CODE.null]).flat()
    const { record, ids } = await readGame(compact(...steps, ...ends))
    expect(ids).toEqual([])
    expect(record.nodes).toHaveLength(2 * depth + 1)
  })

  it.each([
    ['a piece that is not there', [pawn(5, 1), 143], 1, 'cb-moves/no-piece'],
    ['a code without meaning', [pawn(5, 1), 240], 1, 'cb-moves/no-move'],
    ['an illegal move', [pawn(5, 1), pawn(5, 2)], 1, 'cb-moves/illegal'],
    ['castling through pieces', [CODE.castleShort], 0, 'cb-moves/illegal'],
  ])('keeps what comes before %s', async (_, steps, plies, id) => {
    const { record, issues } = await readGame(compact(...steps))
    expect(record.nodes).toHaveLength(plies + 1)
    expect(issues).toMatchObject([
      {
        id: 'chessbase/damaged-moves',
        severity: 'error',
        params: { reason: { id } },
        place: { record: 0, node: plies },
      },
    ])
    expect(record.native).toHaveProperty('chessbase.unread')
  })

  it('keeps the moves of a record that has no end', async () => {
    const { record, ids } = await readGame(movesRecord(0, compactMoves([pawn(5, 1), pawn(5, 1)])))
    expect(record.nodes).toHaveLength(3)
    expect(ids).toEqual(['chessbase/damaged-moves'])
  })

  it('says when bytes follow the end', async () => {
    const { ids, line } = await readGame(movesRecord(0, [...compactMoves([pawn(5, 1), CODE.end]), 1, 2, 3]))
    expect(line).toBe('e4')
    expect(ids).toEqual(['chessbase/trailing-bytes'])
  })
})

describe('numbers of promoted pieces', () => {
  async function play(steps: Parameters<typeof compactMoves>[0], fen: string) {
    const body = [...startBlock(fen), ...compactMoves([...steps, CODE.end])]
    return readGame(movesRecord(0, body, START))
  }

  it('gives a new piece the first free number of its kind', async () => {
    // The king of d8 is in check where a null move stands; records hold such lines.
    const { line, ids } = await play(
      [{ word: word('a7a8q') }, CODE.null, QUEEN_1 + 6],
      '8/PPPP3k/8/8/8/8/8/K7 w - - 0 1',
    )
    expect(ids).toEqual([])
    expect(line).toBe('a8=Q -- Qa7')
  })

  it('leaves the fourth piece of a kind without a number, and never gives it one later', async () => {
    const fen = '7k/PPPPP3/8/8/8/8/r7/7K w - - 0 1'
    const steps = [
      { word: word('a7a8n') },
      CODE.null,
      { word: word('b7b8n') },
      CODE.null,
      { word: word('c7c8n') },
      CODE.null,
      // The fourth knight, then the capture of the first: the second and third move down, the fourth stays unnamed.
      { word: word('d7d8n') },
      { word: word('a2a8') },
      { word: word('d8f7') },
    ]
    const { line, ids } = await play(steps, fen)
    expect(ids).toEqual([])
    expect(line).toBe('a8=N -- b8=N -- c8=N -- d8=N Rxa8 Nf7+')
    const third = await play([...steps, CODE.null, 227 + 1], fen)
    expect(third.ids).toEqual(['chessbase/damaged-moves'])
    const second = await play([...steps, CODE.null, KNIGHT_2 + 5], fen)
    expect(second.line).toMatch(/Nb6\+?$/)
  })

  it('gives a freed number to the next promotion', async () => {
    const fen = '7k/PPPP4/8/8/8/8/r7/7K w - - 0 1'
    const steps = [{ word: word('a7a8n') }, { word: word('a2a8') }, { word: word('b7b8n') }, CODE.null, KNIGHT_1 + 5]
    const { line, ids } = await play(steps, fen)
    expect(ids).toEqual([])
    expect(line).toBe('a8=N Rxa8 b8=N -- Na6')
  })
})

describe('start positions', () => {
  const FEN = 'r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 17'

  it('reads pieces, side, castling, en passant and move number', async () => {
    const body = [...startBlock(FEN), ...compactMoves([pawn(1, 3), CODE.castleLong, CODE.castleShort, CODE.end])]
    const { record, line, ids } = await readGame(movesRecord(0, body, START))
    expect(ids).toEqual([])
    expect(record.setup).toBe(FEN)
    expect(line).toBe('exd6 O-O-O O-O')
  })

  it('numbers pieces and pawns in the order a1, a2 ... h8', async () => {
    const fen = '4k3/8/8/8/1P6/P7/8/N1N1K3 w - - 0 1'
    const body = [...startBlock(fen), ...compactMoves([pawn(2, 0), CODE.null, KNIGHT_2 + 1, CODE.end])]
    expect((await readGame(movesRecord(0, body, START))).line).toBe('b5 -- Nd3')
  })

  it('adds a castling right that the game needs and the record lacks', async () => {
    const fen = FEN.replace('KQkq', 'Kkq')
    const body = [...startBlock(fen), ...compactMoves([CODE.castleLong, CODE.castleLong, CODE.end])]
    const { record, line, issues } = await readGame(movesRecord(0, body, START))
    expect(line).toBe('O-O-O O-O-O')
    expect(record.setup).toBe(FEN)
    expect(issues).toMatchObject([{ id: 'chessbase/castling-right', severity: 'info' }])
  })

  it('reports a position that is invalid', async () => {
    const block = startBlock(FEN)
    block.fill(0xff, 4)
    const { record, ids } = await readGame(movesRecord(0, [...block, ...compactMoves([CODE.end])], START))
    expect(ids).toEqual(['chessbase/start-position'])
    expect(record.nodes).toHaveLength(1)
  })
})

describe('Chess960', () => {
  const MODE = 10
  const FEN = 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 9'
  const squares = ['g1', 'g8', 'h1', 'f1', 'h8', 'f8'].map(fileSquare)
  const castle = { word: word('g1g1') }

  it.each([
    ['the long block', [...squares, 0x01, 0xd4]],
    ['the short block', squares.slice(0, 4)],
  ])('reads %s', async (_, block) => {
    const moves = compactMoves(
      [{ word: word('g2g3') }, { word: word('g7g6') }, castle, { word: word('g8g8') }, CODE.end],
      MODES[MODE],
    )
    const { record, line, ids } = await readGame(
      movesRecord(MODE, [...startBlock(FEN.replace('HFhf', 'KQkq')), ...block, ...moves], START),
    )
    expect(ids).toEqual(['chessbase/damaged-moves'])
    expect(record.variant).toBe('chess960')
    expect(line).toBe('g3 g6')
  })

  it('castles with the named rook, even if the king does not move', async () => {
    const fen = '1r3kr1/5pp1/8/8/8/8/5PP1/1R3KR1 w KQkq - 0 1'
    const block = ['f1', 'f8', 'g1', 'b1', 'g8', 'b8'].map(fileSquare)
    const moves = compactMoves([{ word: word('g1g1') }, { word: word('c8c8') }, CODE.end], MODES[MODE])
    const { record, line, ids } = await readGame(
      movesRecord(MODE, [...startBlock(fen), ...block, 0, 0, ...moves], START),
    )
    expect(ids).toEqual([])
    expect(line).toBe('O-O O-O-O')
    expect(record.setup).toBe(fen.replace('KQkq', 'GBgb'))
    const short = await readGame(movesRecord(MODE, [...startBlock(fen), ...block.slice(0, 4), ...moves], START))
    expect(short).toMatchObject({ line: 'O-O O-O-O', ids: [] })
  })
})

describe('encoding modes', () => {
  const words = [word('e2e4'), word('e7e5'), word('g1f3', FORK_MARK), word('b8c6', END_MARK), word('f1c4', END_MARK)]
  const shown = [-1, 0, 1, 2, 3, 2]

  it.each([1, 5])('reads mode %i: two bytes a move, marks in their bits', async (mode) => {
    const { record, ids } = await readGame(movesRecord(mode, simpleMoves(words, MODES[mode])))
    expect(ids).toEqual([])
    expect(record.nodes.map(({ parent }) => parent)).toEqual(shown)
  })

  it.each([0, 4])('reads mode %i: most moves in one byte', async (mode) => {
    const steps = [pawn(5, 1), pawn(5, 1), KNIGHT_2 + 2, KNIGHT_1 + 6, BISHOP_2 + 7 + 3, CODE.end]
    expect((await readGame(movesRecord(mode, compactMoves(steps, MODES[mode])))).line).toBe('e4 e5 Nf3 Nc6 Bb5')
  })

  it('reads a game without moves', async () => {
    expect(await readGame(movesRecord(1, []))).toMatchObject({ line: '', ids: [] })
    expect(await readGame(compact())).toMatchObject({ line: '', ids: [] })
  })

  it('ignores promotion bits on a move that is not a promotion', async () => {
    const moves = simpleMoves([word('d2d4') | 0x3000, word('d7d5') | 0x1000 | END_MARK])
    expect((await readGame(movesRecord(1, moves))).line).toBe('d4 d5')
  })

  it.each([2, 6])('reads mode %i as the mirror image of the one it is like, and says so', async (mode) => {
    // Counted from h8 down the e-pawn is the fourth.
    const steps = [pawn(4, 1), pawn(4, 1), KNIGHT_1 + 2, CODE.end]
    const { line, issues } = await readGame(movesRecord(mode, compactMoves(steps, MODES[mode])))
    expect(line).toBe('e4 e5 Nf3')
    expect(issues).toMatchObject([{ id: 'chessbase/unverified-mode', severity: 'warning' }])
  })

  it('reads the simple mirror modes with the squares exchanged', async () => {
    const moves = simpleMoves([word('e4e2'), word('e5e7', END_MARK)], MODES[7])
    expect(await readGame(movesRecord(7, moves))).toMatchObject({ line: 'e4 e5', ids: ['chessbase/unverified-mode'] })
  })

  it('keeps nothing of an unverified mode whose moves are not legal to the end', async () => {
    const moves = compactMoves([pawn(4, 1), pawn(4, 1), pawn(4, 1)], MODES[2])
    const { record, ids, collection } = await readGame(movesRecord(2, moves))
    expect(ids).toEqual(['chessbase/unknown-mode'])
    expect(record.nodes).toHaveLength(1)
    expect(record.native).toHaveProperty('chessbase.unread')
    const [entry] = collection.entries({ playedLine: { keys: true }, bare: true })
    expect(entry!.playedLine).toBeUndefined()
    expect(entry!.record).toEqual(record)
  })

  it.each([8, 12, 19, 40, 63])('refuses mode %i and keeps its bytes', async (mode) => {
    const { record, ids } = await readGame(movesRecord(mode, [1, 2, 3]))
    expect(ids).toEqual(['chessbase/unknown-mode'])
    expect(record.native).toHaveProperty('chessbase.unread')
  })
})
