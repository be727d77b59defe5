/**
 * Decides how a database is to be read from how well its games and lists fit each reading:
 * docs/formats/chess-assistant.md, Open points.
 */
import { decodeText, encodingName } from '../../../bytes/text.ts'
import type { Reading } from '../../format.ts'
import { CODE } from '../moves/codes.ts'
import type { ChessAssistantDatabase } from '../files/database.ts'
import { comments, DEFAULT_ENCODING, names, voteOnEncoding, voteOnPage } from './encoding-vote.ts'
import { LISTS, GAME_TYPES, openingOf, type StoredHeader } from '../files/layout.ts'
import { MainLineSink } from '../moves/main-line-sink.ts'
import { GameDecoder } from '../moves/moves-decoder.ts'
import { openingFits } from '../moves/openings.ts'
import { forcedReadings, spread } from '../../votes.ts'
import { decide, DEFAULT_PROFILE, POINTS, READINGS, type Point, type Profile } from '../moves/profile.ts'

/** Number of even or odd round bytes needed as evidence. */
const ENOUGH_ROUNDS = 4

/** Number of games whose type must be a set of kinds before all types are read as sets: a single one may be damaged. */
const ENOUGH_MASKS = 2

/** Number of different game types that must look like numbers before types are read as numbers. */
const ENOUGH_NUMBERS = 3

/** Number of games examined, spread over the database. */
const SAMPLE_GAMES = 200

export interface Votes {
  profile: Profile
  /** Encoding of names. */
  encoding: string
  /** Encoding of comments, which may have been written by other people than the names. */
  commentEncoding: string
  votes: Record<Point | 'encoding' | 'comment-encoding', Reading>
}

/** Votes on every open point that is not forced. Throws TypeError for a reading or an encoding that does not exist. */
export function voteOnDatabase(
  database: ChessAssistantDatabase,
  settings?: Readonly<Record<string, string>>,
  wantedEncoding?: string,
): Votes {
  const forced = forcedReadings(READINGS, settings)
  const profile: Profile = { ...DEFAULT_PROFILE }
  const votes = {} as Votes['votes']
  for (const point of POINTS) {
    const wanted = forced[point]
    votes[point] =
      wanted === undefined ? VOTERS[point](database, profile) : { outcome: 'forced', reading: wanted, votes: {} }
    Object.assign(profile, { [point]: votes[point].reading })
  }
  database.gameBase = Number(profile['game-base'])
  const label = wantedEncoding === undefined ? undefined : encodingName(wantedEncoding)
  if (wantedEncoding !== undefined && label === undefined)
    throw new TypeError(`the encoding ${wantedEncoding} is not known`)
  const asAsked: Reading | undefined =
    label === undefined ? undefined : { outcome: 'forced', reading: label, votes: {} }
  votes.encoding = asAsked ?? voteOnEncoding(names(database), DEFAULT_ENCODING)
  const encoding = votes.encoding.reading
  votes['comment-encoding'] = asAsked ?? voteOnPage(comments(database, SAMPLE_GAMES), encoding)
  for (const list of LISTS) {
    database.lists[list].base = Number(profile['index-base'])
    database.lists[list].decode = (bytes) => decodeText(bytes, encoding)
  }
  return { profile, encoding, commentEncoding: votes['comment-encoding'].reading, votes }
}

const VOTERS: Record<Point, (database: ChessAssistantDatabase, profile: Profile) => Reading> = {
  direction: (database) =>
    decide(
      'direction',
      compareLegality(database, 'direction', (reading) => ({ direction: reading, variations: 'before' }), false),
    ),
  variations: (database, { direction }) =>
    decide(
      'variations',
      compareLegality(database, 'variations', (reading) => ({ direction, variations: reading }), true),
    ),
  'index-base': voteOnBase,
  'game-base': voteOnGameBase,
  round: voteOnRound,
  'game-type': voteOnType,
}

/** A vote for every game that is legal under one reading and not under the other. */
function compareLegality<P extends 'direction' | 'variations'>(
  database: ChessAssistantDatabase,
  point: P,
  profileOf: (reading: Profile[P]) => Pick<Profile, 'direction' | 'variations'>,
  wantsAll: boolean,
): Record<string, number> {
  const readings: readonly string[] = READINGS[point]
  const votes = Object.fromEntries(readings.map((reading) => [reading, 0]))
  const decoder = new GameDecoder()
  const sink = new MainLineSink(wantsAll)
  for (const index of spread(database.count, SAMPLE_GAMES)) {
    const { bytes, fault } = database.game(database.header(index).game)
    if (fault !== undefined || bytes.length === 0) continue
    // A game without variations is the same before and after.
    if (wantsAll && !bytes.includes(CODE.openVariation)) continue
    const legal = readings.filter((reading) => {
      const { illegal, fault: broken } = decoder.decode(bytes, profileOf(reading as Profile[P]), sink)
      return broken === undefined && illegal.main + illegal.variations === 0
    })
    if (legal.length === 1) votes[legal[0]!]!++
  }
  return votes
}

