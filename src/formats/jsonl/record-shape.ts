/**
 * The shape of a record as docs/record.md specifies it. Every property of the model is listed here; the compiler checks
 * that.
 */
import type {
  Annotation,
  Clock,
  MoveComment,
  CriticalPosition,
  Diagram,
  Edit,
  EvaluatedLine,
  Evaluation,
  EvaluationCurve,
  Glyph,
  LineColour,
  Mark,
  Media,
  Medals,
  PawnStructure,
  PiecePath,
  Problem,
  Quotation,
  Training,
  Unknown,
  VideoTime,
  Undim,
  View,
} from '../../model/annotation.ts'
import type { PartialDate } from '../../model/date.ts'
import { MAX_BOARD_SIDE, MAX_SQUARES } from '../../model/move.ts'
import {
  GAMES,
  type GameEvent,
  type GameRecord,
  type Header,
  type Origin,
  type PerfectScore,
  type Player,
  type Publication,
  type RuleSet,
  type Team,
  type TextDocument,
  type TimeControl,
} from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import type { TimelineEvent } from '../../model/timeline.ts'
import type { MoveNode, UnreadMove } from '../../model/tree.ts'
import {
  anything,
  boolean,
  list,
  number,
  object,
  oneOf,
  orNull,
  pair,
  table,
  text,
  variant,
  whole,
  type Properties,
  type Shape,
} from './shape.ts'

const colour = oneOf(1, 2)
const square = whole(0, MAX_SQUARES - 1)
const move = whole(0, 2 ** 31 - 1)
const native = table(anything)

const date = object<PartialDate>({ year: whole(1, 9999), month: whole(1, 12), day: whole(1, 31), text })

interface Said {
  language?: string
  text: string
}
const said = object<Said>({ language: text, text }, 'text')

const comment = object<MoveComment>({ text, placement: oneOf('before', 'after'), language: text }, 'text', 'placement')
const glyph = object<Glyph>({ nag: whole(0, 0xffff), code: text }, 'nag')
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
    at: square,
    to: square,
    text,
    paint: text,
  },
  'shape',
  'at',
)
const clock = object<Clock>({
  left: number,
  lefts: pair(number),
  spent: number,
  used: number,
  movesLeft: pair(number),
  recordedAt: number,
})
const positionValue = {
  centipawns: number,
  mate: number,
  winrate: number,
  scoreLead: number,
  depth: number,
  nodes: number,
  visits: number,
}
const evaluation = object<Evaluation>({
  ...positionValue,
  source: text,
  seconds: number,
  lines: list(object<EvaluatedLine>({ ...positionValue, moves: list(move) }, 'moves')),
  ownership: list(number),
  text,
})
const edit = object<Edit>({ squares: list(square), piece: text }, 'squares', 'piece')

const annotation = variant('type', {
  training: object<Training>(
    {
      type: text,
      texts: list(
        object<Training['texts'][number]>(
          { role: oneOf('question', 'wrong', 'hint1', 'hint2'), language: text, text },
          'role',
          'text',
        ),
      ),
      seconds: number,
      points: number,
      solutions: list(
        object<Training['solutions'][number]>({ move, points: number, texts: list(said) }, 'move', 'texts'),
      ),
    },
    'texts',
    'solutions',
  ),
  quotation: object<Quotation>(
    {
      type: text,
      fields: table(textOrNumber),
      setup: text,
      nodes: list(object<NonNullable<Quotation['nodes']>[number]>({ parent: whole(-1), move }, 'parent')),
    },
    'fields',
  ),
  media: object<Media>(
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
  diagram: object<Diagram>({ type: text, placement: oneOf('before'), text }),
  medals: object<Medals>({ type: text, names: list(text) }, 'names'),
  critical: object<CriticalPosition>({ type: text, phase: oneOf('opening', 'middlegame', 'endgame') }, 'phase'),
  'line-colour': object<LineColour>({ type: text, colour: text, mainLineOnly: boolean, movesOnly: boolean }, 'colour'),
  'evaluation-curve': object<EvaluationCurve>({ type: text, values: list(orNull(evaluation)) }, 'values'),
  'pawn-structure': object<PawnStructure>({ type: text, code: number }, 'code'),
  view: object<View>({ type: text, squares: list(square) }, 'squares'),
  undim: object<Undim>({ type: text }),
  'piece-path': object<PiecePath>({ type: text, square, code: number }, 'square', 'code'),
  'video-time': object<VideoTime>({ type: text, milliseconds: number }, 'milliseconds'),
  problem: object<Problem>({ type: text, colour }, 'colour'),
  unknown: object<Unknown>({ type: text, format: text, code: text, base64: text }, 'format', 'code', 'base64'),
} satisfies Record<Annotation['type'], Shape>)

function textOrNumber(...[value, pointer, issues]: Parameters<Shape>): ReturnType<Shape> {
  return typeof value === 'number' ? value : text(value, pointer, issues)
}

/** A node, except for its place in the tree, which nodes.ts checks. */
export const node = object<MoveNode>({
  parent: whole(-1),
  move,
  unread: object<UnreadMove>({ text, base64: text }),
  name: text,
  moveNumber: whole(),
  comments: list(comment),
  glyphs: list(glyph),
  marks: list(mark),
  clock,
  evaluation,
  edits: list(edit),
  turn: colour,
  annotations: list(annotation),
  native,
})

const team = object<Team>({ name: text, number, season: boolean, year: number, nation: text }, 'name')

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
  native,
})

