import { describe, expect, test } from 'vitest'
import { makePass, makePlacement, moveTo, otherColour, PASS, type Colour } from '../../src/model/move.ts'
import { PositionError } from '../../src/issues/errors.ts'
import {
  awardedScore,
  formatOthelloBoard,
  normaliseMoves,
  othello,
  OthelloLine,
  othelloPerft,
  othelloScore,
  OthelloPosition,
  parseOthelloSquare,
  START_SYMMETRIES,
  transformMove,
  transformSquare,
} from '../../src/rules/index.ts'
import {
  referenceMoves,
  referencePlay,
  referenceStart,
  referenceText,
  referenceTurn,
  type ReferenceBoard,
} from '../support/othello-reference.ts'
import { randomOthelloGame } from '../support/othello-games.ts'
import fc from '../support/properties.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { isFullRun, scaled } from '../support/scale.ts'

function play(position: OthelloPosition, text: string): void {
  for (const move of text.match(/[a-z][0-9]+|pa/g) ?? []) {
    othello.play(position, othello.readMove(position, move)!)
  }
}

function keyOf(position: OthelloPosition): string {
  const key = new Uint32Array(2)
  othello.key(position, key)
  return key.join()
}

function canonicalKeyOf(position: OthelloPosition, swapColours = false): string {
  const key = new Uint32Array(2)
  othello.canonicalKey!(position, key, 0, swapColours)
  return key.join()
}

describe('perft', () => {
  // Counts as published by Aart Bik ("Computing deep perft and divide numbers for reversi"); a pass counts as a move.
  const counts = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284]
  const depth = isFullRun ? 10 : 8
  test.each(counts.slice(0, depth).map((count, index) => [index + 1, count]))('depth %i is %i', (depth, count) => {
    expect(othelloPerft(new OthelloPosition(), depth)).toBe(count)
  })
})

describe('against a plain implementation', () => {
  test.each([
    [8, 8, scaled(60, 2000)],
    [10, 10, scaled(10, 200)],
    [4, 4, scaled(100, 1000)],
    [6, 8, scaled(20, 300)],
  ])('random games on %i x %i: moves, discs, turns, scores', (columns, rows, games) => {
    const random = seededRandom(columns * 100 + rows)
    for (let game = 0; game < games; game++) {
      const position = new OthelloPosition(columns, rows)
      let board = referenceStart(columns, rows)
      for (;;) {
        const turn = referenceTurn(board)
        const legal = othello.legal(position).map(moveTo)
        expect(formatOthelloBoard(position)).toBe(referenceText(board))
        expect(legal).toEqual(turn === undefined ? [] : referenceMoves(board, turn))
        expect(othello.outcome(position) === undefined).toBe(turn !== undefined)
        if (turn === undefined) break
        expect(position.turn).toBe(turn === 'X' ? 1 : 2)
        expect(position.passing).toBe(turn === board.next ? undefined : board.next === 'X' ? 1 : 2)
        const square = legal[randomInt(random, legal.length)]!
        othello.play(position, makePlacement(square))
        board = referencePlay(board, square)
      }
      const [black, white] = position.count()
      expect(othello.outcome(position)!.score).toEqual(awardedScore(black, white, columns * rows))
    }
  })

  test('the fast path plays the same games and refuses the same moves', () => {
    const random = seededRandom(5)
    for (let game = 0; game < scaled(200, 5000); game++) {
      const { moves, position } = randomOthelloGame(random)
      // The game is played from some position of its own, with a move that may not be legal at some ply.
      const from = randomInt(random, moves.length)
      const start = new OthelloPosition()
      for (const move of moves.slice(0, from)) othello.play(start, move)
      const rest = moves.slice(from)
      const strangeAt = randomInt(random, 3) === 0 ? randomInt(random, rest.length) : Infinity
      if (strangeAt < rest.length) rest[strangeAt] = makePlacement(randomInt(random, 64))
      const keys = new Uint32Array((rest.length + 1) * 2)
      const line = new OthelloLine(start)
      const cells = Uint8Array.from(rest, (move) => start.geometry.cellOf[moveTo(move)]!)
      const length = line.play(cells, 0, cells.length, keys)

      const replayed = start.clone()
      for (let ply = 0; ply <= length; ply++) {
        expect(`${keys[ply * 2]},${keys[ply * 2 + 1]}`).toBe(keyOf(replayed))
        if (ply === rest.length) break
        expect(othello.isLegal(replayed, rest[ply]!)).toBe(ply < length)
        if (ply < length) othello.play(replayed, rest[ply]!)
      }
      expect(line.turn).toBe(replayed.isOver ? undefined : replayed.turn)
      expect(line.score).toEqual(othelloScore(replayed))
      if (strangeAt > rest.length) expect(othello.format(replayed)).toBe(othello.format(position))
    }
  })
})

