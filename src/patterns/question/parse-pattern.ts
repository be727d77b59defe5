/**
 * Reads patterns as people write them (docs/patterns.md): words, a colon, rows from the top, and conditions behind
 * semicolons. Whatever is wrong is refused with the number of the character at which it begins, from 1.
 */
import { PositionError } from '../../issues/errors.ts'
import type { Colour } from '../../model/move.ts'
import type { Game } from '../../model/record.ts'
import { hasStones, MEN } from '../../positions/main-line.ts'
import { anything, isWholeBoard, manOf, type Pattern, type PatternStep } from './pattern.ts'

/** Longest side of a pattern. */
const MAX_SIDE = 52

/** Words that say where a pattern lies and how it may be turned. */
const WORDS = ['corner', 'side', 'anywhere', 'inner', 'board', 'fixed', 'still'] as const
/** Conditions by name. */
const CONDITIONS = ['next', 'from', 'by', 'tenuki', 'then', 'handicap', 'size', 'at'] as const

/** A text and where it begins in the whole, from 1. */
interface Piece {
  text: string
  at: number
}

/** Cuts a text at a sign; each piece knows where it stands. */
function cut({ text, at }: Piece, sign: string): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  for (const part of text.split(sign)) {
    const trimmed = part.trimStart()
    pieces.push({ text: trimmed.trimEnd(), at: at + start + part.length - trimmed.length })
    start += part.length + 1
  }
  return pieces
}

/** Reads a pattern. Throws PositionError. */
export function parsePattern(game: Game, text: string): Pattern {
  const [body, ...conditions] = cut({ text, at: 1 }, ';')
  const colon = body!.text.indexOf(':')
  const words = colon < 0 ? [] : cut({ text: body!.text.slice(0, colon), at: body!.at }, ' ')
  const rows = { text: body!.text.slice(colon + 1), at: body!.at + colon + 1 }
  const pattern: Pattern = { game, columns: 0, rows: 0, cells: [], edges: {} }
  const names = new Map<string, { column: number; row: number }>()
  readRows(pattern, rows, names)
  readWords(pattern, words)
  for (const condition of conditions) if (condition.text !== '') readCondition(pattern, condition, names)
  return pattern
}

/** Signs of one square that say more than one man, by kind of game. */
function stonesOf(sign: string): number | undefined {
  if (sign === 'x') return 0b011
  if (sign === 'o') return 0b101
  if (sign === '#') return 0b110
  return undefined
}

function readRows(pattern: Pattern, text: Piece, names: Map<string, { column: number; row: number }>): void {
  const { game, cells, edges } = pattern
  let row = 0
  const lines = cut(text, '/')
  for (const [index, { text: line, at }] of lines.entries()) {
    if (/^[+|]?-+[+|]?$/.test(line)) {
      if (index > 0 && index < lines.length - 1) throw new PositionError('pattern/edge', { at })
      if (index === 0) edges.top = true
      else edges.bottom = true
      if (/^[+|]/.test(line)) edges.left = true
      if (/[+|]$/.test(line)) edges.right = true
      continue
    }
    let column = 0
    for (let place = 0; place < line.length; place++) {
      const sign = line[place]!
      if (sign === ' ') continue
      if (sign === '|') {
        if (place === 0) edges.left = true
        else if (place === line.length - 1) edges.right = true
        else throw new PositionError('pattern/edge', { at: at + place })
      } else if (sign === '*' || sign === '?') {
        column++
      } else if (/[1-9]/.test(sign)) {
        for (let empty = Number(sign); empty > 0; empty--) cells.push({ column: column++, row, allowed: 1 })
      } else if (sign === '{' || sign === '[') {
        const end = line.indexOf(sign === '{' ? '}' : ']', place)
        if (end < 0) throw new PositionError('pattern/open-set', { at: at + place })
        const set = { text: line.slice(place + 1, end), at: at + place + 1 }
        cells.push({ column: column++, row, allowed: readSet(game, set) })
        place = end
      } else {
        const allowed = readSign(game, sign, at + place)
        if (hasStones(game) && /^[a-np-wyz]$/.test(sign)) names.set(sign, { column, row })
        cells.push({ column: column++, row, allowed })
      }
    }
    row++
    pattern.columns = Math.max(pattern.columns, column)
    if (column > MAX_SIDE || row > MAX_SIDE) throw new PositionError('pattern/too-large', {})
  }
  pattern.rows = row
  pattern.cells = cells.filter(({ allowed }) => allowed !== anything(game))
  if (pattern.cells.length === 0) throw new PositionError('pattern/empty', {})
}

/** What one sign says of a square. */
function readSign(game: Game, sign: string, at: number): number {
  if (sign === '.') return 1
  if (sign === '+') return anything(game)
  if (!hasStones(game)) {
    if (sign === '~') return anything(game) - 1
    if (MEN[game].includes(sign)) return 1 << manOf(game, sign)
    throw new PositionError('pattern/piece', { sign, game, at })
  }
  if (sign === 'X' || sign === 'O') return sign === 'X' ? 2 : 4
  const several = stonesOf(sign)
  if (several !== undefined) return several
  // Any other small letter names an empty point, which moves that follow are played on.
  if (/^[a-z]$/.test(sign)) return 1
  throw new PositionError('pattern/piece', { sign, game, at })
}

