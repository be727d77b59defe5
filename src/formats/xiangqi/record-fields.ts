/**
 * The fields of a record's header as CCBridge has them, and DhtmlXQ after it: texts under the element names of
 * CCBridge's XML (docs/formats/ccbridge-xml.md), and what becomes of each in the header of a record.
 */
import { makeMessage } from '../../issues/issue.ts'
import { ensurePlayer, playerOf, type Header, type Player } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import type { Colour } from '../../model/move.ts'
import { formatFreeDate, parseFreeDate } from './date.ts'
import type { WriteReport } from './write-report.ts'

/** The texts by their names, in CCBridge's order. */
export const FIELD_NAMES = [
  'Script',
  'Name',
  'URL',
  'From',
  'ContestType',
  'Contest',
  'Round',
  'Group',
  'Table',
  'Date',
  'Site',
  'TimeRule',
  'Red',
  'RedTeam',
  'RedTime',
  'RedRating',
  'Black',
  'BlackTeam',
  'BlackTime',
  'BlackRating',
  'Referee',
  'Recorder',
  'Commentator',
  'CommentatorURL',
  'Creator',
  'CreatorURL',
  'DateCreated',
  'DateModified',
  'ECCO',
  'RecordKind',
  'ResultType',
] as const

export type FieldName = (typeof FIELD_NAMES)[number]

/** Texts of fields; an empty one is left out. */
export type Fields = Partial<Record<FieldName, string>>

/**
 * Fields that the header keeps as tags, by the names of the tags. PGN gives some of the names of CCBridge
 * another meaning, so that the recorder (who wrote the moves down) has a name of its own.
 */
const TAGS = {
  Script: 'Script',
  URL: 'URL',
  From: 'From',
  ContestType: 'ContestType',
  Group: 'Group',
  Referee: 'Referee',
  Recorder: 'Scorer',
  CommentatorURL: 'CommentatorURL',
  CreatorURL: 'CreatorURL',
  DateCreated: 'DateCreated',
  DateModified: 'DateModified',
  RecordKind: 'RecordKind',
} as const satisfies Partial<Record<FieldName, string>>

/** The fields that the header keeps as tags. */
export const TAG_FIELDS = Object.keys(TAGS) as readonly FieldName[]

const NUMBER = /^[1-9][0-9]{0,4}$/

/** Puts texts into a header. */
export function readFields(header: Header, fields: Fields): void {
  const take = (name: FieldName, put: (text: string) => void) => {
    const text = fields[name]
    if (text !== undefined && text !== '') put(text)
  }
  take('Name', (text) => (header.title = text))
  take('Contest', (text) => (header.event = { name: text }))
  take('Round', (text) => {
    if (NUMBER.test(text)) header.round = Number(text)
    else header.roundText = text
  })
  take('Table', (text) => {
    if (NUMBER.test(text)) header.board = Number(text)
    else header.tags = { ...header.tags, Table: text }
  })
  take('Date', (text) => (header.date = parseFreeDate(text)!))
  take('Site', (text) => (header.place = text))
  take('TimeRule', (text) => (header.timeControl = { text }))
  readPlayer(header, 1, 'Red', take)
  readPlayer(header, 2, 'Black', take)
  take('ECCO', (text) => (header.openingCode = text))
  take('Commentator', (text) => (header.annotator = text))
  take('Creator', (text) => (header.recorder = text))
  take('ResultType', (text) => readEnding(header.result, text))
  for (const [name, tag] of Object.entries(TAGS)) {
    take(name as FieldName, (text) => (header.tags = { ...header.tags, [tag]: text }))
  }
}

type Take = (name: FieldName, put: (text: string) => void) => void

function readPlayer(header: Header, colour: Colour, prefix: 'Red' | 'Black', take: Take): void {
  const player = () => ensurePlayer(header, colour)
  take(prefix, (text) => (player().name = text))
  take(`${prefix}Team`, (text) => (player().team = { name: text }))
  take(`${prefix}Time`, (text) => (player().timeUsed = text))
  take(`${prefix}Rating`, (text) => {
    if (NUMBER.test(text)) player().rating = Number(text)
    else player().rank = text
  })
}

