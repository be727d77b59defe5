/** Which features a record uses, with a count and the first place of each. */
import type { Evaluation, MoveComment } from '../model/annotation.ts'
import type { AnyRecord } from '../model/line-record.ts'
import { isPass, type Move } from '../model/move.ts'
import type { Header, Player } from '../model/record.ts'
import { countVariations, type MoveNode } from '../model/tree.ts'
import { ANNOTATION_FEATURES, MARK_FEATURES, type Feature } from '../formats/feature.ts'

/** How often a feature is used, and the first node that uses it (0 for the header). */
export interface Use {
  count: number
  node: number
}

const NONE: ReadonlyMap<Feature, Use> = new Map()
const NOTHING: ReadonlySet<Feature> = new Set()

/** Every feature used by a record, in the order in which they are found, except those that a format keeps. */
export function featuresUsed(record: AnyRecord, kept: ReadonlySet<Feature> = NOTHING): ReadonlyMap<Feature, Use> {
  // Most records use nothing that is not kept, and take no memory here.
  let uses: Map<Feature, Use> | undefined
  const use = (feature: Feature, node = 0, count = 1) => {
    if (kept.has(feature)) return
    uses ??= new Map()
    const known = uses.get(feature)
    if (known) known.count += count
    else if (count > 0) uses.set(feature, { count, node })
  }
  useHeader(record.header, use)
  if (record.variant !== undefined) use('variant')
  if (record.size !== undefined) use('board-size')
  if (record.setup !== undefined) use('setup')
  if (record.timeline !== undefined) use('timeline')
  if (record.native !== undefined) use('native')
  if ('moves' in record) usePasses(record.moves, use)
  else useNodes(record.nodes, use)
  return uses ?? NONE
}

type UseFeature = (feature: Feature, node?: number, count?: number) => void

/** What a line of moves with nothing on them may use. */
function usePasses(line: readonly Move[], use: UseFeature): void {
  for (let index = 0; index < line.length; index++) if (isPass(line[index]!)) use('passes', index + 1)
}

function useNodes(nodes: readonly MoveNode[], use: UseFeature): void {
  let isLine = true
  for (let index = 0; index < nodes.length; index++) {
    useNode(nodes[index]!, index, use)
    if (nodes[index]!.parent !== index - 1) isLine = false
  }
  if (!isLine) use('variations', 0, countVariations(nodes))
}

function useNode(node: MoveNode, index: number, use: UseFeature): void {
  if (node.move !== undefined && isPass(node.move)) use('passes', index)
  if (node.unread) use('unread-moves', index)
  if (node.name !== undefined) use('names', index)
  if (node.moveNumber !== undefined) use('move-numbers', index)
  if (node.clock) use('clocks', index)
  if (node.evaluation) useEvaluation(node.evaluation, index, use)
  if (node.edits || node.turn !== undefined) use(index === 0 ? 'setup' : 'edits', index)
  if (node.glyphs) use('glyphs', index, node.glyphs.length)
  if (node.comments) useComments(node.comments, index, use)
  if (node.marks) for (const mark of node.marks) use(MARK_FEATURES[mark.shape], index)
  if (node.annotations) for (const { type } of node.annotations) use(ANNOTATION_FEATURES[type], index)
  if (node.native) use('native', index)
}

function useEvaluation(evaluation: Evaluation, index: number, use: UseFeature): void {
  const { winrate, scoreLead, nodes, visits, seconds, lines, ownership } = evaluation
  use('evaluations', index)
  if ((winrate ?? scoreLead) !== undefined) use('winning-chances', index)
  if ((nodes ?? visits ?? seconds) !== undefined) use('search-effort', index)
  if (lines) use('evaluation-lines', index)
  if (ownership) use('ownership', index)
}