describe('on any board at all', () => {
  /** A board of discs anywhere, few or many. */
  function randomBoard(random: () => number): ReferenceBoard {
    const discs = 1 + randomInt(random, 64)
    const rows = referenceStart(8, 8).rows.map((row) =>
      row.map(() => (randomInt(random, 64) < discs ? (randomInt(random, 2) === 0 ? 'X' : 'O') : '-')),
    )
    return { rows, next: randomInt(random, 2) === 0 ? 'X' : 'O' }
  }

  const positionOf = (board: ReferenceBoard): OthelloPosition => othello.parse(`${referenceText(board)} ${board.next}`)

  test('a line of one move is as the plain implementation says, for every square, with the key of what it leads to', () => {
    const random = seededRandom(11)
    for (let count = 0; count < scaled(60, 3000); count++) {
      const board = randomBoard(random)
      const position = positionOf(board)
      const line = new OthelloLine(position)
      const keys = new Uint32Array(4)
      const turn = referenceTurn(board)
      expect(line.play(new Uint8Array(0), 0, 0, keys)).toBe(0)
      expect(keys.slice(0, 2).join()).toBe(keyOf(position))
      expect(line.turn).toBe(turn && (turn === 'X' ? 1 : 2))
      const legal = turn ? referenceMoves(board, turn) : []
      for (let square = 0; square < 64; square++) {
        const cell = Uint8Array.of(position.geometry.cellOf[square]!)
        expect(line.play(cell, 0, 1, keys)).toBe(legal.includes(square) ? 1 : 0)
        if (!legal.includes(square)) continue
        const after = referencePlay(board, square)
        const reached = positionOf(after)
        expect(keys.slice(2).join()).toBe(keyOf(reached))
        expect(line.score).toEqual(othelloScore(reached))
        const next = referenceTurn(after)
        expect(line.turn).toBe(next && (next === 'X' ? 1 : 2))
      }
      // Bytes that are no squares end a line.
      for (const cell of [0, 9, 10, 19, 80, 89, 90, 98, 255]) expect(line.play(Uint8Array.of(cell), 0, 1)).toBe(0)
    }
  })

  test('sequences of three moves and passes are as many as the plain implementation counts', () => {
    const count = (board: ReferenceBoard, depth: number): number => {
      if (depth === 0) return 1
      const moves = referenceMoves(board, board.next)
      if (moves.length === 0) return count({ ...board, next: board.next === 'X' ? 'O' : 'X' }, depth - 1)
      return moves.reduce((sum, square) => sum + count(referencePlay(board, square), depth - 1), 0)
    }
    const random = seededRandom(12)
    for (let tried = 0; tried < scaled(10, 500); tried++) {
      const board = randomBoard(random)
      for (let depth = 0; depth <= 3; depth++) expect(othelloPerft(positionOf(board), depth)).toBe(count(board, depth))
    }
  })
})