/** How a win came about, in the words that are written. */
const ENDINGS: Partial<Record<NonNullable<Result['by']>, string>> = {
  resignation: '认负',
  time: '超时',
  checkmate: '将死',
  adjudication: '裁判判定',
  forfeit: '弃权',
}

/** Takes the words for how a game ended: a reason that the model knows, or as they are. */
export function readEnding(result: Result, text: string): void {
  const known = Object.entries(ENDINGS).find(([, words]) => words === text)
  if (known && result.outcome === 'win') result.by = known[0] as NonNullable<Result['by']>
  else result.text = text
}

/**
 * The texts for a header. What has no field is reported.
 * @param keptTags names of tags that the writer has a place for beside the fields
 */
export function writeFields(header: Header, report: WriteReport, keptTags: readonly string[] = []): Fields {
  const fields: Fields = {}
  const put = (name: FieldName, text: string | undefined) => {
    if (text !== undefined && text !== '') fields[name] = text
  }
  const { event, place, timeControl, result } = header
  put('Name', header.title)
  put('Contest', event?.name)
  put('Round', header.round === undefined ? header.roundText : String(header.round))
  put('Table', header.board === undefined ? header.tags?.['Table'] : String(header.board))
  const date = header.date ?? (header.instant === undefined ? undefined : { text: header.instant.slice(0, 10) })
  put('Date', date && formatFreeDate(date))
  put('Site', place ?? event?.site)
  put('TimeRule', timeControl?.text)
  for (const [colour, prefix] of [
    [1, 'Red'],
    [2, 'Black'],
  ] as const) {
    const player = playerOf(header, colour)
    put(prefix, player?.name)
    put(`${prefix}Team`, player?.team?.name)
    put(`${prefix}Time`, player?.timeUsed)
    put(`${prefix}Rating`, player?.rating === undefined ? player?.rank : String(player.rating))
    reportPlayer(player, report)
  }
  put('ECCO', header.openingCode)
  put('Commentator', header.annotator)
  put('Creator', header.recorder)
  put('ResultType', result.text ?? (result.by && ENDINGS[result.by]))
  for (const [name, tag] of Object.entries(TAGS)) put(name as FieldName, header.tags?.[tag])
  reportHeader(header, report, keptTags)
  return fields
}

function reportPlayer(player: Player | undefined, report: WriteReport): void {
  if (!player) return
  const { team, rating, rank, ratingType } = player
  if (rating !== undefined && rank !== undefined) report.leftOut('rank', rank)
  if (ratingType !== undefined) report.leftOut('rating-type', ratingType)
  if (rating === undefined && rank !== undefined && NUMBER.test(rank)) report.leftOut('rank', rank)
  const { name: _name, ...ofTeam } = team ?? {}
  if (Object.keys(ofTeam).length > 0) report.leftOut('team', Object.keys(ofTeam).join(', '))
}

/** Reports what stands beside the fields. */
function reportHeader(header: Header, report: WriteReport, keptTags: readonly string[]): void {
  const { event, place, timeControl, result, tags, subround, board } = header
  if (place !== undefined && event?.site !== undefined && place !== event.site) report.add('xiangqi/two-places', {})
  if (timeControl?.periods && timeControl.text === undefined) report.add('xiangqi/no-time-text', {})
  if (subround !== undefined) report.leftOut('subround', String(subround))
  if (header.round !== undefined && header.roundText !== undefined) report.leftOut('round', header.roundText)
  if (result.margin !== undefined) report.leftOut('margin', String(result.margin))
  if (result.verdict !== undefined) report.leftOut('verdict', String(result.verdict))
  if (result.by !== undefined && (result.text !== undefined || ENDINGS[result.by] === undefined)) {
    report.leftOut('ending', makeMessage(`ending/${result.by}`, {}))
  }
  const known = new Set<string>([...Object.values(TAGS), ...keptTags, ...(board === undefined ? ['Table'] : [])])
  const names = Object.keys(tags ?? {}).filter((name) => !known.has(name))
  if (names.length > 0) report.add('xiangqi/tags-left-out', { names: names.slice(0, 10).join(', ') })
}
