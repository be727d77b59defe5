/** Facts about the game, which are in the root. docs/formats/sgf.md, Properties. */
import type { Colour } from '../../model/move.ts'
import { ensurePlayer, type Header, type Player } from '../../model/record.ts'
import { findAmount, inPoints, plainText } from '../go-amount.ts'
import { formatSgfDate, parseSgfDate } from './date.ts'
import { formatNumber, parseNumber, type Property } from './property.ts'
import { formatResult, parseResult } from './result.ts'
import { escapeSimpleText, escapeText, isOrdinary, unescapeSimpleText, unescapeText } from './text.ts'

type TextField = 'title' | 'place' | 'openingName' | 'recorder' | 'annotator' | 'copyright'

function textProperty(id: string, field: TextField): Property<Header> {
  return simpleProperty(
    id,
    (header, text) => (header[field] = text),
    (header) => header[field],
  )
}

/** A property of type SimpleText. Empty text means nothing. */
function simpleProperty(
  id: string,
  set: (header: Header, text: string) => void,
  get: (header: Header) => string | undefined,
): Property<Header> {
  return {
    id,
    read(header, [value = '']) {
      const text = unescapeSimpleText(value)
      if (text !== '') set(header, text)
    },
    isPlain: (values) => values.length === 1 && values[0] !== '' && isOrdinary(values[0]!),
    write(header) {
      const text = get(header)
      return text ? [escapeSimpleText(text)] : undefined
    },
  }
}

/** All players of a colour, which pair Go teams share. */
function playersOf({ players }: Header, colour: Colour): Player[] {
  return players.filter((player) => player.colour === colour)
}

/** The values of a property for all players of a colour, in order. */
function joined(header: Header, colour: Colour, get: (player: Player) => string | undefined): string | undefined {
  const texts = playersOf(header, colour)
    .map(get)
    .filter((text) => text !== undefined)
  return texts.length === 0 ? undefined : [...new Set(texts)].join(', ')
}

/** What GoQuest and programs' servers write as a rank is a rating. */
const RATING = /^[1-9][0-9]{2,3}(?:\.[0-9]{1,2})?$/

function playerProperties(letter: 'B' | 'W', colour: Colour): Property<Header>[] {
  return [
    simpleProperty(
      `P${letter}`,
      (header, text) => (ensurePlayer(header, colour).name = text),
      (header) => joined(header, colour, ({ name }) => name),
    ),
    simpleProperty(
      `${letter}R`,
      (header, text) => {
        const player = ensurePlayer(header, colour)
        if (RATING.test(text)) player.rating = Number(text)
        else player.rank = text
      },
      (header) => joined(header, colour, ({ rank, rating }) => rank ?? rating?.toString()),
    ),
    simpleProperty(
      `${letter}T`,
      (header, text) => (ensurePlayer(header, colour).team = { name: text }),
      (header) => joined(header, colour, ({ team }) => team?.name),
    ),
  ]
}

const RESULT: Property<Header> = {
  id: 'RE',
  read: (header, [value = '']) => void (header.result = parseResult(unescapeSimpleText(value))),
  write(header) {
    const text = formatResult(header.result)
    return text ? [escapeSimpleText(text)] : undefined
  },
}

const KOMI: Property<Header> = {
  id: 'KM',
  read(header, [value = '']) {
    const number = parseNumber(value)
    const komi = number === undefined ? parseKomiWords(unescapeSimpleText(value)) : komiInPoints(number)
    if (komi !== undefined) (header.rules ??= {}).komi = komi
  },
  write: ({ rules }) => (rules?.komi === undefined ? undefined : [formatNumber(rules.komi)]),
  // A zero may have been left open, see fox.ts.
  isStill: ({ rules }, said) =>
    rules?.komi === said.rules?.komi || (rules?.komi === undefined && said.rules?.komi === 0),
}

/**
 * Komi in points. Servers also write hundredths (650) and stones of Chinese
 * counting (3.75, or 375 in hundredths), which alone have quarters and are two points each.
 */
function komiInPoints(komi: number): number {
  const isHundredths = Number.isInteger(komi) && Math.abs(komi) >= 100 && Math.abs(komi) < 1000
  return inPoints(isHundredths ? komi / 100 : komi)
}

/** Komi with a comma or in words: `6,5`, `3½`, `黑贴6目半`, `コミ6目半`, `덤 6집반`. */
function parseKomiWords(text: string): number | undefined {
  const words = plainText(text)
    .trim()
    .replace(/^(?:komi|黑?贴目?|黑?貼目?|コミ|덤|коми)\s*[:=]?\s*/iu, '')
  const amount = findAmount(words)
  const isAll = amount?.start === 0 && /^\s*(?:コミ出し|コミ|出し|공제)?$/u.test(words.slice(amount.end))
  return isAll ? amount.points : undefined
}

