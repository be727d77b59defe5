/**
 * The text of our own properties, `XR` and `XN`: JSON in which everything but letters, digits and a few harmless signs is
 * percent-encoded (RFC 3986), cut into short values. So programs pass over it that know no escapes, end a value at its
 * first bracket, have room for 1,000 characters or read identifiers of two letters at most, as Edax (game.c,
 * `game_parse_sgf`). Versions before wrote `WEIR` and `WEIN`, with JSON as a value of type Text.
 * docs/formats/sgf.md, Private properties.
 */
import { isJsonObject, type Json } from '../../model/json.ts'
import { parseExact } from '../json.ts'
import { unescapeText } from './text.ts'

export const RECORD_PROPERTY = 'XR'
export const NODE_PROPERTY = 'XN'

/** The names of these properties in files of older versions. */
const OLD_RECORD_PROPERTY = 'WEIR'
const OLD_NODE_PROPERTY = 'WEIN'

/** Fields by name; null for one that is to be removed. */
export type Fields = { [name: string]: Json }

/** The longest value that is written. */
const MAX_VALUE = 900

/** The nesting of brackets beyond which JSON cannot be ours. */
const MAX_NESTING = 200

export function isRecordProperty(id: string): boolean {
  return id === RECORD_PROPERTY || id === OLD_RECORD_PROPERTY
}

export function isNodeProperty(id: string): boolean {
  return id === NODE_PROPERTY || id === OLD_NODE_PROPERTY
}

/** The values of a property with these fields; undefined if there are none. */
export function formatFields(fields: Fields): string[] | undefined {
  if (Object.keys(fields).length === 0) return undefined
  const text = JSON.stringify(fields).replaceAll(/[^\w"{},.+*/=<>@#&!?'|~^$-]/gu, percentEncoded)
  const values: string[] = []
  for (let start = 0; start < text.length; start += MAX_VALUE) values.push(text.slice(start, start + MAX_VALUE))
  return values
}

/** `encodeURIComponent` leaves round brackets as they are, which simple parsers take for a variation. */
function percentEncoded(character: string): string {
  const code = character.charCodeAt(0)
  return code < 0x80 ? `%${code.toString(16).toUpperCase().padStart(2, '0')}` : encodeURIComponent(character)
}

/** Reads the values of a property of either name; undefined if they are none of ours. */
export function parseFields(id: string, values: readonly string[]): Fields | undefined {
  const isOld = id === OLD_RECORD_PROPERTY || id === OLD_NODE_PROPERTY
  if (isOld && values.length !== 1) return undefined
  try {
    const text = isOld ? unescapeText(values[0]!) : decodeURIComponent(values.join(''))
    if (nesting(text) > MAX_NESTING) return undefined
    const value = parseExact(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The nesting depth of brackets in JSON text. */
function nesting(text: string): number {
  let depth = 0
  let deepest = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') isString = !isString
    else if (isString) at += character === '\\' ? 1 : 0
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth)
    else if (character === ']' || character === '}') depth--
  }
  return deepest
}