function useComments(comments: readonly MoveComment[], index: number, use: UseFeature): void {
  for (const { placement, language } of comments) {
    use(index === 0 ? 'game-comment' : 'comments', index)
    if (placement === 'before' && index > 0) use('comments-before', index)
    if (language !== undefined) use('comment-languages', index)
  }
}

/** Header fields that are a feature each. */
const HEADER_FEATURES = new Map<string, Feature>([
  ['id', 'identifier'],
  ['domain', 'identifier'],
  ['title', 'title'],
  ['titles', 'title-languages'],
  ['kind', 'kind'],
  ['round', 'round'],
  ['roundText', 'round'],
  ['subround', 'subround'],
  ['board', 'subround'],
  ['instant', 'instant'],
  ['place', 'place'],
  ['perfectScore', 'perfect-score'],
  ['timeControl', 'time-control'],
  ['openingCode', 'opening'],
  ['openingSubcode', 'opening-subcode'],
  ['openingName', 'opening-name'],
  ['variationName', 'opening-name'],
  ['annotator', 'annotator'],
  ['recorder', 'recorder'],
  ['publication', 'publication'],
  ['copyright', 'copyright'],
  ['about', 'game-comment'],
  ['medals', 'medals'],
  ['isTopGame', 'top-games'],
  ['tags', 'tags'],
  ['deleted', 'deleted'],
] satisfies [keyof Header, Feature][])

function useHeader(header: Header, use: UseFeature): void {
  for (const field in header) {
    const feature = HEADER_FEATURES.get(field)
    if (feature !== undefined && header[field as keyof Header] !== undefined) use(feature)
  }
  if (header.event) useEvent(header.event, use)
  if (header.date) use('date')
  if (header.date && (header.date.day === undefined || header.date.text !== undefined)) use('partial-date')
  for (const player of header.players) usePlayer(player, use)
  useOthers(header.players, use)
  if (header.result.outcome !== 'unfinished') use('result')
  const { by, margin, score, verdict, text } = header.result
  if (by !== undefined || margin !== undefined || verdict !== undefined || text !== undefined) use('result-details')
  if (score) use('score')
  const rules = header.rules
  if (rules && (rules.name !== undefined || rules.komi !== undefined || rules.scoring !== undefined)) use('rules')
  if (rules?.handicap !== undefined) use('handicap')
}

/** Players beyond one of each colour, and those who only took part. */
function useOthers(players: readonly Player[], use: UseFeature): void {
  let playing = 0
  for (let index = 0; index < players.length; index++) {
    const { colour, role } = players[index]!
    if (colour && !role) playing++
  }
  if (playing > 2) use('more-players')
  if (playing < players.length) use('more-players')
}

function useEvent(event: NonNullable<Header['event']>, use: UseFeature): void {
  let hasDetails = false
  for (const key in event) {
    if (key === 'name' || key === 'site' || key === 'native') continue
    if (event[key as keyof typeof event] !== undefined) hasDetails = true
  }
  if (event.name !== undefined) use('event')
  if (event.site !== undefined) use('site')
  if (event.native) use('native')
  if (hasDetails) use('event-details')
}

/** What says of a player who played, or has a feature of its own; everything else is a detail. */
const PLAYER_FEATURES: ReadonlySet<string> = new Set([
  'colour',
  'role',
  'name',
  'team',
  'rating',
  'ratingType',
  'rank',
  'timeUsed',
  'native',
] satisfies (keyof Player)[])

function usePlayer(player: Player, use: UseFeature): void {
  let hasDetails = false
  for (const key in player) {
    if (!PLAYER_FEATURES.has(key) && player[key as keyof Player] !== undefined) hasDetails = true
  }
  if (player.name !== undefined) use('players')
  if (player.rating ?? player.ratingType) use('ratings')
  if (player.rank !== undefined) use('ranks')
  if (player.team) use('teams')
  if (player.timeUsed !== undefined) use('time-used')
  if (player.native) use('native')
  if (hasDetails) use('player-details')
}