const HANDICAP: Property<Header> = {
  id: 'HA',
  read(header, [value = '']) {
    const stones = parseNumber(value)
    if (stones !== undefined) (header.rules ??= {}).handicap = stones
  },
  write: ({ rules }) => (rules?.handicap === undefined ? undefined : [formatNumber(rules.handicap)]),
}

const RULES = simpleProperty(
  'RU',
  (header, text) => ((header.rules ??= {}).name = text),
  ({ rules }) => rules?.name,
)

/** Main time in seconds; what comes after it is in OT, in words. */
const TIME: Property<Header> = {
  id: 'TM',
  read(header, [value = '']) {
    const seconds = parseNumber(value) ?? parseHours(value)
    if (seconds !== undefined) (header.timeControl ??= {}).periods = [{ seconds }]
  },
  write({ timeControl }) {
    const seconds = timeControl?.periods?.[0]?.seconds
    return seconds === undefined ? undefined : [formatNumber(seconds)]
  },
}

/** Seconds of hours and minutes in words: `3h`, `1時間`, `90 min`. */
function parseHours(text: string): number | undefined {
  const match =
    /^\s*(?:([0-9.]+)\s*(?:h(?:ours?)?|時間|小时|小時))?\s*(?:([0-9]+)\s*(?:m(?:in|inutes?)?|分))?\s*$/i.exec(text)
  const seconds = Number(match?.[1] ?? 0) * 3600 + Number(match?.[2] ?? 0) * 60
  return seconds > 0 ? seconds : undefined
}

const OVERTIME = simpleProperty(
  'OT',
  (header, text) => ((header.timeControl ??= {}).text = text),
  ({ timeControl }) => timeControl?.text ?? overtime(timeControl?.periods?.slice(1)),
)

/** Periods after the main time in the words of Go servers: `3x30 byo-yomi`, `25/600 Canadian`. */
function overtime(
  periods: { seconds?: number; increment?: number; moves?: number; byoYomi?: number }[] = [],
): string | undefined {
  const texts = periods.map(({ seconds, increment, moves, byoYomi }) => {
    if (byoYomi !== undefined) return `${moves ?? 1}x${byoYomi} byo-yomi`
    if (increment !== undefined) return `${increment} fischer`
    return moves === undefined ? `${seconds ?? 0}` : `${moves}/${seconds ?? 0} Canadian`
  })
  return texts.length === 0 ? undefined : texts.join(', ')
}

const DATE: Property<Header> = {
  id: 'DT',
  read(header, [value = '']) {
    const date = parseSgfDate(unescapeSimpleText(value))
    if (date) header.date = date
  },
  write({ date, instant }) {
    const text = date ? formatSgfDate(date) : instant?.slice(0, 10)
    return text ? [escapeSimpleText(text)] : undefined
  },
}

const EVENT = simpleProperty(
  'EV',
  (header, text) => ((header.event ??= {}).name = text),
  ({ event }) => event?.name,
)

const ROUND = simpleProperty(
  'RO',
  (header, text) => {
    if (/^[1-9][0-9]{0,5}$/.test(text)) header.round = Number(text)
    else header.roundText = text
  },
  ({ round, roundText }) => roundText ?? round?.toString(),
)

const PLACE = simpleProperty(
  'PC',
  (header, text) => (header.place = text),
  ({ place, event }) => place ?? event?.site,
)

const SOURCE = simpleProperty(
  'SO',
  (header, text) => ((header.publication ??= {}).title = text),
  ({ publication }) => publication?.title,
)

const ABOUT: Property<Header> = {
  id: 'GC',
  read(header, [value = '']) {
    if (value !== '') header.about = unescapeText(value)
  },
  write: ({ about }, { lineBreak }) => (about ? [escapeText(about, lineBreak)] : undefined),
}

/** In the order in which they are written. */
export const HEADER_PROPERTIES: readonly Property<Header>[] = [
  textProperty('GN', 'title'),
  EVENT,
  ROUND,
  DATE,
  PLACE,
  ...playerProperties('B', 1),
  ...playerProperties('W', 2),
  RULES,
  KOMI,
  HANDICAP,
  TIME,
  OVERTIME,
  RESULT,
  textProperty('ON', 'openingName'),
  ABOUT,
  SOURCE,
  textProperty('US', 'recorder'),
  textProperty('AN', 'annotator'),
  textProperty('CP', 'copyright'),
]
