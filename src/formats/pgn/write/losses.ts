/** What the PGN writer drops or changes, as issues of one record. */
import type { ParamsOf } from '../../../issues/catalogue.ts'
import { IssueCollector } from '../../../issues/collector.ts'
import type { Feature } from '../../feature.ts'
import { nodePlace, type Issue, type Severity } from '../../../issues/issue.ts'

/** The severity of each loss. */
const SEVERITIES = {
  'pgn/unread-moves': 'error',
  'pgn/plain-line': 'warning',
  'pgn/clock-kind': 'warning',
  'pgn/evaluation-source': 'warning',
  'pgn/evaluation-curve': 'warning',
  'pgn/unnumbered-glyph': 'warning',
  'pgn/diagram-text': 'info',
  'pgn/unknown-medal': 'warning',
  'pgn/tag-name': 'warning',
  'pgn/rating-kind': 'warning',
  'pgn/team-details': 'warning',
  'pgn/event-details': 'warning',
  'pgn/native': 'warning',
  'pgn/written-illegal-move': 'warning',
  'pgn/node-without-move': 'warning',
  'pgn/mark-colour': 'info',
  'pgn/comment-changed': 'info',
  'pgn/clean': 'info',
  'pgn/omitted': 'info',
  'pgn/comment-command': 'info',
  'pgn/about-as-comment': 'info',
  'pgn/after-move': 'info',
  'pgn/glyph-code': 'info',
  'pgn/verdict-as-glyph': 'info',
  'pgn/tag-changed': 'info',
  'pgn/left-out': 'warning',
  'pgn/encoding': 'warning',
} as const satisfies Record<`pgn/${string}`, Severity>

type LossId = keyof typeof SEVERITIES

/** Facts whose loss has its own id, by the beginning of their path. */
const OWN_FACTS: readonly (readonly [
  start: string,
  id: 'pgn/rating-kind' | 'pgn/team-details' | 'pgn/event-details',
])[] = [
  ['players.ratingType', 'pgn/rating-kind'],
  ['players.team.', 'pgn/team-details'],
  ['event.', 'pgn/event-details'],
]

/** The feature to which a lost fact belongs, longer paths first. */
const FACT_FEATURES: readonly (readonly [path: string, feature: Feature])[] = [
  ['id', 'identifier'],
  ['domain', 'identifier'],
  ['title', 'title'],
  ['kind', 'kind'],
  ['round', 'round'],
  ['roundText', 'round'],
  ['subround', 'subround'],
  ['board', 'subround'],
  ['date', 'date'],
  ['instant', 'instant'],
  ['place', 'place'],
  ['players.name', 'players'],
  ['players.rating', 'ratings'],
  ['players.rank', 'ranks'],
  ['players.timeUsed', 'time-used'],
  ['players', 'player-details'],
  ['result.outcome', 'result'],
  ['result.winner', 'result'],
  ['result', 'result-details'],
  ['timeControl', 'time-control'],
  ['openingCode', 'opening'],
  ['openingName', 'opening-name'],
  ['variationName', 'opening-name'],
  ['annotator', 'annotator'],
  ['recorder', 'recorder'],
  ['publication', 'publication'],
  ['copyright', 'copyright'],
]

/** Collects the losses of one record. */
export class Losses {
  /** Made with the first loss, since most records have none. */
  private collector: IssueCollector | undefined

  /** Adds a loss at a node. */
  add<Id extends LossId>(id: Id, params: ParamsOf<Id>, node = 0): void {
    this.issues().add(id, SEVERITIES[id], params, nodePlace(node))
  }

  /** Adds a header fact without a tag, by its path: each kind is a separate loss. */
  addFact(path: string): void {
    const own = OWN_FACTS.find(([start]) => path.startsWith(start))?.[1]
    if (own) return this.add(own, {})
    const feature = FACT_FEATURES.find(([start]) => path === start || path.startsWith(`${start}.`))?.[1]
    if (feature) this.issues().add(`loss/${feature}`, 'warning', { format: 'pgn' })
    else this.add('pgn/left-out', { facts: path })
  }

  list(): Issue[] {
    return this.collector?.list() ?? []
  }

  private issues(): IssueCollector {
    return (this.collector ??= new IssueCollector())
  }
}
