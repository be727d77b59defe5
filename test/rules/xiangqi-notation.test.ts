import { describe, expect, test } from 'vitest'
import { makeMove, PASS } from '../../src/model/move.ts'
import { moveFault, xiangqi } from '../../src/rules/index.ts'
import fc from '../support/properties.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'
import { anyMove, playRandomly, scatter } from '../support/xiangqi-positions.ts'

/** Reads each text in a position and returns the moves in coordinates, `-` for what cannot be read. */
function read(fen: string, texts: string, style?: string): string {
  const position = fen === '' ? xiangqi.start() : xiangqi.parse(fen)
  return texts
    .split(/ +/)
    .map((text) => {
      const move = xiangqi.readMove(position, text, style)
      return move === undefined ? '-' : xiangqi.writeMove(position, move, 'ucci')
    })
    .join(' ')
}

/** Writes the moves of a position, given in coordinates, in a style. */
function write(fen: string, moves: string, style: string): string {
  const position = fen === '' ? xiangqi.start() : xiangqi.parse(fen)
  return moves
    .split(' ')
    .map((text) => xiangqi.writeMove(position, xiangqi.readIllegalMove!(position, text)!, style))
    .join(' ')
}

const START_BLACK = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b'

describe('the start in every style', () => {
  const moves = 'h2e2 b0c2 g0e2 d0e1 i0i1 e0e1 g3g4 h2h9'
  test.each([
    ['chinese', '炮二平五 马八进七 相三进五 仕六进五 车一进一 帅五进一 兵三进一 炮二进七'],
    ['chinese-traditional', '炮二平五 馬八進七 相三進五 仕六進五 車一進一 帥五進一 兵三進一 炮二進七'],
    ['wxf', 'C2=5 H8+7 E3+5 A6+5 R1+1 K5+1 P3+1 C2+7'],
    ['iccs', 'H2-E2 B0-C2 G0-E2 D0-E1 I0-I1 E0-E1 G3-G4 H2-H9'],
    ['ucci', moves],
    ['uci', 'h3e3 b1c3 g1e3 d1e2 i1i2 e1e2 g4g5 h3h10'],
  ])('%s, Red', (style, texts) => {
    expect(write('', moves, style)).toBe(texts)
    expect(read('', texts, style)).toBe(moves)
    if (style !== 'uci') expect(read('', texts)).toBe(moves)
  })

  const replies = 'h7e7 b9c7 g9e7 d9e8 i9i8 e9e8 g6g5 h7h0'
  test.each([
    ['chinese', '炮８平５ 马２进３ 象７进５ 士４进５ 车９进１ 将５进１ 卒７进１ 炮８进７'],
    ['chinese-traditional', '炮８平５ 馬２進３ 象７進５ 士４進５ 車９進１ 將５進１ 卒７進１ 炮８進７'],
    ['wxf', 'C8=5 H2+3 E7+5 A4+5 R9+1 K5+1 P7+1 C8+7'],
    ['uci', 'h8e8 b10c8 g10e8 d10e9 i10i9 e10e9 g7g6 h8h1'],
  ])('%s, Black', (style, texts) => {
    expect(write(START_BLACK, replies, style)).toBe(texts)
    expect(read(START_BLACK, texts, style)).toBe(replies)
  })
})

describe('spellings of the same move', () => {
  test.each([
    [
      '',
      'h2e2',
      'H2-E2 h2e2 H2E2 h2-e2 C2.5 C2=5 c2.5 C25 炮二平五 砲二平五 包二平五 炮2平5 炮２平５ Ｃ２＝５ ｃ２．５ 62.5 62=5',
    ],
    ['', 'h0g2', 'H2+3 N2+3 h2+3 Ｈ２＋３ 42+3 马二进三 馬二進三 傌二上三 马2进3'],
    ['', 'g0e2', 'E3+5 B3+5 33+5 相三进五 象三進五 相3上5'],
    ['', 'd0e1', 'A6+5 26+5 仕六进五 士六進五'],
    ['', 'i0i2', 'R1+2 51+2 车一进二 車一進二 俥一进二 硨一进二'],
    ['', 'e0e1', 'K5+1 15+1 帅五进一 帥五進一 将五进一 將五進一'],
    ['', 'a3a4', 'P9+1 79+1 兵九进一 卒九進一'],
    ['3ak4/4a4/9/9/9/9/9/9/4A4/3K1A3 w', 'e1d2', 'A5+6 仕五进六'],
    ['4k4/9/9/9/9/9/9/9/4R4/4RK3 w', 'e1e5', 'R++4 +R+4 r++4 前车进四 前車進四 车前进四 5++4 +5+4'],
    ['4k4/9/9/9/9/9/9/9/4R4/4RK3 w', 'e0c0', 'R-.7 -R.7 R-=7 R−=7 后车平七 後車平七 车后平七'],
    ['3ak4/9/9/9/9/9/9/3A5/9/3AK4 w', 'd2e1', 'A6-5 A+-5 仕六退五 前仕退五 前士退五 士前退五'],
    ['3ak4/9/9/9/9/6B2/9/9/9/4K1B2 w', 'g0e2', 'E3+5 E-+5 B3+5 相三进五 后相进五 後象進五'],
  ])('%s %s', (fen, move, texts) => {
    for (const text of texts.split(' ')) expect([text, read(fen, text)]).toEqual([text, move])
  })

  test('spaces between the characters', () => {
    const position = xiangqi.start()
    expect(xiangqi.readMove(position, '炮　二 平五')).toBe(xiangqi.readMove(position, '炮二平五'))
  })

  test('null moves', () => {
    const position = xiangqi.start()
    for (const style of xiangqi.styles) {
      expect(xiangqi.readMove(position, xiangqi.writeMove(position, PASS, style), style)).toBe(PASS)
    }
    expect(xiangqi.readMove(position, '--')).toBe(PASS)
  })
})