/** A set of men, one of which stands there; `^` in front of it, none of which does. */
function readSet(game: Game, { text, at }: Piece): number {
  const isNegated = text.startsWith('^')
  const signs = isNegated ? text.slice(1) : text
  let allowed = 0
  for (let index = 0; index < signs.length; index++) {
    allowed |= readSign(game, signs[index]!, at + index + (isNegated ? 1 : 0))
  }
  if (isNegated) allowed = anything(game) & ~allowed
  if (allowed === 0) throw new PositionError('pattern/open-set', { at })
  return allowed
}

function readWords(pattern: Pattern, words: readonly Piece[]): void {
  const { game, edges } = pattern
  const given = words.filter(({ text }) => text !== '')
  let place: string | undefined
  for (const { text, at } of given) {
    const word = WORDS.find((candidate) => candidate === text.toLowerCase())
    if (!word) throw new PositionError('pattern/place', { places: WORDS.join(', '), word: text.slice(0, 20), at })
    if (word === 'still') {
      pattern.isStill = true
      continue
    }
    if (word === 'fixed' && game !== 'go') continue
    if (word === 'fixed') {
      pattern.hasFixedColours = true
      continue
    }
    if (!hasStones(game)) throw new PositionError('pattern/place-game', { game, at })
    place = word
  }
  if (place === 'inner') pattern.isInner = true
  if (place === 'anywhere' || place === 'inner') return
  if (place === 'board' || (place === undefined && isWholeBoard(pattern))) {
    pattern.edges = { left: true, top: true, right: true, bottom: true }
    return
  }
  if (place === 'side') {
    edges.top = true
    return
  }
  // A corner unless sides are drawn.
  if (place === 'corner' || Object.keys(edges).length === 0) pattern.edges = { left: true, top: true }
}

function readCondition(
  pattern: Pattern,
  { text, at }: Piece,
  names: ReadonlyMap<string, { column: number; row: number }>,
): void {
  const [, name = '', value = ''] = /^([a-z]+)\s*(?:<=|=)?\s*([^]*)$/i.exec(text) ?? []
  const valueAt = at + text.length - value.length
  const number = () => {
    if (/^\d{1,4}$/.test(value)) return Number(value)
    throw new PositionError('pattern/value', { name, at: valueAt })
  }
  switch (name.toLowerCase()) {
    case 'next':
      pattern.next = readColour(pattern.game, value, valueAt)
      break
    case 'from':
      pattern.from = number()
      break
    case 'by':
      pattern.by = number()
      break
    case 'tenuki':
      pattern.tenuki = number()
      break
    case 'then':
      pattern.steps = cut({ text: value, at: valueAt }, ',').map((step) => readStep(pattern.game, step, names))
      break
    case 'handicap':
      pattern.handicap = readRange(name, value, valueAt)
      break
    case 'size':
      pattern.board = readSize(value, valueAt)
      break
    case 'at':
      pattern.anchors = readAnchors(value, valueAt)
      break
    default:
      throw new PositionError('pattern/condition', { names: CONDITIONS.join(', '), name: text.slice(0, 20), at })
  }
}

function readColour(game: Game, text: string, at: number): Colour {
  const sign = text.toLowerCase()
  const isFirst = hasStones(game) ? ['b', 'x', 'black'] : ['w', 'r', 'white', 'red']
  const isSecond = hasStones(game) ? ['w', 'o', 'white'] : ['b', 'black']
  if (isFirst.includes(sign)) return 1
  if (isSecond.includes(sign)) return 2
  throw new PositionError('pattern/value', { name: text.slice(0, 20), at })
}

/** A step: a colour, and the letter of a point. */
function readStep(
  game: Game,
  { text, at }: Piece,
  names: ReadonlyMap<string, { column: number; row: number }>,
): PatternStep {
  const [, colour = '', name = ''] = /^([A-Za-z])\s*([a-z])$/.exec(text) ?? []
  const point = names.get(name)
  if (!point || !hasStones(game)) throw new PositionError('pattern/step', { at })
  return { ...point, colour: readColour(game, colour, at) }
}

function readRange(name: string, text: string, at: number): { least: number; most: number } {
  const [, least = '', dash = '', most = ''] = /^(\d{1,3})\s*(-)?\s*(\d{0,3})$/.exec(text) ?? []
  if (least === '') throw new PositionError('pattern/value', { name, at })
  if (dash === '') return { least: Number(least), most: Number(least) }
  return { least: Number(least), most: most === '' ? 0xffff : Number(most) }
}

function readSize(text: string, at: number): { columns: number; rows: number } {
  const [, columns = '', rows = columns] = /^(\d{1,3})(?:x(\d{1,3}))?$/.exec(text) ?? []
  if (columns === '') throw new PositionError('pattern/value', { name: 'size', at })
  return { columns: Number(columns), rows: Number(rows) }
}

/** Where the top left square may lie: column and row from the top left of the board, from 1, as `3,4` or `3,4..6,6`. */
function readAnchors(text: string, at: number): NonNullable<Pattern['anchors']> {
  const [, left = '', top = '', right = left, bottom = top] =
    /^(\d{1,3}),(\d{1,3})(?:\.\.(\d{1,3}),(\d{1,3}))?$/.exec(text) ?? []
  const [x1, y1, x2, y2] = [left, top, right, bottom].map((number) => Number(number) - 1) as [
    number,
    number,
    number,
    number,
  ]
  if (left === '' || x1 < 0 || y1 < 0 || x2 < x1 || y2 < y1)
    throw new PositionError('pattern/value', { name: 'at', at })
  return { left: x1, top: y1, right: x2, bottom: y2 }
}