/**
 * A vote for every id whose entry has a name under one base and none under the other, and one for 0 where all lists
 * begin with an entry without name, which is the one that means none.
 */
function voteOnBase(database: ChessAssistantDatabase): Reading {
  const filled = LISTS.map((list) => database.lists[list]).filter(({ count }) => count > 0)
  const hasEmptyFirst = filled.length > 0 && filled.every((list) => list.bytesOf(0, 0)?.name.length === 0)
  const votes = { '0': hasEmptyFirst ? 1 : 0, '1': 0 }
  const seen = new Set<string>()
  for (const index of spread(database.count, SAMPLE_GAMES)) {
    const { white, black, event, site, source, annotator } = database.header(index)
    const ids = { Players: [white, black, annotator], Events: [event], Places: [site], Sources: [source] }
    for (const list of LISTS) {
      for (const id of ids[list]) {
        if (id === 0 || seen.has(`${list} ${id}`)) continue
        seen.add(`${list} ${id}`)
        const [zero, one] = [0, 1].map((base) => isName(database.lists[list].bytesOf(id, base)?.name))
        if (zero && !one) votes['0']++
        if (one && !zero) votes['1']++
      }
    }
  }
  return decide('index-base', votes)
}

/**
 * A vote for every game whose record is sound and fits its header under one base and not under the other, and one for 0
 * if there is one more address than games, which is for the id that means none.
 */
function voteOnGameBase(database: ChessAssistantDatabase, profile: Profile): Reading {
  const hasOneMore = (database.addresses?.size ?? 0) / 4 === database.count + 1
  const votes = { '0': hasOneMore ? 1 : 0, '1': 0 }
  const decoder = new GameDecoder()
  const sink = new MainLineSink(false)
  const fits = (header: StoredHeader, base: number): boolean => {
    const { bytes, fault } = database.game(header.game, base)
    if (fault !== undefined || bytes.length === 0) return false
    const { illegal, fault: broken } = decoder.decode(bytes, profile, sink)
    if (broken !== undefined || illegal.main > 0) return false
    // 0 may mean that there is no code.
    const code = header.opening === 0 ? undefined : openingOf(header.opening)
    return code === undefined || sink.fen !== undefined || openingFits(code[0]!, sink.moves)
  }
  for (const index of spread(database.count, SAMPLE_GAMES)) {
    const header = database.header(index)
    const [zero, one] = [fits(header, 0), fits(header, 1)]
    if (zero && !one) votes['0']++
    if (one && !zero) votes['1']++
  }
  return decide('game-base', votes)
}

/** Whether bytes can be a name: not empty and without control characters. */
function isName(bytes: Uint8Array | undefined): boolean {
  return bytes !== undefined && bytes.length > 0 && bytes.every((byte) => byte >= 0x20)
}

/**
 * Twice a number is even; of plain rounds about half are odd. A few odd ones prove nothing: one damaged header must not
 * change the rounds of all others.
 */
function voteOnRound(database: ChessAssistantDatabase): Reading {
  let even = 0
  let odd = 0
  for (const index of spread(database.count, SAMPLE_GAMES)) {
    const { round } = database.header(index)
    if (round === 0) continue
    if (round % 2 === 0) even++
    else odd++
  }
  const isDoubled = even >= ENOUGH_ROUNDS && odd * 4 < even
  const isPlain = odd >= ENOUGH_ROUNDS && odd * 2 >= even
  return decide('round', { doubled: isDoubled ? even : 0, plain: isPlain ? odd : 0 })
}

/**
 * A type above 30 is not a number. One up to 30 with three or more bits would be three kinds of game at once, all among
 * the first five: if several different ones occur, they are numbers.
 */
function voteOnType(database: ChessAssistantDatabase): Reading {
  const numbers = new Set<number>()
  let masks = 0
  for (const index of spread(database.count, SAMPLE_GAMES)) {
    const { type } = database.header(index)
    if (type > GAME_TYPES.length) masks++
    else if (bitsOf(type) >= 3) numbers.add(type)
  }
  return decide('game-type', {
    number: numbers.size >= ENOUGH_NUMBERS ? numbers.size : 0,
    mask: masks >= ENOUGH_MASKS ? masks : 0,
  })
}

function bitsOf(type: number): number {
  let bits = 0
  for (let rest = type; rest > 0; rest >>>= 1) bits += rest & 1
  return bits
}