describe('SAN of XBoard', () => {
  test('pieces, captures, checks and pawns', () => {
    expect(read('', 'Che2 Hg2 Ege2 Afe1 g4 Cxh9 Chxh9+ K0e1 Cbe2')).toBe('h2e2 h0g2 g0e2 f0e1 g3g4 h2h9 h2h9 e0e1 b2e2')
    expect(read(START_BLACK, 'Hg7 Ece7 g5')).toBe('h9g7 c9e7 g6g5')
  })

  test('the rank of a piece is not a coordinate', () => {
    const elephants = '4k4/9/9/9/9/2E6/9/9/9/2E1K4 w'
    expect(read(elephants, 'E0e2 E4e2 Ee2 c4e2 C4-E2')).toBe('c0e2 c4e2 - c4e2 c4e2')
  })

  test('a pawn without a file goes straight, with one also sideways', () => {
    const pawns = '3k5/9/9/6P2/5P3/9/9/9/9/4K4 w'
    expect(read(pawns, 'f6 gf6 gxf6 g7 fg5')).toBe('f5f6 g6f6 g6f6 g6g7 f5g5')
  })

  test('is not read where it is ambiguous, in another style, or illegal', () => {
    expect(read('', 'Ce2 Che9 i5')).toBe('- - -')
    expect(read('', 'Hg2', 'wxf')).toBe('-')
  })
})

