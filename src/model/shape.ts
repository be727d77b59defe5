/**
 * Whether JSON from outside is a part of a record as the model defines it.
 * The types of the model are the specification: a field that is added there and not here does not compile.
 */
import type { Annotation, Clock, Comment, Edit, Evaluation, Glyph, Mark, Quotation, Training } from './annotation.ts'
import type { PartialDate } from './date.ts'
import {
  GAMES,
  type Event,
  type GameRecord,
  type Header,
  type Origin,
  type PerfectScore,
  type Player,
  type Publication,
  type Result,
  type RuleSet,
  type Team,
  type TimeControl,
} from './record.ts'
import type { TimelineEvent } from './timeline.ts'
import type { Node, UnreadMove } from './tree.ts'

/** Answers whether a value has a certain shape. */
export type Shape = (value: unknown) => boolean

const text: Shape = (value) => typeof value === 'string'
const flag: Shape = (value) => typeof value === 'boolean'
const number: Shape = (value) => typeof value === 'number' && Number.isFinite(value)
const whole: Shape = (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31
const index: Shape = (value) => whole(value) && (value as number) >= 0
const natives: Shape = (value) => isObject(value)

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function oneOf(...values: readonly unknown[]): Shape {
  return (value) => values.includes(value)
}

function listOf(shape: Shape): Shape {
  return (value) => Array.isArray(value) && value.every(shape)
}

/** Two values, either of which may be unknown. */
function pairOf(shape: Shape, isOptional = true): Shape {
  return (value) =>
    Array.isArray(value) && value.length === 2 && value.every((half) => (isOptional && half == null) || shape(half))
}

function mapOf(shape: Shape): Shape {
  return (value) => isObject(value) && Object.values(value).every(shape)
}

/** An object with these fields and no other; fields that are not required may be left out. */
function object<Fields extends object>(
  fields: { [Key in keyof Required<Fields>]: Shape },
  ...required: (keyof Fields & string)[]
): Shape {
  return (value) => {
    if (!isObject(value)) return false
    for (const key in value) {
      if (value[key] === undefined) continue
      if (!Object.hasOwn(fields, key) || !fields[key as keyof Fields](value[key])) return false
    }
    return required.every((key) => value[key] !== undefined)
  }
}

/** One of several objects, told apart by their `type`. */
function byType<Type extends string>(shapes: Record<Type, Shape>): Shape {
  return (value) => {
    const type = isObject(value) ? value['type'] : undefined
    return typeof type === 'string' && Object.hasOwn(shapes, type) && shapes[type as Type](value)
  }
}

type Variant<Union extends { type: string }, Type extends Union['type']> = Extract<Union, { type: Type }>

const colour = oneOf(1, 2)

const date = object<PartialDate>({ year: whole, month: whole, day: whole, text })

const team = object<Team>({ name: text, number: whole, season: flag, year: whole, nation: text }, 'name')

const player = object<Player>({
  colour,
  role: oneOf('participant'),
  name: text,
  otherName: text,
  team,
  rating: number,
  ratingType: text,
  rank: text,
  title: text,
  id: text,
  domain: text,
  nation: text,
  birth: date,
  gender: oneOf('female', 'male'),
  timeUsed: text,
  native: natives,
})

const location = object<NonNullable<Event['location']>>(
  { latitude: number, longitude: number },
  'latitude',
  'longitude',
)

const event = object<Event>({
  name: text,
  site: text,
  location,
  tieBreaks: listOf(text),
  date,
  endDate: date,
  type: oneOf('game', 'match', 'tournament', 'swiss', 'team', 'knockout', 'simul', 'scheveningen'),
  pace: oneOf('normal', 'blitz', 'rapid', 'correspondence'),
  nation: text,
  category: whole,
  rounds: whole,
  complete: flag,
  isTeamEvent: flag,
  boardPoints: flag,
  threePointsForWin: flag,
  native: natives,
})

const publication = object<Publication>({
  title: text,
  publisher: text,
  published: date,
  versionDate: date,
  version: whole,
  quality: oneOf('high', 'normal', 'low'),
})

const result = object<Result>(
  {
    outcome: oneOf('win', 'draw', 'both-lose', 'void', 'unfinished'),
    winner: colour,
    by: oneOf('resignation', 'time', 'forfeit', 'score', 'checkmate', 'adjudication'),
    margin: number,
    score: pairOf(number, false),
    verdict: whole,
    text,
  },
  'outcome',
)

const period = object<NonNullable<TimeControl['periods']>[number]>({
  seconds: number,
  increment: number,
  moves: number,
  byoYomi: number,
  kind: text,
})

/** A header; the list of players and the result are always there. */
export const headerShape: Shape = object<Header>(
  {
    id: text,
    domain: text,
    title: text,
    titles: listOf(object<NonNullable<Header['titles']>[number]>({ language: text, text }, 'text')),
    kind: oneOf('game', 'opening', 'middlegame', 'endgame', 'problem', 'tutorial', 'fragment'),
    event,
    round: whole,
    subround: whole,
    board: whole,
    roundText: text,
    date,
    instant: text,
    place: text,
    players: listOf(player),
    result,
    perfectScore: object<PerfectScore>({ score: number, emptySquares: number }, 'score', 'emptySquares'),
    timeControl: object<TimeControl>({ text, periods: listOf(period) }),
    rules: object<RuleSet>({ name: text, komi: number, scoring: oneOf('area', 'territory'), handicap: number }),
    openingCode: text,
    openingSubcode: whole,
    openingName: text,
    variationName: text,
    annotator: text,
    recorder: text,
    publication,
    copyright: text,
    about: text,
    medals: listOf(text),
    tags: mapOf(text),
    deleted: flag,
    isTopGame: flag,
  },
  'players',
  'result',
)

const comment = object<Comment>({ text, placement: oneOf('before', 'after'), language: text }, 'text', 'placement')

const glyph = object<Glyph>({ nag: whole, code: text }, 'nag')

const mark = object<Mark>(
  {
    shape: oneOf(
      'circle',
      'square',
      'triangle',
      'cross',
      'selected',
      'dot',
      'label',
      'territory',
      'dim',
      'hidden',
      'colour',
      'arrow',
      'line',
    ),
    at: index,
    to: index,
    text,
    paint: text,
  },
  'shape',
  'at',
)

const clock = object<Clock>({
  left: number,
  lefts: pairOf(number),
  spent: number,
  used: number,
  movesLeft: pairOf(number),
  recordedAt: number,
})

const evaluation = object<Evaluation>({ centipawns: number, mate: whole, depth: whole, source: text, text })

const edit = object<Edit>({ squares: listOf(index), piece: text }, 'squares', 'piece')

type As<Type extends Annotation['type']> = Variant<Annotation, Type>

const annotation = byType<Annotation['type']>({
  training: object<Training>(
    {
      type: text,
      texts: listOf(
        object<Training['texts'][number]>(
          { role: oneOf('question', 'wrong', 'hint1', 'hint2'), language: text, text },
          'role',
          'text',
        ),
      ),
      seconds: number,
      points: number,
      solutions: listOf(
        object<Training['solutions'][number]>(
          {
            move: index,
            points: number,
            texts: listOf(object<Training['solutions'][number]['texts'][number]>({ language: text, text }, 'text')),
          },
          'move',
          'texts',
        ),
      ),
    },
    'texts',
    'solutions',
  ),
  quotation: object<Quotation>(
    {
      type: text,
      fields: mapOf((value) => text(value) || number(value)),
      setup: text,
      nodes: listOf(object<NonNullable<Quotation['nodes']>[number]>({ parent: whole, move: index }, 'parent')),
    },
    'fields',
  ),
  media: object<As<'media'>>(
    {
      type: text,
      kind: oneOf('picture', 'sound', 'video', 'link', 'other'),
      address: text,
      caption: text,
      language: text,
    },
    'kind',
    'address',
  ),
  diagram: object<As<'diagram'>>({ type: text, text }),
  medals: object<As<'medals'>>({ type: text, names: listOf(text) }, 'names'),
  critical: object<As<'critical'>>({ type: text, phase: oneOf('opening', 'middlegame', 'endgame') }, 'phase'),
  'line-colour': object<As<'line-colour'>>({ type: text, colour: text, mainLineOnly: flag, movesOnly: flag }, 'colour'),
  'evaluation-curve': object<As<'evaluation-curve'>>(
    { type: text, values: listOf((value) => value === null || evaluation(value)) },
    'values',
  ),
  'pawn-structure': object<As<'pawn-structure'>>({ type: text, code: whole }, 'code'),
  'piece-path': object<As<'piece-path'>>({ type: text, square: index, code: whole }, 'square', 'code'),
  'video-time': object<As<'video-time'>>({ type: text, milliseconds: number }, 'milliseconds'),
  problem: object<As<'problem'>>({ type: text, colour }, 'colour'),
  unknown: object<As<'unknown'>>({ type: text, format: text, code: text, base64: text }, 'format', 'code', 'base64'),
})

/** A node; whether its parent comes before it, {@link treeFault} says. */
export const nodeShape: Shape = object<Node>(
  {
    parent: whole,
    move: index,
    unread: object<UnreadMove>({ text, base64: text }),
    name: text,
    moveNumber: number,
    comments: listOf(comment),
    glyphs: listOf(glyph),
    marks: listOf(mark),
    clock,
    evaluation,
    edits: listOf(edit),
    turn: colour,
    annotations: listOf(annotation),
    native: natives,
  },
  'parent',
)

type Said<Type extends TimelineEvent['type']> = Variant<TimelineEvent, Type>

const step = {
  type: text,
  time: number,
  actor: index,
  marks: listOf(mark),
  comment: text,
  native: natives,
  node: index,
}

const beginning = { ...step, name: text, edits: listOf(edit), annotations: listOf(annotation) }

export const timelineShape: Shape = listOf(
  byType<TimelineEvent['type']>({
    move: object<Said<'move'>>(
      { ...step, move: index, glyphs: listOf(glyph), annotations: listOf(annotation) },
      'move',
    ),
    takeback: object<Said<'takeback'>>({ ...step, moves: index }, 'moves'),
    message: object<Said<'message'>>({ ...step, text }, 'text'),
    mark: object<Said<'mark'>>({ ...step, mark }, 'mark'),
    result: object<Said<'result'>>({ ...step, result }, 'result'),
    start: object<Said<'start'>>(beginning),
    branch: object<Said<'branch'>>({ ...beginning, from: whole }, 'from'),
  }),
)

const size: Shape = object<NonNullable<GameRecord['size']>>({ columns: index, rows: index }, 'columns', 'rows')

/** A whole record; whether its nodes make a tree, {@link treeFault} says. */
export const recordShape: Shape = object<GameRecord>(
  {
    game: oneOf(...GAMES),
    variant: text,
    size,
    setup: text,
    header: headerShape,
    nodes: listOf(nodeShape),
    timeline: timelineShape,
    native: natives,
    origin: object<Origin>(
      { format: text, version: text, file: text, index: whole, offset: number, encoding: text },
      'format',
    ),
  },
  'game',
  'header',
  'nodes',
)
