/**
 * The vocabulary of what a record may use and a format may keep. A conversion
 * compares the two and lists the difference as `loss/<feature>`.
 */
import type { Annotation, MarkShape } from '../model/annotation.ts'

export const FEATURES = {
  variations: 'variations',
  comments: 'comments on moves',
  'comments-before': 'comments placed before a move',
  'comment-languages': 'languages of comments',
  'game-comment': 'a comment on the whole game',
  glyphs: 'move and position glyphs',
  'mark-shapes': 'circles, triangles, crosses and squares on the board',
  labels: 'letters on the board',
  'coloured-squares': 'coloured squares',
  arrows: 'arrows and lines',
  territory: 'territory and hidden or dimmed points',
  clocks: 'clock times of moves',
  evaluations: 'evaluations',
  names: 'names of branches',
  'move-numbers': 'numbers given to moves',
  edits: 'changes of the position in the middle of a game',
  passes: 'passes and null moves',
  'unread-moves': 'moves that could not be read',
  training: 'training questions',
  quotations: 'quoted games',
  media: 'pictures, sounds, videos and links',
  diagrams: 'diagram marks',
  medals: 'medals',
  'critical-positions': 'critical positions',
  'line-colours': 'colours of lines',
  'evaluation-curves': 'evaluation curves',
  'piece-paths': 'pawn structures and piece paths worth noting',
  'video-times': 'times in a video',
  'problem-markers': 'problem markers',
  'unknown-annotations': 'annotations of unknown meaning',
  timeline: 'the timeline of the game as it happened',
  setup: 'start positions',
  variant: 'variants of the rules',
  'board-size': 'board sizes other than the usual',
  identifier: 'the identifier of the game',
  title: 'the title',
  'title-languages': 'titles in several languages',
  kind: 'the kind of record',
  event: 'the event',
  site: 'the site',
  'event-details': 'details of the event',
  round: 'the round',
  subround: 'the sub-round and board',
  date: 'the date',
  'partial-date': 'dates known in part',
  place: 'the place',
  players: 'the names of the players',
  'more-players': 'more players than two and other participants',
  'player-details': 'titles, identifiers, nations and birth dates of players',
  ratings: 'ratings',
  ranks: 'ranks',
  teams: 'teams',
  'time-used': 'times used',
  result: 'the result',
  'result-details': 'how the result came about',
  score: 'the final score',
  'perfect-score': 'the score after perfect play',
  'time-control': 'the time control',
  rules: 'rules and komi',
  handicap: 'the handicap',
  opening: 'the opening code',
  'opening-subcode': 'the variation within an opening code',
  'top-games': 'whether the game is among the best',
  'opening-name': 'the name of the opening',
  annotator: 'the annotator',
  recorder: 'the recorder of the file',
  publication: 'the source publication',
  copyright: 'the copyright note',
  tags: 'tags of the source',
  deleted: 'the mark of deleted games',
  documents: 'texts that are no games',
  native: 'data only the source format knows',
} as const

export type Feature = keyof typeof FEATURES

/** A set of features, checked against the vocabulary. */
export function features(...names: Feature[]): ReadonlySet<Feature> {
  return new Set(names)
}

/** Every feature but the named ones. */
export function allFeaturesBut(...names: Feature[]): ReadonlySet<Feature> {
  const all = new Set(Object.keys(FEATURES) as Feature[])
  for (const name of names) all.delete(name)
  return all
}

/** The feature to which each shape of mark belongs. */
export const MARK_FEATURES: Record<MarkShape, Feature> = {
  circle: 'mark-shapes',
  square: 'mark-shapes',
  triangle: 'mark-shapes',
  cross: 'mark-shapes',
  selected: 'mark-shapes',
  dot: 'mark-shapes',
  label: 'labels',
  territory: 'territory',
  dim: 'territory',
  hidden: 'territory',
  colour: 'coloured-squares',
  arrow: 'arrows',
  line: 'arrows',
}

/** The feature to which each type of annotation belongs. */
export const ANNOTATION_FEATURES: Record<Annotation['type'], Feature> = {
  training: 'training',
  quotation: 'quotations',
  media: 'media',
  diagram: 'diagrams',
  medals: 'medals',
  critical: 'critical-positions',
  'line-colour': 'line-colours',
  'evaluation-curve': 'evaluation-curves',
  'pawn-structure': 'piece-paths',
  'piece-path': 'piece-paths',
  'video-time': 'video-times',
  problem: 'problem-markers',
  unknown: 'unknown-annotations',
}