describe('pawns that share a file', () => {
  const one = (pawns: number) =>
    `3k5/${Array.from({ length: 5 }, (_, rank) => (rank < pawns ? '2P6' : '9')).join('/')}/9/9/9/5K3 w`
  const black = '5k3/9/9/9/9/2p6/2p6/2p6/9/3K5 b'
  const twoFiles = '3k5/2P3P2/2P3P2/9/9/9/9/9/9/5K3 w'
  const threeAndTwo = '3k5/2P3P2/2P3P2/6P2/9/9/9/9/9/5K3 w'

  test.each([
    ['two', one(2), 'c8b8 c7b7', '前兵平八 后兵平八', 'P+=8 P-=8'],
    ['three', one(3), 'c8b8 c7b7 c6b6', '前兵平八 中兵平八 后兵平八', 'P+=8 P7=8 P-=8'],
    ['four', one(4), 'c8b8 c7b7 c6b6 c5b5', '一兵平八 二兵平八 三兵平八 四兵平八', '++=8 P+=8 P-=8 --=8'],
    [
      'five',
      one(5),
      'c8b8 c7b7 c6b6 c5b5 c4c5',
      '一兵平八 二兵平八 三兵平八 四兵平八 C4-C5',
      '++=8 P+=8 P7=8 P-=8 C4-C5',
    ],
    ['three of Black', black, 'c2b2 c3b3 c4b4', '前卒平２ 中卒平２ 后卒平２', 'P+=2 P3=2 P-=2'],
    ['two and two', twoFiles, 'g8f8 g7f7 c8b8 c7b7', '一兵平四 二兵平四 三兵平八 四兵平八', '3+=4 3-=4 7+=8 7-=8'],
    [
      'three and two',
      threeAndTwo,
      'g8f8 g7f7 g6f6 c8b8 c7b7',
      '一兵平四 二兵平四 三兵平四 四兵平八 五兵平八',
      '3+=4 33=4 3-=4 7+=8 7-=8',
    ],
  ])('%s, as written', (_, fen, moves, chinese, wxf) => {
    expect(write(fen, moves, 'chinese')).toBe(chinese)
    expect(write(fen, moves, 'wxf')).toBe(wxf)
    const legal = read(fen, moves)
    expect(read(fen, chinese)).toBe(legal)
    expect(read(fen, wxf)).toBe(legal)
    expect(read(fen, wxf.toLowerCase().replaceAll('=', '.'))).toBe(legal)
  })

  test.each([
    // XQBase's letters and its point for the middle one.
    [one(2), 'P+.8 P-.8', 'c8b8 c7b7'],
    [one(3), 'P+.8 P..8 P-.8 +P.8 .P.8 -P.8', 'c8b8 c7b7 c6b6 c8b8 c7b7 c6b6'],
    [one(4), 'Pa.8 Pb.8 Pc.8 Pd.8', 'c8b8 c7b7 c6b6 c5b5'],
    [twoFiles, 'Pa.4 pb.4 PC.8 Pd=8', 'g8f8 g7f7 c8b8 c7b7'],
    [threeAndTwo, 'Pa.4 Pb.4 Pc.4 Pd.8 Pe.8', 'g8f8 g7f7 g6f6 c8b8 c7b7'],
    // XQStudio and books: by the file, from the front.
    [one(4), '前兵平八 二兵平八 三兵平八 后兵平八 四兵平八', 'c8b8 c7b7 c6b6 c5b5 c5b5'],
    [one(3), '前兵平八 二兵平八 三兵平八 一兵平八', 'c8b8 c7b7 c6b6 c8b8'],
    // Of pawns on two files the one that can go so, if there is but one.
    [twoFiles, '前兵平四 后兵平四 前兵平八 后兵平八', 'g8f8 g7f7 c8b8 c7b7'],
    [twoFiles, '前兵进一 前兵平五', '- -'],
    ['3k5/6P2/6P2/9/9/2P6/2P6/9/9/5K3 w', '后兵平二 前兵进一', 'g7h7 -'],
    // Older books: with the file, with or without the word for pawn.
    [twoFiles, '前兵三平四 后兵三平四 前兵七平八 后兵七平八', 'g8f8 g7f7 c8b8 c7b7'],
    [twoFiles, '前三平四 后三平四 前七平八 后七平八 前3平4', 'g8f8 g7f7 c8b8 c7b7 g8f8'],
    [threeAndTwo, '中三平四 中兵三平四 二兵三平四', 'g7f7 g7f7 g7f7'],
    // Fairy-Stockfish: order, then file.
    [one(3), '17=8 27=8 37=8 17+1', 'c8b8 c7b7 c6b6 c8c9'],
    [twoFiles, '13=4 23=4 17=8 27=8', 'g8f8 g7f7 c8b8 c7b7'],
    // Plain signs where the official ones would mean the inner pawns.
    [one(4), '+P.8 -P.8', 'c7b7 c6b6'],
  ])('%s: %s', (fen, texts, moves) => {
    expect(read(fen, texts)).toBe(moves)
  })

  test('a pawn whose file is all that is written, where one of several can go so', () => {
    expect(read('3k5/2P6/2P6/9/9/9/9/9/9/5K3 w', '兵七进一 P7+1 兵七平八')).toBe('c8c9 c8c9 -')
  })
})

describe('what is not read', () => {
  test.each([
    '',
    ' ',
    'x',
    '炮',
    '炮二',
    '炮二平',
    '炮二平二',
    '炮十平五',
    '炮贰平五',
    '二平五',
    '车二平五',
    '前炮平五',
    'C2=5+',
    'C0=5',
    'Q2=5',
    'C3=5',
    'C2=2',
    'h2e9',
    'h2e3e',
    'a0-j0',
    'h3e3 ',
    'h3e3',
    'e10e9',
    '1-0',
    '++++',
    '=-=-',
    '1.',
    '1111',
    '=R=1',
  ])('%s', (text) => {
    expect(xiangqi.readMove(xiangqi.start(), text)).toBeUndefined()
  })

  test('other notations than the one asked for', () => {
    expect(read('', 'C2=5 炮二平五 h2e2', 'chinese')).toBe('- h2e2 h2e2')
    expect(read('', 'C2=5 炮二平五 h2e2', 'wxf')).toBe('h2e2 - h2e2')
    expect(read('', 'C2=5 炮二平五 h2e2', 'iccs')).toBe('- - h2e2')
    expect(read('', 'C2=5 炮二平五 h2e2 h3e3', 'uci')).toBe('- - - h2e2')
  })

  test('an unknown style cannot be written', () => {
    expect(() => xiangqi.writeMove(xiangqi.start(), PASS, 'san')).toThrow(TypeError)
  })

  test('any text is read or not', () => {
    const position = xiangqi.start()
    const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'前中后一二炮马兵進平退CHPabc123+-=.') }))
    fc.assert(
      fc.property(texts, (text) => {
        const move = xiangqi.readMove(position, text)
        expect(move === undefined || move === PASS || xiangqi.isLegal(position, move)).toBe(true)
        xiangqi.readIllegalMove!(position, text)
      }),
    )
  })
})

