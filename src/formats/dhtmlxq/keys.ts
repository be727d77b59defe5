/** Which tags are which fields of a record: docs/formats/dhtmlxq.md. */
import type { FieldName } from '../xiangqi/record-fields.ts'

/** Tags by their fields, in the order in which they are written. */
export const KEYS: readonly (readonly [key: string, field: FieldName])[] = [
  ['title', 'Name'],
  ['event', 'Contest'],
  ['date', 'Date'],
  ['place', 'Site'],
  ['round', 'Round'],
  ['table', 'Table'],
  ['group', 'Group'],
  ['red', 'Red'],
  ['redteam', 'RedTeam'],
  ['redrating', 'RedRating'],
  ['redtime', 'RedTime'],
  ['black', 'Black'],
  ['blackteam', 'BlackTeam'],
  ['blackrating', 'BlackRating'],
  ['blacktime', 'BlackTime'],
  ['remark', 'Commentator'],
  ['author', 'Creator'],
  ['timerule', 'TimeRule'],
  ['endtype', 'ResultType'],
  ['gametype', 'RecordKind'],
  ['class', 'URL'],
  ['judge', 'Referee'],
  ['record', 'Recorder'],
  ['refer', 'From'],
  ['adddate', 'DateCreated'],
  ['editdate', 'DateModified'],
  ['ecco', 'ECCO'],
]

/** Tags that the reader takes beside the fields. */
export const OTHER_KEYS: readonly string[] = [
  'redname',
  'redlevel',
  'blackname',
  'blacklevel',
  'open',
  'type',
  'result',
]

/** Tags of the position and the moves. */
export const MOVE_KEY = /^(?:binit|fen|movelist|move_[0-9]+_[0-9]+_[0-9]+|comment[0-9]+(?:_[0-9]+)?)$/

/** Tags of the viewer: its version, the size of its window, the number of moves, the one shown first, addresses of pages. */
export const VIEWER_KEYS: readonly string[] = ['ver', 'init', 'length', 'firstnum', 'pver', 'generator']

/** Whether a tag is one that means something to this format, so that another use of it is none. */
export function isTaken(key: string): boolean {
  return (
    MOVE_KEY.test(key) || VIEWER_KEYS.includes(key) || OTHER_KEYS.includes(key) || KEYS.some(([known]) => known === key)
  )
}
