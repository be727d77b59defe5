/** The games of a file of a server's JSON. */
import { readAll, type FileSet } from '../../bytes/source.ts'
import { shorten } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import type { Game } from '../../model/record.ts'
import type { Collection, CollectionFacts } from '../format.ts'
import { jsonError, parseExact, type JsonObject } from '../json.ts'
import { RecordCollection, withPlace, type ReadEntry } from '../record-collection.ts'
import type { ReadGame } from './json-game.ts'
import { findObjects, type ObjectRanges } from './objects.ts'

/** The largest file that is read. */
const MAX_FILE = 1 << 29

/** Objects of which one must be a game. */
const FIRST_OBJECTS = 100

/** What the collection must know of a format. */
export interface ServerFormat {
  readonly id: string
  readonly game: Game
  readonly isGame: (value: JsonObject) => boolean
}

/** Opens a file. Throws FormatError if no game is in it. */
export function openServerGames({ id, game, isGame }: ServerFormat, { main }: FileSet, read: ReadGame): Collection {
  const file = main.name
  const bytes = readAll(main, MAX_FILE)
  const ranges = findObjects(bytes)
  const { starts, ends } = ranges
  const count = ends.length
  const parse = (index: number) => parseObject(bytes.subarray(starts.at(index), ends.at(index)))
  const isGameAt = (index: number) => {
    const { value } = parse(index)
    return value !== undefined && isJsonObject(value) && isGame(value)
  }
  if (!Array.from({ length: Math.min(count, FIRST_OBJECTS) }, (_, index) => index).some(isGameAt)) {
    throw new FormatError('servers/not-format', { format: id }, { file, offset: 0 })
  }
  const readGame = (index: number): ReadEntry => {
    const { value, issues } = parse(index)
    if (value === undefined) return { issues }
    return isJsonObject(value) && isGame(value) ? read(value) : { issues: [issue('servers/no-game', 'error', {})] }
  }
  const readAt = (index: number): ReadEntry => {
    const offset = starts.at(index)
    const { record, issues } = readGame(index)
    if (record) record.origin = { format: id, file, index, offset, encoding: 'utf-8' }
    return withPlace({ record, issues }, { file, offset, record: index })
  }
  const issues: Issue[] = []
  const about: CollectionFacts = { encoding: 'utf-8' }
  const facts = readContainer(bytes, ranges, file, issues)
  if (facts) about.facts = facts
  if (ranges.isCut) issues.push(issue('servers/cut', 'error', {}, { file, offset: starts.at(starts.length - 1) }))
  return new RecordCollection(id, game, about, { count, read: readAt }, issues)
}

/** What stands around the list of games is a fact about them; anything else is told. */
function readContainer(
  bytes: Uint8Array,
  { listStart, listEnd, strayAt, isCut }: ObjectRanges,
  file: string,
  issues: Issue[],
): JsonObject | undefined {
  const decode = (from: number, to: number) => new TextDecoder().decode(bytes.subarray(from, to))
  const tell = (offset: number, text: string) =>
    void issues.push(issue('text/left-out', 'warning', { text: shorten(text.trim()) }, { file, offset }))
  if (strayAt >= 0) tell(strayAt, decode(strayAt, strayAt + 100))
  const [before, after] = [decode(0, listStart), decode(listEnd, bytes.length)]
  if (before === '' && after === '') return undefined
  try {
    const container = parseExact(`${before}${isCut ? ']}' : after}`)
    if (!isJsonObject(container)) return undefined
    const facts = Object.entries(container).filter(([, value]) => !Array.isArray(value) || value.length > 0)
    return facts.length > 0 ? Object.fromEntries(facts) : undefined
  } catch {
    tell(0, `${before.slice(0, 40)} ... ${after}`)
    return undefined
  }
}

function parseObject(bytes: Uint8Array): { value?: Json; issues: Issue[] } {
  const text = new TextDecoder().decode(bytes)
  try {
    return { value: parseExact(text), issues: [] }
  } catch {
    return { issues: [issue('servers/bad-json', 'error', { reason: jsonError(text).reason })] }
  }
}
