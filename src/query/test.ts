/** Tests of records: whether a game meets a query. */
import type { Colour } from '../model/move.ts'
import { withNodes, type AnyRecord } from '../model/line-record.ts'
import { findOpening, loadAllOpenings, type OpeningBooks } from '../openings/index.ts'
import { PositionError } from '../issues/errors.ts'
import { depthOf, keepFollowed } from '../patterns/answer/following.ts'
import { makeScan } from '../patterns/scan/make-scan.ts'
import { writeMainLine } from '../positions/follow-line.ts'
import type { KeyedLine } from '../rules/keyed-line.ts'
import { MainLineWriter } from '../positions/main-line.ts'
import { rulesOf } from '../rules/index.ts'
import { ConditionError } from './condition-error.ts'
import { isSince, isUntil, sinceText, untilText } from './dates.ts'
import { headerFields, type HeaderFields, type HeaderOnly } from '../model/header-fields.ts'
import { colourOfSide, type Expression, type GameQuery, isSided, type SIDED, symbolOf, WINS } from './query.ts'
import { commentText, countPlies } from './fields.ts'
import { makeCollectionTest, makeTagTest, type GameLabels } from './labels.ts'
import { makeLineOfMomentsTest } from './line-test.ts'
import { hasCode, parseOpening } from './openings.ts'
import { makePositionTest } from './position.ts'
import { foldFor, makeTextTest, type TextKind } from './text.ts'

/** A game and what is known about it besides its record. */
export interface Candidate {
  /** With its moves, unless the query only needs its header (`needsMoves`). */
  record: HeaderOnly | AnyRecord
  /** Its main line, if its reader provides the keys: conditions on moves and positions are tested without playing it. */
  line?: KeyedLine | undefined
  /** Number of issues of severity error found when it was read; 0 by default. */
  errors?: number | undefined
  /** Path of its file. */
  source?: string | undefined
  /** Its number in the database. */
  id?: number | undefined
  /** What it is labelled with in the database. */
  labels?: GameLabels | undefined
}

/** Whether a game meets a query. */
export type GameTest = (candidate: Candidate) => boolean

/** A candidate with the facts of its header. */
interface Facts extends Candidate {
  fields: HeaderFields
}

type FactTest = (facts: Facts) => boolean

/** Makes the test of one condition; those on both players are tested together (`makeSidesTest`). */
type TestMakers = {
  [Name in Exclude<keyof GameQuery, (typeof SIDED)[number]>]-?: (
    value: NonNullable<GameQuery[Name]>,
    query: GameQuery,
    openings: OpeningBooks,
  ) => FactTest
}

