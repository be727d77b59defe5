/** The rules of xiangqi against Fairy-Stockfish, and against the notations of real games. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { FairyStockfish } from 'ffish'
import { moveFault, xiangqi, type XiangqiPosition } from '../../src/rules/index.ts'
import { corpusBytes, corpusFiles } from '../support/corpus.ts'
import { needsCorpus } from '../support/needs.ts'
import { loadFfish } from '../support/ffish.ts'
import { seededRandom } from '../support/random.ts'
import { isFullRun, sample, scaled } from '../support/scale.ts'
import { xiangqiGames, type PlainXiangqiGame } from '../support/xiangqi-games.ts'
import { playRandomly, scatter } from '../support/xiangqi-positions.ts'

const WUKONG = 'xiangqi-pgn/maksimKorzh-wukong-xiangqi'
const CCPD = 'xiangqi-pgn/Yvonne761-CCPD'
const ELEEYE = 'xqf/xqbase-eleeye'
const EXPECTED = 'xqf/expected.tsv'

function games(path: string, encoding: string): PlainXiangqiGame[] {
  return xiangqiGames(new TextDecoder(encoding).decode(corpusBytes(path)))
}

function startOf({ fen }: PlainXiangqiGame): XiangqiPosition {
  return xiangqi.start(fen === undefined ? {} : { setup: fen })
}

describe('against Fairy-Stockfish', () => {
  let ffish: FairyStockfish
  beforeAll(async () => {
    ffish = await loadFfish()
  })

  /** Compares moves, text, check and result of a position with the engine's board on the same position. */
  function compare(position: XiangqiPosition, board: InstanceType<FairyStockfish['Board']>): void {
    expect(board.fen()).toBe(xiangqi.format(position))
    const moves = xiangqi.legal(position).map((move) => xiangqi.writeMove(position, move, 'uci'))
    expect(moves.sort().join(' ')).toBe(board.legalMoves().split(' ').sort().join(' '))
    expect(position.inCheck()).toBe(board.isCheck())
    const outcome = xiangqi.outcome(position)
    if (outcome) expect(board.result(false)).toBe(outcome.winner === 1 ? '1-0' : '0-1')
  }

  test('random games', () => {
    const random = seededRandom(31)
    for (let game = 0; game < scaled(25, 300); game++) {
      const position = xiangqi.start()
      const board = new ffish.Board('xiangqi')
      for (let ply = 0; ply < 200; ply++) {
        compare(position, board)
        const [move] = playRandomly(xiangqi.clone(position), random, 1)
        if (move === undefined) break
        board.push(xiangqi.writeMove(position, move, 'uci'))
        xiangqi.play(position, move)
      }
      board.delete()
    }
  })

  test('scattered pieces', () => {
    const random = seededRandom(32)
    let compared = 0
    while (compared < scaled(500, 5_000)) {
      const position = scatter(random, 'RNBACPrnbacp', 6 + (compared % 30))
      // The engine takes no position in which the side that just moved could lose its king.
      const other = xiangqi.parse(xiangqi.format(position).replace(/ [wb] /, position.turn === 1 ? ' b ' : ' w '))
      if (other.inCheck()) continue
      const board = new ffish.Board('xiangqi', xiangqi.format(position))
      compare(position, board)
      board.delete()
      compared++
    }
  })

  test('its WXF is read, and is ours but for pieces that share a file', () => {
    const random = seededRandom(33)
    const counts = { same: 0, other: 0 }
    for (let game = 0; game < scaled(6, 40); game++) {
      const position = xiangqi.start()
      const board = new ffish.Board('xiangqi')
      for (let ply = 0; ply < 150; ply++) {
        for (const move of xiangqi.legal(position)) {
          const text = board.sanMove(xiangqi.writeMove(position, move, 'uci'), ffish.Notation.XIANGQI_WXF)
          expect([text, xiangqi.readMove(position, text)]).toEqual([text, move])
          const ours = xiangqi.writeMove(position, move, 'wxf')
          if (ours === text) counts.same++
          else counts.other++
          if (ours !== text) expect(ours).toMatch(/^(?:[A-Z][-+]|[1-9][-+1-9]|[-+][-+]|P[1-9]|[A-I][0-9]-)/)
        }
        const [move] = playRandomly(xiangqi.clone(position), random, 1)
        if (move === undefined) break
        board.push(xiangqi.writeMove(position, move, 'uci'))
        xiangqi.play(position, move)
      }
      board.delete()
    }
    expect(counts.other / counts.same).toBeLessThan(0.02)
  })

  test('real games', needsCorpus(WUKONG), () => {
    for (const game of sample(games(`${WUKONG}/Hu_Ronghua_1391_UCI_games.pgn`, 'utf-8'), 40)) {
      const position = xiangqi.start()
      const board = new ffish.Board('xiangqi')
      for (const text of game.moves) {
        compare(position, board)
        const move = xiangqi.readMove(position, text)!
        expect(board.push(xiangqi.writeMove(position, move, 'uci'))).toBe(true)
        xiangqi.play(position, move)
      }
      board.delete()
    }
  })
})

