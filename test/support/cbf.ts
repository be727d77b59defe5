/**
 * Databases of ChessBase for DOS made from the description alone: an encoder that shares nothing with the reader. Games
 * are lines of moves in squares, with variations in parentheses and notes in braces.
 */
import type { NamedBytes } from './named-bytes.ts'

/** How a database is made where the description leaves it open. */
export interface CbfReading {
  phantom?: boolean
  /** Castling is counted only while it is allowed. */
  rights?: boolean
  /** Castling forgets the en passant square. */
  cleared?: boolean
}

export interface CbfGame {
  players?: Uint8Array | string
  source?: Uint8Array | string
  year?: number
  result?: number
  elos?: [number, number]
  /** Opening from 1, A00. */
  eco?: number
  /** FEN of a set-up. */
  setup?: string
  /** `e2e4 ( d2d4 ) e7e5!`: a mark `!N` puts annotation N on the move before it. */
  moves: string
  annotations?: number[][]
  /** Added to the checksum. */
  wrong?: number
  isSecondChecksum?: boolean
}

type Board = string[]

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/** What the encoder knows of a position: pieces by file * 8 + rank, side, rights, the passed square as its name. */
interface State {
  board: Board
  turn: 'w' | 'b'
  rights: string
  passed: string
}

const nameOf = (file: number, rank: number) => 'abcdefgh'[file]! + String(rank + 1)
const placeOf = (name: string) => 'abcdefgh'.indexOf(name[0]!) * 8 + Number(name[1]) - 1

function parse(fen: string): State {
  const [placement, turn, rights, passed] = fen.split(' ') as [string, string, string, string]
  const board: Board = Array.from({ length: 64 }, () => '')
  for (const [row, text] of placement.split('/').entries()) {
    let file = 0
    for (const letter of text) {
      if (/\d/.test(letter)) file += Number(letter)
      else board[file++ * 8 + 7 - row] = letter
    }
  }
  return { board, turn: turn as 'w' | 'b', rights: rights.replace('-', ''), passed: passed.replace('-', '') }
}

const isWhite = (letter: string) => letter !== '' && letter === letter.toUpperCase()

/** All numbers in their order, as moves; '?' for those that cannot be played. */
function numbered({ board, turn, rights, passed }: State, reading: CbfReading): string[] {
  const own = (letter: string) => letter !== '' && isWhite(letter) === (turn === 'w')
  const moves: string[] = []
  const slide = { q: 8, r: 8, b: 8, n: 1, k: 1 } as Record<string, number>
  const diagonal = [[-1, -1], [1, -1], [1, 1], [-1, 1]] // prettier-ignore
  const straight = [[-1, 0], [0, -1], [1, 0], [0, 1]] // prettier-ignore
  const steps: Record<string, number[][]> = {
    q: [...diagonal, ...straight],
    r: straight,
    b: diagonal,
    n: [[-2, -1], [-2, 1], [2, -1], [2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2]], // prettier-ignore
    k: [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]], // prettier-ignore
  }
  for (let place = 0; place < 64; place++) {
    const piece = board[place]!
    if (!own(piece)) continue
    const [file, rank] = [place >> 3, place & 7]
    const from = nameOf(file, rank)
    const kind = piece.toLowerCase()
    for (const [dx, dy] of steps[kind] ?? []) {
      for (let far = 1; far <= slide[kind]!; far++) {
        const [x, y] = [file + dx! * far, rank + dy! * far]
        if (x < 0 || y < 0 || x > 7 || y > 7 || own(board[x * 8 + y]!)) break
        moves.push(from + nameOf(x, y))
        if (board[x * 8 + y] !== '') break
      }
    }
    const row = turn === 'w' ? 0 : 7
    if (kind === 'k' && file === 4 && rank === row) {
      for (const [side, corner, between, to] of [
        ['k', 7, [5, 6], 6],
        ['q', 0, [1, 2, 3], 2],
      ] as const) {
        const isRook = board[corner * 8 + row] === (turn === 'w' ? 'R' : 'r')
        const isFree = between.every((x) => board[x * 8 + row] === '')
        const isAllowed = rights.includes(turn === 'w' ? side.toUpperCase() : side)
        if (isRook && isFree && (isAllowed || !reading.rights)) moves.push(from + nameOf(to, row))
      }
    }
    if (kind !== 'p') continue
    const up = turn === 'w' ? 1 : -1
    const advanced = turn === 'w' ? rank : 7 - rank
    const put = (x: number, y: number) => {
      for (const promoted of advanced === 6 ? 'qrbn' : ' ') moves.push((from + nameOf(x, y) + promoted).trim())
    }
    if (advanced === 1 && board[place + up] === '' && board[place + 2 * up] === '') put(file, rank + 2 * up)
    if (board[place + up] === '') put(file, rank + up)
    for (const x of [file - 1, file + 1]) {
      const target = x < 0 || x > 7 ? '' : board[x * 8 + rank + up]!
      if (target !== '' && !own(target)) put(x, rank + up)
    }
    if (advanced !== 4) continue
    for (const x of [file - 1, file + 1]) {
      if (x < 0 || x > 7 || passed !== nameOf(x, rank + up)) continue
      const victim = board[x * 8 + rank]
      const isReal = board[x * 8 + rank + up] === '' && victim === (turn === 'w' ? 'p' : 'P')
      moves.push(isReal ? from + passed : '?')
    }
    if (passed === '' && file === 0 && reading.phantom !== false) moves.push('?')
  }
  return moves
}

