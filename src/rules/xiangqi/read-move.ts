/** Reading a move in whatever notation it is written. */
import { isPass, type Move } from '../../model/move.ts'
import type { NotationStyle } from '../rules.ts'
import { parseChinese } from './chinese.ts'
import { readIccs, readUci } from './coordinates.ts'
import { findMove, type Description } from './description.ts'
import { isLegalMove } from './legality.ts'
import type { XiangqiPosition } from './position.ts'
import { readSan } from './san.ts'
import { parseVietnamese } from './vietnamese.ts'
import { parseWxf } from './wxf.ts'

/**
 * Reads a legal move, or a null move, in ICCS, Chinese notation, WXF or the SAN of XBoard, or in the one notation that
 * `style` names. Coordinates count ranks from 0, or from 1 with the style `uci`, and are read in every style, since
 * writers fall back on them.
 */
export function readMove(position: XiangqiPosition, text: string, style?: NotationStyle): Move | undefined {
  const san = readOtherSan(position, text, style, false)
  if (san !== undefined) return san
  const move = readCoordinates(text, style)
  if (move !== undefined) return isPass(move) || isLegalMove(position, move) ? move : undefined
  return findMove(position, parseDescriptions(text, style))
}

/**
 * Reads a move that need not be legal: any move in coordinates, and in the other notations one that a piece can make
 * although its own king could then be captured.
 */
export function readIllegalMove(position: XiangqiPosition, text: string, style?: NotationStyle): Move | undefined {
  const san = readOtherSan(position, text, style, true)
  return san ?? readCoordinates(text, style) ?? findMove(position, parseDescriptions(text, style), true)
}

/** SAN, where no style is asked for. Coordinates are of one case, so that `E0a2` is the elephant on rank 0. */
function readOtherSan(
  position: XiangqiPosition,
  text: string,
  style: NotationStyle | undefined,
  alsoIllegal: boolean,
): Move | undefined {
  const isCoordinates = /^(?:[a-i][0-9]-?[a-i][0-9]|[A-I][0-9]-?[A-I][0-9])$/.test(text)
  return style === undefined && !isCoordinates ? readSan(position, text, alsoIllegal) : undefined
}

function readCoordinates(text: string, style: NotationStyle | undefined): Move | undefined {
  return style === 'uci' ? readUci(text) : readIccs(text)
}

function parseDescriptions(text: string, style: NotationStyle | undefined): Description[] {
  if (style === 'wxf') return parseWxf(text)
  if (style === 'vietnamese') return parseVietnamese(text)
  if (style === 'chinese' || style === 'chinese-traditional') return parseChinese(text)
  return style === undefined ? [...parseChinese(text), ...parseWxf(text)] : []
}
