/**
 * WTHOR files put together byte by byte from the format's description, apart
 * from the writer under test.
 */
import { ByteWriter } from '../../src/bytes/writer.ts'
import { moveTo, type Move } from '../../src/model/move.ts'
import { othelloScore } from '../../src/rules/othello/index.ts'
import { randomOthelloGame } from './othello-games.ts'
import { randomInt } from './random.ts'

export interface MadeHeader {
  /** Century, year, month and day. */
  created?: readonly [number, number, number, number]
  records?: number
  names?: number
  year?: number
  /** Board, type, depth, reserved. */
  parameters?: readonly [number, number, number, number]
}

/** The 16 bytes at the start of a file. */
export function madeHeader({ created, records = 0, names = 0, year = 0, parameters }: MadeHeader): Uint8Array {
  const writer = new ByteWriter()
  for (const byte of created ?? [20, 24, 2, 29]) writer.u8(byte)
  writer.u32le(records).u16le(names).u16le(year)
  for (const byte of parameters ?? [0, 0, 0, 0]) writer.u8(byte)
  return writer.bytes()
}

/** A file of names, each in a field of `width` bytes. */
export function madeNames(names: readonly string[], width: 20 | 26): Uint8Array {
  const writer = new ByteWriter().put(madeHeader({ created: [20, 24, 1, 31], names: names.length }))
  for (const name of names) {
    for (let at = 0; at < width; at++) writer.u8(at < width - 1 ? name.charCodeAt(at) || 0 : 0)
  }
  return writer.bytes()
}

export interface MadeGame {
  tournament: number
  black: number
  white: number
  score: number
  theoretical: number
  /** Move bytes; zeros follow. */
  moves: readonly number[]
}

/** A year file of games on 8 x 8 or 10 x 10. */
export function madeYear(games: readonly MadeGame[], year: number, side: 8 | 10 = 8, depth = 24): Uint8Array {
  const writer = new ByteWriter()
  writer.put(madeHeader({ records: games.length, year, parameters: [side, 0, depth, 0] }))
  for (const { tournament, black, white, score, theoretical, moves } of games) {
    writer.u16le(tournament).u16le(black).u16le(white).u8(score).u8(theoretical)
    for (const move of moves) writer.u8(move)
    writer.fill(0, side * side - 4 - moves.length)
  }
  return writer.bytes()
}

/** The byte of a square: ten (twelve) times the row and the column, both counted from 1. */
export function madeByte(square: number, side: 8 | 10): number {
  return (side === 8 ? 10 : 12) * (Math.floor(square / side) + 1) + (square % side) + 1
}

/** Move bytes from coordinates: `f5` is 56 on 8 x 8. */
export function madeBytes(transcript: string, side: 8 | 10 = 8): number[] {
  return (transcript.match(/[a-j][0-9]+/g) ?? []).map((text) => {
    const row = Number(text.slice(1)) - 1
    return madeByte(row * side + text.charCodeAt(0) - 97, side)
  })
}

/** Games of random legal play that begin with the usual first move, their scores right. */
export function madeGames(random: () => number, count: number, side: 8 | 10 = 8): MadeGame[] {
  const first = side === 8 ? 56 : 79
  const games: MadeGame[] = []
  while (games.length < count) {
    const { moves, position } = randomOthelloGame(random, side, side)
    const bytes = moves.map((move: Move) => madeByte(moveTo(move), side))
    if (bytes[0] !== first) continue
    const [score] = othelloScore(position)
    const [tournament, black, white] = [1 + randomInt(random, 3), 1 + randomInt(random, 8), 1 + randomInt(random, 8)]
    games.push({ tournament, black, white, score, theoretical: score, moves: bytes })
  }
  return games
}

export interface MadePuzzle {
  year: number
  tournament: number
  black: number
  white: number
  /** 64 characters, `X`, `O`, `-`, and `?` for the code that means nothing. */
  board: string
  turn: number
  solution: number
  firstMove: number
  score: number
  move25: number
}

/** A puzzle file with its presence table of 256 bytes, or of 512. */
export function madePuzzles(puzzles: readonly MadePuzzle[], empties: number, presence: 256 | 512 = 256): Uint8Array {
  const writer = new ByteWriter()
  writer.put(madeHeader({ records: puzzles.length, names: empties, parameters: [8, 1, 0, 0] }))
  for (let entry = 1; entry <= presence / 4; entry++) writer.u32le(entry === empties ? puzzles.length : 0)
  for (const puzzle of puzzles) {
    writer.u16le(puzzle.year).u16le(puzzle.tournament).u32le(puzzle.black).u32le(puzzle.white)
    for (let at = 0; at < 64; at += 4) {
      let byte = 0
      for (const character of puzzle.board.slice(at, at + 4)) byte = byte * 4 + '-?OX'.indexOf(character)
      writer.u8(byte)
    }
    writer.u8(empties).u8(puzzle.turn).u8(puzzle.solution).u8(puzzle.firstMove)
    writer.u8(puzzle.score).u8(puzzle.move25).u16le(0)
  }
  return writer.bytes()
}