function play(state: State, move: string, reading: CbfReading): State {
  const board = [...state.board]
  const [from, to] = [placeOf(move), placeOf(move.slice(2))]
  const piece = board[from]!
  const kind = piece.toLowerCase()
  let passed = ''
  if (kind === 'k' && Math.abs((to >> 3) - (from >> 3)) === 2) {
    const [corner, beside] = to > from ? [7, 5] : [0, 3]
    board[beside * 8 + (from & 7)] = board[corner * 8 + (from & 7)]!
    board[corner * 8 + (from & 7)] = ''
    if (state.passed !== '' && !reading.cleared) passed = state.passed[0]! + (state.turn === 'w' ? '3' : '6')
  }
  if (kind === 'p' && board[to] === '' && to >> 3 !== from >> 3) board[(to >> 3) * 8 + (from & 7)] = ''
  if (kind === 'p' && Math.abs(to - from) === 2) passed = nameOf(from >> 3, ((from & 7) + (to & 7)) / 2)
  board[to] = move[4] === undefined ? piece : state.turn === 'w' ? move[4].toUpperCase() : move[4]
  board[from] = ''
  const lost: Record<string, string> = { e1: 'KQ', e8: 'kq', a1: 'Q', h1: 'K', a8: 'q', h8: 'k' }
  const gone = [move.slice(0, 2), move.slice(2, 4)].map((square) => lost[square] ?? '').join('')
  const rights = [...state.rights].filter((right) => !gone.includes(right)).join('')
  return { board, turn: state.turn === 'w' ? 'b' : 'w', rights, passed }
}

/** The stream of moves, and the annotations in its order. */
function encode(game: CbfGame, reading: CbfReading): { stream: number[]; notes: number[]; plies: number } {
  let state = parse(game.setup ?? START)
  let before = state
  const stack: [state: State, before: State][] = []
  const stream: number[] = []
  const notes: number[] = []
  let plies = 0
  for (const word of game.moves.split(' ').filter((one) => one !== '')) {
    if (word === '(') {
      stack.push([state, before])
      state = before
      stream.push(0xff)
    } else if (word === ')') {
      ;[state, before] = stack.pop()!
      stream.push(0x80)
    } else {
      const [move, note] = word.split('!') as [string, string | undefined]
      const number = numbered(state, reading).indexOf(move) + 1
      if (number === 0) throw new Error(`${move} is not among the moves`)
      stream.push(number | (note === undefined ? 0 : 0x80))
      if (note !== undefined) notes.push(...game.annotations![Number(note)]!, 0xff)
      before = state
      state = play(state, move, reading)
      if (stack.length === 0) plies++
    }
  }
  return { stream: [...stream, 0x80], notes, plies }
}