describe('playing and undoing', () => {
  /** Any moves at all: legal ones, discs on discs, discs that flip nothing, named colours, passes at any time. */
  const anyMove = fc.oneof(
    { weight: 8, arbitrary: fc.record({ legal: fc.nat(40) }) },
    { weight: 2, arbitrary: fc.record({ square: fc.nat(63), colour: fc.constantFrom(0, 1, 2) }) },
    { weight: 1, arbitrary: fc.record({ pass: fc.constantFrom(0, 1, 2) }) },
  )

  test('every move, legal or not, is undone exactly', () => {
    fc.assert(
      fc.property(fc.array(anyMove, { maxLength: 120 }), (choices) => {
        const position = new OthelloPosition()
        const before: string[] = []
        for (const choice of choices) {
          before.push(
            `${formatOthelloBoard(position)} ${position.turn} ${position.ply} ${position.passing} ${keyOf(position)}`,
          )
          const legal = othello.legal(position)
          if ('legal' in choice) othello.play(position, legal[choice.legal % legal.length] ?? PASS)
          else if ('pass' in choice) othello.play(position, makePass(choice.pass))
          else othello.play(position, makePlacement(choice.square, choice.colour))
          // The keys kept up to date are those of the board read again.
          expect(keyOf(position)).toBe(keyOf(othello.parse(othello.format(position))))
        }
        for (const expected of before.reverse()) {
          othello.undo(position)
          expect(
            `${formatOthelloBoard(position)} ${position.turn} ${position.ply} ${position.passing} ${keyOf(position)}`,
          ).toBe(expected)
        }
        expect(() => othello.undo(position)).toThrow(TypeError)
      }),
      { numRuns: scaled(150, 2000) },
    )
  })

  test('legal moves are those that isLegal accepts', () => {
    const random = seededRandom(8)
    for (let game = 0; game < 20; game++) {
      const { position } = randomOthelloGame(random, 8, 8, randomInt(random, 60))
      const legal = othello.legal(position)
      const accepted = Array.from({ length: 64 }, (_, square) => makePlacement(square)).filter((move) =>
        othello.isLegal(position, move),
      )
      expect(accepted).toEqual(legal)
      for (const move of legal) expect(othello.isLegal(position, makePlacement(moveTo(move), position.turn))).toBe(true)
      for (const move of legal) {
        expect(othello.isLegal(position, makePlacement(moveTo(move), otherColour(position.turn)))).toBe(false)
      }
    }
  })

  test('an illegal disc is put and flips what it encloses', () => {
    const position = new OthelloPosition()
    othello.play(position, makePlacement(0))
    expect(position.pieceAt(0)).toBe('1')
    expect(position.count()).toEqual([3, 2])
    othello.play(position, makePlacement(27, 1))
    expect(position.count()).toEqual([4, 1])
    expect(() => othello.play(position, makePlacement(64))).toThrow(TypeError)
  })
})

describe('passes', () => {
  // Black plays c1; White then has no move, Black has c8.
  const afterBlack = () => {
    const position = othello.parse('XO------' + '-'.repeat(48) + 'XO------ X')
    othello.play(position, othello.readMove(position, 'c1')!)
    return position
  }

  test('a side without a move is skipped', () => {
    const position = afterBlack()
    expect([position.turn, position.passing, position.ply]).toEqual([1, 2, 1])
    expect(othello.legal(position).map((move) => othello.writeMove(position, move))).toEqual(['c8'])
  })

  test('a recorded pass is accepted and changes nothing but the ply', () => {
    const implied = afterBlack()
    const recorded = afterBlack()
    const pass = othello.readMove(recorded, 'pa')!
    expect(pass).toBe(makePass(2))
    expect([PASS, pass, makePass(1)].map((move) => othello.isLegal(recorded, move))).toEqual([true, true, false])
    expect(othello.writeMove(recorded, pass)).toBe('pa')
    othello.play(recorded, pass)
    expect([recorded.turn, recorded.passing, recorded.ply]).toEqual([1, undefined, 2])
    expect(keyOf(recorded)).toBe(keyOf(implied))
    expect(othello.legal(recorded)).toEqual(othello.legal(implied))
    for (const position of [implied, recorded]) othello.play(position, othello.readMove(position, 'c8')!)
    expect(othello.format(recorded)).toBe(othello.format(implied))
    expect(othello.outcome(recorded)).toEqual({ reason: 'score', winner: 1, score: [64, 0] })
  })

  test('nobody passes who can move', () => {
    const start = new OthelloPosition()
    expect(othello.isLegal(start, PASS)).toBe(false)
    expect(othello.readMove(start, 'pass')).toBeUndefined()
    expect(othello.legal(afterBlack())).not.toContain(PASS)
  })
})

describe('the end', () => {
  test.each([
    [
      [40, 20],
      [44, 20],
    ],
    [
      [20, 40],
      [20, 44],
    ],
    [
      [30, 30],
      [32, 32],
    ],
    [
      [13, 0],
      [64, 0],
    ],
    [
      [32, 32],
      [32, 32],
    ],
  ])('%j discs count %j', ([black, white], score) => {
    expect(awardedScore(black!, white!, 64)).toEqual(score)
  })

  test('a wipe-out ends the game with all squares for the winner', () => {
    // The shortest game there is: nine moves.
    const position = new OthelloPosition()
    play(position, 'e6f4e3f6g5d6e7f5c5')
    expect(othello.outcome(position)).toEqual({ reason: 'score', winner: 1, score: [64, 0] })
    expect(othello.legal(position)).toEqual([])
  })
})

