/** What entities are sorted by in `.2lcd`: docs/formats/2cbh.md, Orders. ChessBase's own collation is known in part only. */
import type { EntityType } from '../entity-file.ts'
import { readPlayer, readSource, readTeam, readTitles, readTournament } from '../entities.ts'
import { nationNumber, nationOfLanguage } from '../../chessbase/nations.ts'
import type { SortEntry } from './order-file.ts'

/** Bytes of a key. */
const KEY_SIZE = 8

/** Key of an entity without any text. */
const EMPTY_KEY = 1n

/** The entry of an entity by its bytes. */
export function sortEntry(type: EntityType, id: number, data: Uint8Array): SortEntry {
  if (type === 'players') {
    const [last = '', first = ''] = (readPlayer(data)?.name ?? '').split(', ')
    return { id, fields: [plain(last, true), plain(first, true)], key: textKey(last, /^[a-z0-9 ]*$/, last + first) }
  }
  if (type === 'tournaments') {
    const { name = '', site = '', date } = readTournament(data) ?? {}
    const { year = 0, month = 0, day = 0 } = date ?? {}
    const text = textKey(name, /^[a-z0-9]*$/, 'never empty', KEY_SIZE - 2)
    const key = name + site === '' && year === 0 ? EMPTY_KEY : (BigInt(year) << 48n) | (text >> 16n)
    return { id, fields: [year, plain(name, true), plain(site, true), month, day], key }
  }
  if (type === 'sources') {
    const { title = '' } = readSource(data) ?? {}
    return { id, fields: [plain(title)], key: textKey(title) }
  }
  if (type === 'teams') {
    const { name = '', number = 0, nation, year = 0, season = false } = readTeam(data) ?? {}
    const fields = [plain(name), number, nationNumber(nation), year, season ? 1 : 0]
    return { id, fields, key: textKey(name) }
  }
  const [title] = readTitles(data) ?? []
  const language = nationOfLanguage(title?.language)
  const text = textKey(title?.text ?? '', ASCII, 'never empty', KEY_SIZE - 1)
  const key = title ? (BigInt(language & 0xff) << 56n) | (text >> 8n) : EMPTY_KEY
  return { id, fields: [language, plain(title?.text ?? '')], key }
}

// oxlint-disable-next-line no-control-regex -- all of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/

/** The first characters of a text as a number, the first the highest; 0 when one of the first eight is not allowed. */
function textKey(text: string, allowed = ASCII, all = text, size = KEY_SIZE): bigint {
  if (all === '') return EMPTY_KEY
  const lower = text.toLowerCase()
  if (!allowed.test(lower.slice(0, KEY_SIZE))) return 0n
  let key = 0n
  for (let index = 0; index < KEY_SIZE; index++) {
    key = (key << 8n) | BigInt(index < size ? lower.charCodeAt(index) || 0 : 0)
  }
  return key
}

/** A text without case and accents; symbols come before digits, and digits before letters, as they do in ASCII. */
function plain(text: string, withoutHyphens = false): string {
  const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const kept = withoutHyphens ? folded.replaceAll(/['’-]/g, '') : folded
  return kept.replaceAll(/[[\\\]^_`{|}~]/g, '!')
}
