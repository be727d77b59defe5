/**
 * The header of a record as a form of texts, and back. Only what was changed in the form is changed in the header, so
 * what the form cannot show stays.
 */
import { formatIsoDate, parseDate, type PartialDate } from '../../../../src/model/date.ts'
import type { Colour } from '../../../../src/model/move.ts'
import { playerOf, type Game, type Header, type Player } from '../../../../src/model/record.ts'
import type { Result } from '../../../../src/model/result.ts'
import type { Word } from '../../words/index.ts'

/** How a game of Go or any other was won. */
export const WAYS = ['resignation', 'time', 'forfeit', 'score', 'checkmate', 'adjudication'] as const
export const OUTCOMES = ['*', '1-0', '0-1', '1/2-1/2', '0-0'] as const

/** The fields of the form: all texts, '' if unknown. */
export interface HeaderForm {
  name1: string
  name2: string
  rank1: string
  rank2: string
  rating1: string
  rating2: string
  event: string
  site: string
  date: string
  round: string
  outcome: string
  by: string
  margin: string
  openingCode: string
  openingName: string
  rules: string
  komi: string
  handicap: string
  timeControl: string
  annotator: string
  title: string
  about: string
}

export type Field = keyof HeaderForm

/** Errors of fields, by message key. */
export type Faults = Partial<Record<Field, Word>>

export function formOf(header: Header): HeaderForm {
  const [first, second] = [playerOf(header, 1), playerOf(header, 2)]
  const { result, event, rules } = header
  const text = (value: string | number | undefined) => (value === undefined ? '' : String(value))
  return {
    name1: text(first?.name),
    name2: text(second?.name),
    rank1: text(first?.rank ?? first?.title),
    rank2: text(second?.rank ?? second?.title),
    rating1: text(first?.rating),
    rating2: text(second?.rating),
    event: text(event?.name),
    site: text(header.place ?? event?.site),
    date: header.date ? (header.date.text ?? dateText(header.date)) : '',
    round: header.roundText ?? [header.round, header.subround].filter((part) => part !== undefined).join('.'),
    outcome: outcomeText(result),
    by: text(result.by),
    margin: text(result.margin),
    openingCode: text(header.openingCode),
    openingName: text(header.openingName),
    rules: text(rules?.name),
    komi: text(rules?.komi),
    handicap: text(rules?.handicap),
    timeControl: text(header.timeControl?.text),
    annotator: text(header.annotator),
    title: text(header.title),
    about: text(header.about),
  }
}

/** The known parts of a date, those that are not written as `?`. */
function dateText(date: PartialDate): string {
  const { year, month, day } = date
  const part = (value: number | undefined) => (value === undefined ? '??' : String(value).padStart(2, '0'))
  return formatIsoDate(date) ?? (year === undefined ? `????-${part(month)}-${part(day)}` : '')
}

function outcomeText({ outcome, winner }: Result): string {
  if (outcome === 'win') return winner === 2 ? '0-1' : '1-0'
  return { draw: '1/2-1/2', 'both-lose': '0-0', void: '*', unfinished: '*' }[outcome]
}

/** The errors of the changed fields; none if the form can be applied. */
export function faultsOf(form: HeaderForm, header: Header): Faults {
  const known = formOf(header)
  const faults: Faults = {}
  const check = (fields: readonly Field[], word: Word, isGood: (text: string) => boolean) => {
    for (const field of fields) {
      const text = form[field].trim()
      if (text !== '' && form[field] !== known[field] && !isGood(text)) faults[field] = word
    }
  }
  check(['rating1', 'rating2'], 'faultRating', (text) => /^[1-9][0-9]{0,3}$/.test(text))
  check(['date'], 'faultDate', (text) => parseDate(text)?.text === undefined)
  check(['komi'], 'faultNumber', (text) => /^-?[0-9]{1,3}(\.[0-9]{1,2})?$/.test(text))
  check(['margin'], 'faultNumber', (text) => /^[0-9]{1,4}(\.[0-9]{1,2})?$/.test(text))
  check(['handicap'], 'faultNumber', (text) => /^[0-9]{1,2}$/.test(text))
  return faults
}