describe('keys and symmetries', () => {
  test('keys tell positions apart and do not change between versions', () => {
    expect(keyOf(new OthelloPosition())).toMatchInlineSnapshot(`"2510386013,3049692223"`)
    expect(keyOf(new OthelloPosition(10, 10))).toMatchInlineSnapshot(`"2963223545,4076365752"`)
    const random = seededRandom(3)
    const seen = new Map<string, string>()
    for (let game = 0; game < scaled(200, 5000); game++) {
      const { moves } = randomOthelloGame(random)
      const position = new OthelloPosition()
      for (const move of moves) {
        othello.play(position, move)
        const text = othello.format(position)
        const known = seen.get(keyOf(position))
        if (known === undefined) seen.set(keyOf(position), text)
        else if (othello.outcome(position) === undefined) expect(known).toBe(text)
      }
    }
  })

  test('the canonical key is the same for all images, with colours exchanged too when asked', () => {
    const random = seededRandom(4)
    for (const [columns, rows] of [
      [8, 8],
      [10, 10],
      [6, 8],
    ] as const) {
      for (let game = 0; game < 20; game++) {
        const { position } = randomOthelloGame(random, columns, rows, randomInt(random, 40))
        const images = columns === rows ? 8 : 4
        for (let symmetry = 0; symmetry < images; symmetry++) {
          const image = new OthelloPosition(columns, rows)
          const swapped = new OthelloPosition(columns, rows)
          for (let square = 0; square < columns * rows; square++) {
            const disc = position.discAt(square)
            const target = transformSquare(square, symmetry, columns, rows)
            image.set(target, disc)
            swapped.set(target, disc === 0 ? 0 : otherColour(disc))
          }
          image.turn = position.turn
          swapped.turn = otherColour(position.turn)
          expect(canonicalKeyOf(image)).toBe(canonicalKeyOf(position))
          if (othello.outcome(position)) continue
          expect(canonicalKeyOf(swapped, true)).toBe(canonicalKeyOf(position, true))
        }
      }
    }
    expect(canonicalKeyOf(new OthelloPosition())).not.toBe(canonicalKeyOf(new OthelloPosition(10, 10)))
  })

  test('the canonical key is kept through moves, moves taken back and discs that are set', () => {
    const random = seededRandom(5)
    for (const [columns, rows] of [
      [8, 8],
      [6, 8],
    ] as const) {
      const position = new OthelloPosition(columns, rows)
      let played = 0
      for (let step = 0; step < 2000; step++) {
        const moves = othello.legal(position)
        const choice = randomInt(random, 12)
        if (choice === 0) {
          position.set(randomInt(random, columns * rows), randomInt(random, 3) as 0 | Colour)
          played = 0
        } else if (played > 0 && (choice < 5 || moves.length === 0)) {
          othello.undo(position)
          played--
        } else if (moves.length > 0) {
          othello.play(position, moves[randomInt(random, moves.length)]!)
          played++
        }
        const fresh = new OthelloPosition(columns, rows)
        for (let square = 0; square < columns * rows; square++) fresh.set(square, position.discAt(square))
        fresh.turn = position.next
        expect(canonicalKeyOf(position, step % 2 === 0)).toBe(canonicalKeyOf(fresh, step % 2 === 0))
      }
    }
  })

  test('the four symmetries of the start turn games into games, one of them begins with f5', () => {
    const random = seededRandom(6)
    for (const side of [8, 10]) {
      for (let game = 0; game < 50; game++) {
        const { moves, position } = randomOthelloGame(random, side, side)
        const images = START_SYMMETRIES.map((symmetry) =>
          moves.map((move) => transformMove(move, symmetry, side, side)),
        )
        for (const image of images) {
          const replayed = new OthelloPosition(side, side)
          for (const move of image) {
            expect(othello.isLegal(replayed, move)).toBe(true)
            othello.play(replayed, move)
          }
          expect(replayed.count()).toEqual(position.count())
          const normal = normaliseMoves(image, side)
          expect(othello.writeMove(replayed, normal[0]!)).toBe(side === 8 ? 'f5' : 'g6')
          expect(normal).toEqual(normaliseMoves(moves, side))
        }
      }
    }
  })
})