const TESTS: TestMakers = {
  ids: (ids) => {
    const wanted = new Set(ids)
    return ({ id }) => id !== undefined && wanted.has(id)
  },
  game:
    (game) =>
    ({ fields }) =>
      fields.game === game,
  first: (name) => textTest('person', name, ({ fields }) => fields.first),
  second: (name) => textTest('person', name, ({ fields }) => fields.second),
  white: (name) => textTest('person', name, ({ fields }) => nameOf(fields, colourOfSide('white', fields.game))),
  black: (name) => textTest('person', name, ({ fields }) => nameOf(fields, colourOfSide('black', fields.game))),
  event: (name) => textTest('name', name, ({ fields }) => fields.event),
  site: (name) => textTest('name', name, ({ fields }) => fields.site),
  since: (date) => {
    const limit = sinceText(date)
    return ({ fields }) => fields.date !== undefined && isSince(fields.date, limit)
  },
  until: (date) => {
    const limit = untilText(date)
    return ({ fields }) => fields.date !== undefined && isUntil(fields.date, limit)
  },
  result: (result) => {
    if (result === 'win' || result === 'loss') return () => true
    const symbol = symbolOf(result)
    return ({ fields }) => fields.result === symbol
  },
  minRating: (least) => ratingTest((rating) => rating >= least),
  maxRating: (most) => ratingTest((rating) => rating <= most),
  opening: (text, _query, books) => makeOpeningTest(text, books),
  minPlies:
    (least) =>
    ({ record }) =>
      countPlies(withMoves(record)) >= least,
  maxPlies:
    (most) =>
    ({ record }) =>
      countPlies(withMoves(record)) <= most,
  title: (name) => textTest('name', name, ({ fields }) => fields.title),
  annotator: (name) => textTest('person', name, ({ fields }) => fields.annotator),
  comment: (text) => textTest('prose', text, ({ record }) => commentText(withMoves(record))),
  kind:
    (kind) =>
    ({ fields }) =>
      fields.kind === kind,
  source: (text) => textTest('name', text, ({ source }) => source),
  damaged:
    (damaged) =>
    ({ errors = 0 }) =>
      errors > 0 === damaged,
  tag: (name) => {
    const matches = makeTagTest(name)
    return ({ labels }) => labels?.tags.some(matches) ?? false
  },
  collection: (name) => {
    const matches = makeCollectionTest(name)
    return ({ labels }) => labels?.collections.some(matches) ?? false
  },
  note: (text) => textTest('prose', text, ({ labels }) => labels?.note),
  saved: () => refuse('saved'),
  repertoire: () => refuse('repertoire'),
  position: ({ game, position }) => {
    const shows = makePositionTest(game, position)
    return ({ record, line }) => shows(withMoves(record), line)
  },
  pattern: (_pattern, query) => makeLineTest(query),
  material: (_material, query) => makeLineTest(query),
  where: ({ expression }, _query, books) => makeExpressionTest(expression, books),
}

/** Searches and repertoires are kept in databases, which resolve them: games alone cannot tell. */
function refuse(name: 'saved' | 'repertoire'): never {
  throw new ConditionError(name, 'query/of-database', { name })
}

/** Conditions that cannot be tested on the header of a record. */
const ON_MOVES = [
  'opening',
  'minPlies',
  'maxPlies',
  'comment',
  'position',
  'pattern',
  'material',
  'where',
] as const satisfies (keyof GameQuery)[]

type TestMaker = (value: unknown, query: GameQuery, books: OpeningBooks) => FactTest

/** Whether a query can only be tested on whole records. */
export function needsMoves(query: GameQuery): boolean {
  return ON_MOVES.some((name) => query[name] !== undefined)
}

/**
 * A test of games for a query; opening books are loaded if it has a condition on openings. Rejects with ConditionError
 * for a saved search or a repertoire, which only a database can look up.
 */
export async function makeGameTest(query: GameQuery): Promise<GameTest> {
  return makeTest(query, needsBooks(query) ? await loadAllOpenings() : new Map())
}

function needsBooks({ opening, where }: GameQuery): boolean {
  return opening !== undefined || (where !== undefined && asksOpening(where.expression))
}

function asksOpening(expression: Expression): boolean {
  if (expression.type === 'query') return needsBooks(expression.query)
  if (expression.type === 'line') return false
  return expression.type === 'not' ? asksOpening(expression.part) : expression.parts.some(asksOpening)
}

function makeTest(query: GameQuery, books: OpeningBooks): GameTest {
  const tests = Object.entries(query).flatMap(([name, value]) => {
    const make = TESTS[name as keyof TestMakers] as TestMaker | undefined
    return value === undefined || !make ? [] : [make(value, query, books)]
  })
  if (isSided(query)) tests.push(makeSidesTest(query))
  return (candidate) => {
    const facts = { ...candidate, fields: headerFields(candidate.record) }
    return tests.every((test) => test(facts))
  }
}

/**
 * The player, the opponent, the side and the result of one game: true from the point of view of one of the two
 * players.
 */
function makeSidesTest({ player, opponent, colour, result }: GameQuery): FactTest {
  const isPlayer = nameTest('person', player)
  const isOpponent = nameTest('person', opponent)
  const holds = (fields: HeaderFields, own: Colour): boolean => {
    const other: Colour = own === 1 ? 2 : 1
    if (colour && colourOfSide(colour, fields.game) !== own) return false
    if (result === 'win' && fields.result !== WINS[own]) return false
    if (result === 'loss' && fields.result !== WINS[other]) return false
    return isPlayer(nameOf(fields, own)) && isOpponent(nameOf(fields, other))
  }
  return ({ fields }) => holds(fields, 1) || holds(fields, 2)
}