/** The header with the changed fields of the form in it. The form must have no faults. */
export function headerOf(form: HeaderForm, header: Header, game: Game): Header {
  const known = formOf(header)
  const changed = (...fields: Field[]) => fields.some((field) => form[field] !== known[field])
  const text = (field: Field) => form[field].trim() || undefined
  const number = (field: Field) => (text(field) === undefined ? undefined : Number(text(field)))
  const made: Header = structuredClone(header)
  for (const colour of [1, 2] as const) {
    const name = `name${colour}` as const
    const rank = `rank${colour}` as const
    const rating = `rating${colour}` as const
    const player: Partial<Record<keyof Player, string | number | undefined>> = {}
    if (changed(name)) player.name = text(name)
    if (changed(rank)) player[game === 'go' ? 'rank' : 'title'] = text(rank)
    if (changed(rating)) player.rating = number(rating)
    if (Object.keys(player).length > 0) setPlayer(made, colour, player)
  }
  if (changed('event')) setPart(made, 'event', { name: text('event') })
  if (changed('site')) {
    if (made.place !== undefined) set(made, 'place', text('site'))
    else setPart(made, 'event', { site: text('site') })
  }
  if (changed('date')) set(made, 'date', parseDate(form.date))
  if (changed('round')) setRound(made, form.round.trim())
  if (changed('outcome')) made.result = resultOf(form.outcome)
  if (changed('outcome', 'by', 'margin') && made.result.outcome === 'win') {
    const by = WAYS.find((way) => way === form.by)
    set(made.result, 'by', by)
    set(made.result, 'margin', number('margin'))
    delete made.result.text
  }
  if (changed('rules', 'komi', 'handicap')) {
    setPart(made, 'rules', { name: text('rules'), komi: number('komi'), handicap: number('handicap') })
  }
  if (changed('timeControl')) {
    const written = text('timeControl')
    set(made, 'timeControl', written === undefined ? undefined : { text: written })
  }
  for (const field of ['openingCode', 'openingName', 'annotator', 'title', 'about'] as const) {
    if (changed(field)) set(made, field, text(field))
  }
  return made
}

function setPlayer(
  header: Header,
  colour: Colour,
  fields: Partial<Record<keyof Player, string | number | undefined>>,
): void {
  let player = playerOf(header, colour)
  if (!player) {
    player = { colour }
    const place = header.players.findIndex((other) => other.colour !== undefined && other.colour > colour)
    header.players.splice(place < 0 ? header.players.length : place, 0, player)
  }
  for (const [field, value] of Object.entries(fields)) set(player, field as keyof Player, value as never)
  if (Object.keys(player).length === 1) header.players.splice(header.players.indexOf(player), 1)
}

/** Sets fields of a part of the header; an empty part is removed. */
function setPart<Part extends 'event' | 'rules'>(
  header: Header,
  part: Part,
  fields: { [Key in keyof NonNullable<Header[Part]>]?: NonNullable<Header[Part]>[Key] | undefined },
): void {
  const made: NonNullable<Header[Part]> = { ...header[part] } as NonNullable<Header[Part]>
  for (const key of Object.keys(fields) as (keyof typeof fields)[]) set(made, key, fields[key])
  set(header, part, Object.keys(made).length > 0 ? made : undefined)
}

function set<Holder extends object, Key extends keyof Holder>(
  holder: Holder,
  key: Key,
  value: Holder[Key] | undefined,
): void {
  if (value === undefined) delete holder[key]
  else holder[key] = value
}

/** A round is a number, or a number and one within the round; anything else stays text. */
function setRound(header: Header, text: string): void {
  delete header.roundText
  delete header.round
  delete header.subround
  const match = /^([0-9]{1,4})(?:\.([0-9]{1,4}))?$/.exec(text)
  if (match) {
    header.round = Number(match[1])
    if (match[2] !== undefined) header.subround = Number(match[2])
  } else if (text !== '') header.roundText = text
}

function resultOf(outcome: string): Result {
  if (outcome === '1-0') return { outcome: 'win', winner: 1 }
  if (outcome === '0-1') return { outcome: 'win', winner: 2 }
  if (outcome === '1/2-1/2') return { outcome: 'draw' }
  return { outcome: outcome === '0-0' ? 'both-lose' : 'unfinished' }
}