const event = object<GameEvent>({
  name: text,
  site: text,
  date,
  endDate: date,
  type: oneOf('game', 'match', 'tournament', 'swiss', 'team', 'knockout', 'simul', 'scheveningen'),
  pace: oneOf('normal', 'blitz', 'rapid', 'correspondence'),
  nation: text,
  category: number,
  rounds: number,
  complete: boolean,
  isTeamEvent: boolean,
  boardPoints: boolean,
  threePointsForWin: boolean,
  location: object<NonNullable<GameEvent['location']>>(
    { latitude: number, longitude: number },
    'latitude',
    'longitude',
  ),
  tieBreaks: list(text),
  native,
})

const result = object<Result>(
  {
    outcome: oneOf('win', 'draw', 'both-lose', 'void', 'unfinished'),
    winner: colour,
    by: oneOf('resignation', 'time', 'forfeit', 'score', 'checkmate', 'adjudication'),
    margin: number,
    score: pair(number),
    verdict: whole(0, 0xffff),
    text,
  },
  'outcome',
)

const publication = object<Publication>({
  title: text,
  publisher: text,
  published: date,
  versionDate: date,
  version: number,
  quality: oneOf('high', 'normal', 'low'),
})

const timeControl = object<TimeControl>({
  text,
  periods: list(
    object<NonNullable<TimeControl['periods']>[number]>({
      seconds: number,
      increment: number,
      moves: number,
      byoYomi: number,
      kind: text,
    }),
  ),
})

const header = object<Header>(
  {
    id: text,
    domain: text,
    title: text,
    titles: list(said),
    kind: oneOf('game', 'opening', 'middlegame', 'endgame', 'problem', 'tutorial', 'fragment'),
    event,
    round: number,
    subround: number,
    board: number,
    roundText: text,
    date,
    instant: text,
    place: text,
    players: list(player),
    result,
    perfectScore: object<PerfectScore>({ score: number, emptySquares: number }, 'score', 'emptySquares'),
    timeControl,
    rules: object<RuleSet>({
      name: text,
      komi: number,
      scoring: oneOf('area', 'territory'),
      handicap: number,
    }),
    openingCode: text,
    openingSubcode: number,
    openingName: text,
    variationName: text,
    annotator: text,
    recorder: text,
    publication,
    copyright: text,
    about: text,
    medals: list(text),
    isTopGame: boolean,
    tags: table(text),
    deleted: boolean,
  },
  'players',
  'result',
)

const origin = object<Origin>(
  {
    format: text,
    version: text,
    file: text,
    index: whole(0),
    id: whole(0),
    offset: whole(0),
    encoding: text,
  },
  'format',
)

/** The properties that every event of a timeline may have. */
const step = {
  type: text,
  time: number,
  actor: whole(0),
  marks: list(mark),
  comment: text,
  native,
  node: whole(0),
}

/** The properties of the start of a line. */
const beginning = { ...step, name: text, edits: list(edit), annotations: list(annotation) }

type EventOf<Type extends TimelineEvent['type']> = Extract<TimelineEvent, { type: Type }>

const timelineEvent = variant('type', {
  move: object<EventOf<'move'>>({ ...step, move, glyphs: list(glyph), annotations: list(annotation) }, 'move'),
  takeback: object<EventOf<'takeback'>>({ ...step, moves: whole(0) }, 'moves'),
  message: object<EventOf<'message'>>({ ...step, text }, 'text'),
  mark: object<EventOf<'mark'>>({ ...step, mark }, 'mark'),
  result: object<EventOf<'result'>>({ ...step, result }, 'result'),
  start: object<EventOf<'start'>>(beginning),
  branch: object<EventOf<'branch'>>({ ...beginning, from: whole(-1) }, 'from'),
} satisfies Record<TimelineEvent['type'], Shape>)

const side = whole(1, MAX_BOARD_SIDE)

/** A record, except for its nodes, which nodes.ts checks. */
const recordProperties: Properties<GameRecord> = {
  game: oneOf(...GAMES),
  variant: text,
  size: object<NonNullable<GameRecord['size']>>({ columns: side, rows: side }, 'columns', 'rows'),
  setup: text,
  header,
  nodes: (value) => value,
  timeline: list(timelineEvent),
  native,
  origin,
}
export const record = object<GameRecord>(recordProperties, 'game', 'header', 'nodes')

export const textDocument = object<TextDocument>(
  {
    header,
    titles: list(said),
    bodies: list(
      object<TextDocument['bodies'][number]>(
        { language: text, mediaType: oneOf('text/plain', 'text/html'), text },
        'mediaType',
        'text',
      ),
    ),
    objects: list(
      object<NonNullable<TextDocument['objects']>[number]>(
        { kind: text, body: whole(0), at: whole(0), text, base64: text },
        'kind',
        'at',
      ),
    ),
    media: list(text),
    native,
    origin,
  },
  'header',
  'titles',
  'bodies',
)
