/** The header of a UGF file, and its board. docs/formats/ugf.md, Header. */
import { isRealDate, makeDate } from '../../model/date.ts'
import type { Colour } from '../../model/move.ts'
import type { GameRecord, Header, Player } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import { shorten, type IssueCollector } from '../../issues/collector.ts'

type Fields = ReadonlyMap<string, string>

/** The board, and how rows are counted. */
export interface UgfBoard {
  side: number
  /** Rows are counted from the bottom (`CoordinateType=IGS`), not from the top. */
  fromBottom: boolean
}

/** Points are given by the letters A to Z, of which the last two are passes. */
const MAX_SIDE = 24

export function readBoard(fields: Fields, record: GameRecord, issues: IssueCollector): UgfBoard {
  const fromBottom = fields.get('CoordinateType') === 'IGS'
  const text = fields.get('Size') ?? '19'
  const side = /^[0-9]{1,2}$/.test(text) ? Number(text) : 0
  if (side < 1 || side > MAX_SIDE) {
    issues.add('ugf/bad-size', 'warning', { size: shorten(text) })
    return { side: 19, fromBottom }
  }
  if (side !== 19) record.size = { columns: side, rows: side }
  return { side, fromBottom }
}

export function readHeader(fields: Fields, { header }: GameRecord): void {
  header.players = [...readPlayers(fields, 'B', 1), ...readPlayers(fields, 'W', 2)]
  header.result = readResult(fields.get('Winner') ?? '')
  readTitle(fields.get('Title') ?? '', header)
  const date = readDate(fields.get('Date') ?? '')
  if (date) header.date = date
  readRules(fields, header)
  readTime(fields.get('Ptime') ?? '', header)
  const set = (field: 'place' | 'recorder' | 'annotator' | 'copyright' | 'about', name: string) => {
    const text = fields.get(name)
    if (text) header[field] = text
  }
  set('place', 'Place')
  set('recorder', 'Writer')
  set('annotator', 'Commentator')
  set('copyright', 'Copyright')
  set('about', 'Comment')
}

/** `PlayerB=name,rank,...`, and for pair Go `PlayerB2` or `BMemb1`, `BMemb2`. */
function readPlayers(fields: Fields, letter: 'B' | 'W', colour: Colour): Player[] {
  const names = [`Player${letter}`, `Player${letter}2`, `${letter}Memb1`, `${letter}Memb2`]
  return names.flatMap((field) => {
    const [name, rank] = (fields.get(field) ?? '').split(',').map((part) => part.trim())
    if (!name && !rank) return []
    const player: Player = { colour }
    if (name) player.name = name
    if (rank) player.rank = rank
    return [player]
  })
}

/** `Winner=B,7.50`, `W,C` by resignation (中押し), `B,F` by a foul, `D` a draw, `N` no result, `O` both lost. */
function readResult(text: string): Result {
  const [code = '', detail = ''] = text.split(',').map((part) => part.trim())
  if (code === '' || code === 'P' || code === 'A')
    return text === '' ? { outcome: 'unfinished' } : { outcome: 'unfinished', text }
  if (code === 'D') return { outcome: 'draw' }
  if (code === 'O') return { outcome: 'both-lose' }
  if (code.startsWith('N')) return { outcome: 'void', text }
  if (code !== 'B' && code !== 'W') return { outcome: 'unfinished', text }
  const result: Result = { outcome: 'win', winner: code === 'B' ? 1 : 2 }
  const points = Number(detail)
  if (/^c/i.test(detail)) result.by = 'resignation'
  else if (/^t/i.test(detail)) result.by = 'time'
  else if (/^f/i.test(detail)) result.by = 'forfeit'
  else if (detail !== '' && Number.isFinite(points)) result.margin = points
  else result.text = text
  return result
}

/** `Title=year or number, event, round`. */
function readTitle(text: string, header: Header): void {
  const [number, event, ...rest] = text.split(',').map((part) => part.trim())
  const name = [number, event].filter((part) => part).join(' ')
  if (name) header.event = { name }
  const round = rest.filter((part) => part).join(', ')
  if (round) header.roundText = round
}

/** `Date=2019/03/08,22:09:00,2019/03/09,07:16:59`: start and end. A game of several days keeps its text. */
function readDate(text: string): Header['date'] {
  const [start = '', , end = ''] = text.split(',').map((part) => part.trim())
  const match = /^([0-9]{4})\/([0-9]{1,2})\/([0-9]{1,2})$/.exec(start || end)
  const date = match ? makeDate(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
  return date && isRealDate(date) ? date : undefined
}

const RULES: Record<string, string> = { JPN: 'Japanese', CHN: 'Chinese', CH: 'Chinese', AGA: 'AGA' }

/** `Hdcp=stones,komi`, `Rule=JPN`. */
function readRules(fields: Fields, header: Header): void {
  const rules: NonNullable<Header['rules']> = {}
  const name = fields.get('Rule')
  if (name) rules.name = RULES[name] ?? name
  const match = /^([0-9]{1,2}),\s*(-?[0-9]+)(?:[.,]([0-9]+))?$/.exec(fields.get('Hdcp') ?? '')
  if (match) {
    rules.komi = Number(`${match[2]}.${match[3] ?? 0}`)
    if (match[1] !== '0') rules.handicap = Number(match[1])
  }
  if (Object.keys(rules).length > 0) header.rules = rules
}

/** `Ptime=N;480;...`: the second part is the minutes of each player; the rest is not understood and is kept as text. */
function readTime(text: string, header: Header): void {
  const minutes = Number(/^[A-Z];([0-9]{1,5});/.exec(text)?.[1] ?? 0)
  if (text === '' || /^[N;0,]*$/.test(text)) return
  header.timeControl = { text }
  if (minutes > 0) header.timeControl.periods = [{ seconds: minutes * 60 }]
}
