/**
 * The syntax of GGF, the Generic Game Format of the GGS servers: a game is
 * `(;`, properties as `NAME[value]`, and `;)`. A value goes to the next `]`;
 * nothing is escaped. docs/formats/ggf.md, Syntax.
 */
import { OffsetList } from '../../bytes/offset-list.ts'

export interface Property {
  name: string
  value: string
  /** Where the property begins in the text of its game. */
  offset: number
}

/** The contents of a game. */
export interface GameText {
  properties: Property[]
  /** Whether `;)` ends it. */
  isClosed: boolean
  /** Text that is not a property: how much, and where it begins. */
  strayLength: number
  strayOffset: number
  /** What stands behind the game, but for the number with which servers begin the next. */
  textAfter: string
}

/** Text between games, without the number of games that GGS writes before one. */
export function textBetween(text: string): string {
  return text.replace(/(?:^|\s)\d+\s*$/, '').trim()
}

const OPEN_PAREN = 0x28
const SEMICOLON = 0x3b
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const NEWLINE = 0x0a

/** The offsets at which games begin. A `(;` inside a value begins one only at the start of a line. */
export function findGames(bytes: Uint8Array): OffsetList {
  const offsets = new OffsetList()
  let isValue = false
  for (let at = 0; at + 1 < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === OPEN_BRACKET) isValue = true
    else if (byte === CLOSE_BRACKET) isValue = false
    else if (byte === OPEN_PAREN && bytes[at + 1] === SEMICOLON) {
      if (isValue && bytes[at - 1] !== NEWLINE) continue
      offsets.push(at)
      isValue = false
    }
  }
  return offsets
}

/** Reads the properties of one game from the text between its start and that of the next. */
export function parseGame(text: string): GameText {
  const game: GameText = { properties: [], isClosed: false, strayLength: 0, strayOffset: 0, textAfter: '' }
  let at = text.startsWith('(;') ? 2 : 0
  const pattern = /\s+|(;\))|([A-Z][A-Za-z0-9]{0,15})\s?\[/y
  while (at < text.length) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match?.[1]) {
      game.isClosed = true
      game.textAfter = textBetween(text.slice(pattern.lastIndex))
      break
    }
    if (match?.[2]) {
      const close = text.indexOf(']', pattern.lastIndex)
      const end = close < 0 ? text.length : close
      game.properties.push({ name: match[2], value: text.slice(pattern.lastIndex, end), offset: at })
      at = end + 1
    } else if (match) {
      at = pattern.lastIndex
    } else {
      if (game.strayLength++ === 0) game.strayOffset = at
      at++
    }
  }
  return game
}

/** Writes a property. A bracket that would end its value early becomes a parenthesis. */
export function formatProperty(name: string, value: string): string {
  return `${name}[${value.replaceAll(']', ')')}]`
}