describe('one game in three notations', () => {
  /** Replays games in coordinates and lists the moves that another notation gives differently. */
  function disagreements(
    coordinates: readonly PlainXiangqiGame[],
    others: readonly (readonly PlainXiangqiGame[])[],
  ): { moves: number; different: string[] } {
    let moves = 0
    const different: string[] = []
    for (const [index, game] of coordinates.entries()) {
      const position = startOf(game)
      for (const [ply, text] of game.moves.entries()) {
        const move = xiangqi.readMove(position, text)
        expect([text, move]).not.toEqual([text, undefined])
        moves++
        for (const other of others) {
          const otherText = other[index]!.moves[ply]!
          if (xiangqi.readMove(position, otherText) !== move)
            different.push(`game ${index} ply ${ply}: ${text} ${otherText}`)
        }
        xiangqi.play(position, move!)
      }
      for (const other of others) expect(other[index]!.moves.length).toBe(game.moves.length)
    }
    return { moves, different }
  }

  test('a game of our own', () => {
    const coordinates =
      'h2d2 c6c5 b2b6 i9i8 b6d6 h9g7 d6d4 i8f8 d2f2 b9c7 g3g4 a9a8 h0g2 f8f5 g2f4 a8f8 b0c2 f5h5 f4e6 f8f5'
    const chinese =
      '炮二平六 卒３进１ 炮八进四 车９进１ 炮八平六 马８进７ 前炮退二 车９平６ 后炮平四 马２进３ 兵三进一 车１进１ 马二进三 车６进３ 马三进四 车１平６ 马八进七 前车平８ 马四进五 车６进３'
    const wxf = 'C2=6 P3+1 C8+4 R9+1 C8=6 H8+7 C+-2 R9=6 C-=4 H2+3 P3+1 R1+1 H2+3 R6+3 H3+4 R1=6 H8+7 R+=8 H4+5 R6+3'
    const [first, ...others] = [coordinates, chinese, wxf].map((text) => xiangqiGames(text))
    expect(disagreements(first!, others)).toEqual({ moves: 20, different: [] })
    const position = xiangqi.start()
    for (const [ply, text] of coordinates.split(' ').entries()) {
      const move = xiangqi.readMove(position, text)!
      expect(xiangqi.writeMove(position, move)).toBe(chinese.split(' ')[ply])
      expect(xiangqi.writeMove(position, move, 'wxf')).toBe(wxf.split(' ')[ply])
      xiangqi.play(position, move)
    }
  })

  test('15 games of the corpus', needsCorpus(WUKONG), () => {
    const names = ['bulk_games_uci', 'xqdb_international', 'xqdb_traditional']
    const [coordinates, ...others] = names.map((name) => games(`${WUKONG}/${name}.pgn`, 'utf-8'))
    // The other two agree that the rear pawn went; the coordinates move the front one.
    expect(disagreements(coordinates!, others)).toEqual({
      moves: 1_378,
      different: ['game 1 ply 70: e5e6 －Ｐ＋１', 'game 1 ply 70: e5e6 后兵进一'],
    })
  })
})