describe('text', () => {
  const start = '---------------------------OX------XO--------------------------- X'

  test('the usual start', () => {
    expect(othello.format(new OthelloPosition())).toBe(start)
    expect(othello.format(othello.parse(start))).toBe(start)
    expect(othello.start({ setup: start }).turn).toBe(1)
    expect(othello.start({ size: { columns: 10, rows: 10 } }).columns).toBe(10)
  })

  test.each([
    ['...........................ox......xo...........................x'],
    ['8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *'],
    ['[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]'],
    ['________\n________\n________\n___WB___\n___BW___\n________\n________\n________\nBlack to move'],
    ['--------/--------/--------/---○●---/---●○---/--------/--------/-------- ●'],
    ['---------------------------OX------XO---------------------------'],
  ])('other alphabets: %j', (text) => {
    expect(othello.format(othello.parse(text))).toBe(start)
  })

  test('White to move', () => {
    expect(othello.parse(start.replace(/X$/, 'O')).turn).toBe(2)
    expect(othello.parse(start.replace(/X$/, 'white')).turn).toBe(2)
  })

  test.each([
    '',
    'X',
    '-'.repeat(63),
    '-'.repeat(66),
    `${'-'.repeat(64)} -`,
    `${'-'.repeat(63)}q X`,
    ' '.repeat(5_000),
    '9 ---',
  ])('no position: %j', (text) => {
    expect(() => othello.parse(text)).toThrow(PositionError)
  })

  test('a size that does not fit', () => {
    expect(() => othello.parse(start, { size: { columns: 10, rows: 10 } })).toThrow(PositionError)
    expect(() => othello.start({ size: { columns: 7, rows: 8 } })).toThrow(PositionError)
    expect(() => othello.start({ size: { columns: 28, rows: 8 } })).toThrow(PositionError)
  })

  test('every position reached is read back from its text', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(60), fc.constantFrom(4, 6, 8, 10, 14), (seed, plies, side) => {
        const { position } = randomOthelloGame(seededRandom(seed), side, side, plies)
        const copy = othello.parse(othello.format(position))
        expect(othello.format(copy)).toBe(othello.format(position))
        expect(keyOf(copy)).toBe(keyOf(position))
      }),
      { numRuns: scaled(50, 500) },
    )
  })

  test('squares and moves', () => {
    const position = new OthelloPosition()
    expect(othello.formatSquare(position, 0)).toBe('a1')
    expect(othello.formatSquare(position, 37)).toBe('f5')
    expect(othello.formatSquare(new OthelloPosition(10, 10), 99)).toBe('j10')
    expect(parseOthelloSquare('J10', 10, 10)).toBe(99)
    expect(parseOthelloSquare('i1', 8, 8)).toBeUndefined()
    expect(parseOthelloSquare('a0', 8, 8)).toBeUndefined()
    expect(parseOthelloSquare('a9', 8, 8)).toBeUndefined()
    expect(othello.readMove(position, ' F5 ')).toBe(makePlacement(37))
    expect(othello.readMove(position, 'e5')).toBeUndefined()
    expect(othello.writeMove(position, makePlacement(37))).toBe('f5')
    expect(othello.writeMove(position, makePlacement(37), 'capitals')).toBe('F5')
    expect(() => othello.writeMove(position, PASS, 'san')).toThrow(TypeError)
  })
})

describe('set-ups in the middle of a game', () => {
  test('the turn is given, after which earlier moves can no longer be undone', () => {
    const position = new OthelloPosition()
    othello.play(position, makePlacement(37))
    position.turn = 1
    expect([position.turn, position.passing]).toEqual([1, undefined])
    expect(() => othello.undo(position)).toThrow(TypeError)
  })

  test('discs are put and cleared without flipping any', () => {
    const position = new OthelloPosition()
    othello.play(position, makePlacement(37))
    othello.edit!(
      position,
      [
        { squares: [0, 1, 99], piece: '2' },
        { squares: [27], piece: '' },
      ],
      1,
    )
    expect([0, 1, 27].map((square) => position.pieceAt(square))).toEqual(['2', '2', ''])
    expect(position.turn).toBe(1)
    expect(keyOf(position)).toBe(keyOf(othello.parse(othello.format(position))))
    expect(() => othello.undo(position)).toThrow(TypeError)
  })
})
