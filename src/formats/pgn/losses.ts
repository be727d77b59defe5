/** What a writer of PGN leaves out or changes, as issues of one record. */
import type { ParamsOf } from '../../issues/catalogue.ts'
import { IssueCollector } from '../../issues/collector.ts'
import { nodePlace, type Issue, type Severity } from '../../issues/issue.ts'

/** How grave each loss is. */
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

/** Gathers the losses of one record. */
export class Losses {
  private readonly issues = new IssueCollector()

  /** Adds a loss at a node. */
  add<Id extends LossId>(id: Id, params: ParamsOf<Id>, node = 0): void {
    this.issues.add(id, SEVERITIES[id], params, nodePlace(node))
  }

  list(): Issue[] {
    return this.issues.list()
  }
}