describe('scores of real games', () => {
  /** What became of the moves of some games: read, and written as they were found. */
  interface Census {
    games: number
    moves: number
    same: number
    /** Written by the file alone though two like pieces stand on it and only one can go so. */
    byFile: number
    strange: string[]
  }

  function census(games: readonly PlainXiangqiGame[], style: string, counts: Census): void {
    for (const game of games) {
      counts.games++
      const position = startOf(game)
      for (const text of game.moves) {
        const move = xiangqi.readMove(position, text)
        if (move === undefined) {
          counts.strange.push(`${text} in ${xiangqi.format(position)}`)
          break
        }
        counts.moves++
        const written = xiangqi.writeMove(position, move, style)
        if (written === text) counts.same++
        else if (
          /^[前後后]/.test(written) &&
          written.slice(1, 2) === text.slice(0, 1) &&
          written.slice(2) === text.slice(2)
        ) {
          counts.byFile++
        } else counts.strange.push(`${text}, ours ${written}, in ${xiangqi.format(position)}`)
        xiangqi.play(position, move)
      }
    }
  }

  test('traditional characters in Big5', needsCorpus(CCPD), () => {
    const counts: Census = { games: 0, moves: 0, same: 0, byFile: 0, strange: [] }
    for (const path of corpusFiles(CCPD, /\.pgn$/)) census(games(path, 'big5'), 'chinese-traditional', counts)
    expect(counts).toEqual({ games: 197, moves: 16_131, same: 16_006, byFile: 125, strange: [] })
  })

  test('simplified characters in GBK, by XQBase', needsCorpus(ELEEYE), () => {
    const counts: Census = { games: 0, moves: 0, same: 0, byFile: 0, strange: [] }
    for (const path of corpusFiles(ELEEYE, /\.PGN$/)) census(games(path, 'gb18030'), 'chinese', counts)
    expect(counts).toEqual({ games: 21, moves: 1_991, same: 1_991, byFile: 0, strange: [] })
  })

  test('2,516 games in coordinates are legal', needsCorpus(WUKONG), () => {
    let moves = 0
    for (const name of ['Hu_Ronghua_1391', 'Liu_Dahua_1125']) {
      for (const game of games(`${WUKONG}/${name}_UCI_games.pgn`, 'utf-8')) {
        const position = startOf(game)
        for (const text of game.moves) {
          const move = xiangqi.readMove(position, text)
          expect([text, move]).not.toEqual([text, undefined])
          xiangqi.play(position, move!)
          moves++
        }
      }
    }
    expect(moves).toBe(221_678)
  })

  test('main lines of XQF files, illegal moves included, in every style', needsCorpus(EXPECTED), () => {
    const rows = new TextDecoder().decode(corpusBytes(EXPECTED)).trim().split('\n').slice(1)
    const counts = { lines: 0, moves: 0, impossible: 0, 'exposes-king': 0 }
    const strange: string[] = []
    for (const row of sample(rows, 150)) {
      const columns = row.split('\t')
      const [path, , fen] = columns
      const [firstError, line] = columns.slice(11)
      if (!fen) continue
      const position = xiangqi.parse(fen)
      counts.lines++
      let isLegal = true
      for (const text of (line ?? '').split(' ').filter((text) => text !== '')) {
        const move = xiangqi.readIllegalMove!(position, text)!
        const fault = moveFault(position, move)
        counts.moves++
        if (fault) counts[fault]++
        isLegal &&= fault === undefined
        for (const style of xiangqi.styles) {
          const written = xiangqi.writeMove(position, move, style)
          const again = xiangqi.readMove(position, written, style) ?? xiangqi.readIllegalMove!(position, written, style)
          expect([written, again]).toEqual([written, move])
        }
        xiangqi.play(position, move)
      }
      // The independent decoder that made the table names the first illegal move of a file, variations included.
      if (!isLegal && !firstError) strange.push(path!)
    }
    expect(strange).toEqual([])
    if (isFullRun) expect(counts).toEqual({ lines: 956, moves: 41_666, impossible: 0, 'exposes-king': 40 })
  })
})
