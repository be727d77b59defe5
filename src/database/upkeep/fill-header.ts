/** Completes the header of a game from the header of an equal game. */
import { parseDate, type PartialDate } from '../../model/date.ts'
import { isJsonObject, sameJson, type Json } from '../../model/json.ts'
import type { Header, Player } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'

export interface FilledHeader {
  header: Header
  /** Whether anything was added. */
  isFuller: boolean
  /** Fields with a different value in the other header: `date`, `players.rating`. They are not changed. */
  differing: string[]
}

type Fields = Record<string, Json | undefined>
type Tell = (name: string) => void

/** Fields that form one fact together: a part from elsewhere would make it a different fact. */
const TOGETHER: readonly (readonly string[])[] = [
  ['id', 'domain'],
  ['round', 'subround', 'roundText'],
  ['openingCode', 'openingSubcode', 'openingName', 'variationName'],
  ['rating', 'ratingType'],
]

/** Fields whose entries are separate facts. */
const COLLECTIONS: ReadonlySet<string> = new Set(['tags', 'native'])

/**
 * Values present in both are not changed: an event, a date or a result is only completed from the other header if both
 * agree on what is known.
 */
export function fillHeader(header: Header, other: Header): FilledHeader {
  const differing = new Set<string>()
  const { players: _, ...facts } = header
  const { players: others, ...otherFacts } = other
  const [own, theirs] = [fieldsOf(facts), fieldsOf(otherFacts)]
  if (other.date) theirs['date'] = withoutPlainText(other.date)
  if (isOpen(other.result)) delete theirs['result']
  else if (isOpen(header.result)) delete own['result']
  const filled = {
    ...fillFields(own, theirs, (name) => differing.add(name)),
    players: fillPlayers(header.players, others, (name) => differing.add(`players.${name}`)),
  } as unknown as Header
  return { header: filled, isFuller: !sameJson(filled, header), differing: [...differing] }
}

/** Whether a result is unknown, so that any other agrees with it. */
function isOpen(result: Result): boolean {
  return result.outcome === 'unfinished' && Object.keys(result).length === 1
}

/** A date without its text, if the text says nothing beyond its parts. */
function withoutPlainText({ text, ...parts }: PartialDate): { [key: string]: Json } {
  return text === undefined || sameJson(parseDate(text), parts) ? parts : { text, ...parts }
}

function fieldsOf(facts: object): Fields {
  return { ...facts }
}

function entriesOf(collection: Json | undefined): Fields {
  return isJsonObject(collection) ? collection : {}
}

/** Players of the same colour are the same, and so are those without a colour who have the same name and role. */
function fillPlayers(players: readonly Player[], others: readonly Player[], differs: Tell): Player[] {
  const filled = [...players]
  for (const other of others) {
    const at = filled.findIndex(
      ({ colour, role, name }) =>
        colour === other.colour && role === other.role && (colour !== undefined || name === other.name),
    )
    if (at === -1) filled.push(other)
    else filled[at] = fillFields(fieldsOf(filled[at]!), fieldsOf(other), differs)
  }
  return filled
}

/** Fills fields one by one, and reports those that differ. */
function fillFields(own: Fields, other: Fields, differs: Tell): Fields {
  const filled = { ...own }
  const facts = new Set(Object.keys(other).map((name) => TOGETHER.find((group) => group.includes(name)) ?? name))
  for (const fact of facts) {
    if (typeof fact === 'string' && COLLECTIONS.has(fact)) {
      filled[fact] = fillFields(entriesOf(own[fact]), entriesOf(other[fact]), () => differs(fact)) as Json
      continue
    }
    const names = typeof fact === 'string' ? [fact] : fact
    const [mine, theirs] = [pick(own, names), pick(other, names)]
    if (agrees(mine, theirs)) Object.assign(filled, union(mine, theirs))
    else for (const name of names) if (!agrees(mine[name], theirs[name])) differs(name)
  }
  return filled
}

function pick(fields: Fields, names: readonly string[]): { [key: string]: Json } {
  return Object.fromEntries(names.flatMap((name) => (fields[name] == null ? [] : [[name, fields[name]]])))
}

/** Whether two values do not contradict each other; one may be more complete than the other. */
function agrees(own: Json | undefined, other: Json | undefined): boolean {
  if (own == null || other == null) return true
  if (!isJsonObject(own) || !isJsonObject(other)) return sameJson(own, other)
  if (!Object.entries(other).every(([name, value]) => agrees(own[name], value))) return false
  return wordsFit(own, other) && wordsFit(other, own)
}

/** Whether the source's wording (`text`) of a value is also valid for the combination with another. */
function wordsFit({ text, ...parts }: { [key: string]: Json }, other: { [key: string]: Json }): boolean {
  if (text === undefined) return true
  const { text: _, ...more } = other
  return sameJson(union(parts, more), parts)
}

/** Combines two values that agree. */
function union(own: Json | undefined, other: Json | undefined): Json | undefined {
  if (own == null || other == null) return own ?? other
  if (!isJsonObject(own) || !isJsonObject(other)) return own
  const all = { ...own }
  for (const [name, value] of Object.entries(other)) all[name] = union(own[name], value)!
  return all
}