/** Puts a mask on, from the last byte to the first. */
function mask(bytes: number[], key: number, factor: number): number[] {
  let value = key % 256
  const masked = [...bytes]
  for (let at = bytes.length - 1; at >= 0; at--) {
    masked[at] = masked[at]! ^ value
    value = (value * factor) % 256
  }
  return masked
}

const bytesOf = (text: Uint8Array | string = '') =>
  typeof text === 'string' ? [...new TextEncoder().encode(text)] : [...text]

function record(game: CbfGame, reading: CbfReading): number[] {
  const { stream, notes, plies } = encode(game, reading)
  // The last byte of the area is not part of the moves.
  const moves = [...stream, 0]
  const [players, source] = [bytesOf(game.players), bytesOf(game.source)]
  const eco = game.setup === undefined ? (game.eco ?? 0) : 0
  const size = notes.length + 1
  const head = [
    game.year === undefined ? 127 : (game.year - 1900) & 255,
    game.result ?? 3,
    moves.length >> 8,
    moves.length & 255,
    players.length | ((eco << 1) & 0xc0),
    source.length | ((eco >> 1) & 0xc0),
    size >> 8,
    size & 255,
    ...(game.elos ?? [0, 0]).map((elo) => (elo === 0 ? 0 : (elo - 1600) / 5)),
    (eco & 31) << 1,
    0,
    Math.ceil(plies / 2) & 255,
    0,
  ]
  const board: number[] = []
  if (game.setup !== undefined) {
    const state = parse(game.setup)
    const bits = { Q: 4, K: 8, q: 16, k: 32 } as Record<string, number>
    head[10] = 1 | (state.turn === 'b' ? 2 : 0) | [...state.rights].reduce((sum, right) => sum + bits[right]!, 0)
    head[11] = state.passed === '' ? 0 : 'abcdefgh'.indexOf(state.passed[0]!) + 1
    const codes = '.KQNBRP..kqnbrp'
    for (let square = 0; square < 64; square += 2) {
      const code = (at: number) => Math.max(0, codes.indexOf(state.board[(at & 7) * 8 + (at >> 3)]! || '.'))
      board.push(code(square) * 16 + code(square + 1))
    }
    board.push(Number(game.setup.split(' ')[5]) - 1)
  }
  head[13] =
    ((game.isSecondChecksum ? head[3]! * 0x1ec1 * (head[8]! + 1) * head[0]! : head[0]! * 0x25 + head[5]! + head[9]!) +
      (game.wrong ?? 0)) &
    255
  head[11]! ^= (14 + players.length + source.length) & 255
  const names = [...players, ...source]
  const inner = mask(moves.slice(1, -1), 49 * moves.length, 7)
  return [
    ...mask(head, 101, 3),
    ...mask(names, 3 * names.length, 3),
    moves[0]!,
    ...inner,
    ...(moves.length > 1 ? [moves.at(-1)!] : []),
    ...notes,
    ...board,
  ]
}

/** A database of games: its two files, the one to open first. */
export function cbfFiles(games: readonly CbfGame[], reading: CbfReading = {}, name = 'BASE'): NamedBytes[] {
  const records = games.map((game) => record(game, reading))
  const numbers = [games.length + 1]
  let offset = 0
  for (const [index, bytes] of records.entries()) {
    numbers.push(offset + index + 2)
    offset += bytes.length
  }
  numbers.push(offset + games.length + 2)
  const index = numbers.flatMap((number) => [24, 16, 8, 0].map((shift) => (number >> shift) & 255))
  return [
    [`${name}.CBF`, Uint8Array.from(records.flat())],
    [`${name}.CBI`, Uint8Array.from(index)],
  ]
}