describe('illegal moves', () => {
  test('one that exposes the king is written and read as any other', () => {
    const position = xiangqi.parse('4k4/9/9/9/9/4R4/9/9/9/4K4 w')
    for (const text of ['车五平六', '車五平六', 'R5=6', 'E4-D4', 'e4d4']) {
      expect(xiangqi.readMove(position, text)).toBeUndefined()
      expect(xiangqi.readIllegalMove!(position, text)).toBe(makeMove(40, 39))
    }
    expect(xiangqi.writeMove(position, makeMove(40, 39))).toBe('车五平六')
  })

  test('one that no piece can make is written and read as coordinates', () => {
    const position = xiangqi.start()
    for (const style of ['chinese', 'chinese-traditional', 'wxf', 'iccs']) {
      expect(xiangqi.writeMove(position, makeMove(0, 40), style)).toBe('A0-E4')
      expect(xiangqi.readIllegalMove!(position, 'A0-E4', style)).toBe(makeMove(0, 40))
    }
    expect(xiangqi.readIllegalMove!(position, '车九进三')).toBeUndefined()
  })
})

describe('round trips', () => {
  function checkAll(position: ReturnType<typeof xiangqi.start>, moves: readonly number[]): void {
    for (const style of xiangqi.styles) {
      const texts = new Set<string>()
      for (const move of moves) {
        const text = xiangqi.writeMove(position, move, style)
        texts.add(text)
        expect([xiangqi.format(position), text, xiangqi.readMove(position, text, style)]).toEqual([
          xiangqi.format(position),
          text,
          move,
        ])
        // Of these two, texts look like others: they are read where they are asked for.
        if (style !== 'uci' && style !== 'vietnamese')
          expect([text, xiangqi.readMove(position, text)]).toEqual([text, move])
      }
      expect(texts.size).toBe(moves.length)
    }
  }

  test('every legal move of random games', () => {
    const random = seededRandom(21)
    for (let game = 0; game < scaled(3, 30); game++) {
      const position = xiangqi.start()
      for (let ply = 0; ply < 120; ply++) {
        if (playRandomly(position, random, 1).length === 0) break
        checkAll(position, xiangqi.legal(position))
      }
    }
  })

  test('every legal move of positions with many pawns on few files', () => {
    const random = seededRandom(22)
    for (let round = 0; round < scaled(120, 3_000); round++) {
      const position = scatterPawns(random)
      checkAll(position, xiangqi.legal(position))
    }
  })

  test('every legal move of positions that no game reaches', () => {
    const random = seededRandom(23)
    for (let round = 0; round < scaled(40, 1_000); round++) {
      const position = scatter(random, 'RRNNBBAACCPPPPrrnnbbaaccpppp', 10 + randomInt(random, 50))
      checkAll(position, xiangqi.legal(position))
    }
  })

  test('illegal moves, except where a legal one is written alike', () => {
    const random = seededRandom(24)
    for (let round = 0; round < scaled(1_000, 20_000); round++) {
      const position = scatter(random, 'RNBACPPPrnbacppp', 30)
      const move = anyMove(random)
      if (moveFault(position, move) === undefined) continue
      for (const style of xiangqi.styles) {
        const text = xiangqi.writeMove(position, move, style)
        expect(xiangqi.readMove(position, text, style)).toBeUndefined()
        expect(xiangqi.readIllegalMove!(position, text, style)).toBe(move)
      }
    }
  })
})

/** A position with up to five pawns of each side on two or three files, beyond the river and before it. */
function scatterPawns(random: () => number): ReturnType<typeof xiangqi.start> {
  const position = scatter(random, 'RrNnCc', 4)
  const ranks = xiangqi
    .format(position)
    .split(' ')[0]!
    .split('/')
    .map((rank) => [...rank.replaceAll(/[0-9]/g, (run) => '1'.repeat(Number(run)))])
  const files = [randomInt(random, 9), randomInt(random, 9)]
  for (const pawn of 'PPPPPppppp') {
    const rank = ranks[randomInt(random, 10)]!
    const file = files[randomInt(random, 2)]!
    if (!/k/i.test(rank[file]!)) rank[file] = pawn
  }
  return xiangqi.parse(`${ranks.map((rank) => rank.join('')).join('/')} ${position.turn === 1 ? 'w' : 'b'}`)
}