function nameOf({ first, second }: HeaderFields, colour: Colour): string | undefined {
  return colour === 1 ? first : second
}

function ratingTest(holds: (rating: number) => boolean): FactTest {
  return ({ fields: { firstRating, secondRating } }) =>
    firstRating !== undefined && secondRating !== undefined && holds(firstRating) && holds(secondRating)
}

function textTest(kind: TextKind, wanted: string, textOf: (facts: Facts) => string | undefined): FactTest {
  const matches = nameTest(kind, wanted)
  return (facts) => matches(textOf(facts))
}

/** Number of names for which the result is cached. */
const MAX_KNOWN = 10_000

/** A test of a text; an undefined condition matches anything. Names recur, so results are cached. */
function nameTest(kind: TextKind, wanted: string | undefined): (text: string | undefined) => boolean {
  if (wanted === undefined) return () => true
  const matches = makeTextTest(kind, wanted)
  const known = new Map<string, boolean>()
  return (text) => {
    if (text === undefined) return false
    let isFound = known.get(text)
    if (isFound === undefined) {
      isFound = matches(foldFor(kind, text))
      if (known.size >= MAX_KNOWN) known.clear()
      if (kind !== 'prose') known.set(text, isFound)
    }
    return isFound
  }
}

/** The opening from the source or from the moves. */
function makeOpeningTest(text: string, books: OpeningBooks): FactTest {
  const query = parseOpening(text)
  const matches = 'words' in query ? nameTest('name', query.words) : undefined
  const isMeant = (code: string | undefined, name: string | undefined) =>
    'codes' in query ? code !== undefined && hasCode(query.codes, code) : matches!(name)
  return ({ fields, record, line }) => {
    if (isMeant(fields.openingCode, fields.openingName)) return true
    const found = findOpening(withMoves(record), books, line)
    return found !== undefined && isMeant(found.code, found.name)
  }
}

function makeExpressionTest(expression: Expression, books: OpeningBooks): FactTest {
  if (expression.type === 'query') return makeTest(expression.query, books)
  if (expression.type === 'line') {
    const meets = makeLineOfMomentsTest(expression)
    return ({ record }) => meets(withNodes(withMoves(record)))
  }
  if (expression.type === 'not') {
    const meets = makeExpressionTest(expression.part, books)
    return (facts) => !meets(facts)
  }
  const tests = expression.parts.map((part) => makeExpressionTest(part, books))
  if (expression.type === 'any') return (facts) => tests.some((test) => test(facts))
  return (facts) => tests.every((test) => test(facts))
}

/** Pieces on squares and material, in the same position of the main line. */
function makeLineTest({ pattern, material }: GameQuery): FactTest {
  const game = pattern?.game ?? material!.game
  const depth = pattern ? depthOf(pattern) : 0
  const conditions = { ...(pattern && { pattern }), ...(material && { material }) }
  const scan = makeScan(game, conditions, { depth, isFirstOnly: depth === 0 })
  const lines = new MainLineWriter()
  return ({ record, line }) => {
    if (record.game !== game || !scan) return false
    lines.clear()
    scan.hits.clear()
    try {
      writeMainLine(lines, rulesOf(game), withMoves(record), line)
    } catch (error) {
      // An invalid start shows nothing.
      if (!(error instanceof PositionError)) throw error
      return false
    }
    scan.scan(lines.words, 0, lines.length, 0)
    if (pattern) keepFollowed(scan.hits, pattern)
    return scan.hits.count > 0
  }
}

function withMoves(record: Candidate['record']): AnyRecord {
  if ('nodes' in record || 'moves' in record) return record
  throw new TypeError('the query asks for moves, and the record is a header alone')
}
