/** What a writer of PGN leaves out or changes, as issues of one record. */
import type { Issue, Severity } from '../../model/issue.ts'

/** How a kind of loss is said. */
const LOSSES = {
  'loss/unread-moves': ['error', 'a move that cannot be read is kept in a comment; what follows it is left out'],
  'loss/arrows': ['warning', 'a line without an arrow head is left out'],
  'loss/clocks': ['warning', 'clock times other than left, spent and used are left out'],
  'loss/evaluations': ['warning', 'the source or text of an evaluation is left out'],
  'loss/evaluation-curves': ['warning', 'an evaluation curve with mates, depths or gaps is left out'],
  'loss/glyphs': ['warning', 'a glyph without a number is left out'],
  'loss/diagrams': ['info', 'the text of a diagram is left out'],
  'loss/medals': ['warning', 'a medal of unknown name is left out'],
  'loss/tags': ['warning', 'a tag whose name PGN does not allow is left out'],
  'loss/ratings': ['warning', 'a rating is written without its kind when it is not the usual one of FIDE'],
  'loss/teams': ['warning', 'number, season and year of a team are left out'],
  'loss/event-details': [
    'warning',
    'of an event its place on the map, its rules for ties and for points, and whether it is complete or of teams are left out',
  ],
  'loss/native': ['warning', 'something kept of another PGN file cannot be written'],
  'pgn/illegal-move': ['warning', 'a move that is not legal is written; readers may stop there'],
  'pgn/node-without-move': ['warning', 'a node without a move is left out; its comments go to the move before'],
  'pgn/mark-colour': ['info', 'a mark of a colour that has no letter is written in green'],
  'pgn/comment-changed': ['info', 'white space at the ends or control characters of a text are not kept'],
  'pgn/clean': ['info', 'commands such as [%cal ...] are left out, as was asked'],
  'pgn/comment-command': ['info', 'text of a comment that looks like a command will be read as one'],
  'pgn/about-as-comment': ['info', 'the text about the game is written as a comment before the first move'],
  'pgn/after-move': ['info', 'a glyph or a diagram that stands before its move is written after it'],
  'pgn/glyph-code': ['info', 'what the source says of a glyph beyond its number is left out'],
  'pgn/verdict-as-glyph': ['info', 'the verdict on the line is written as a glyph of its last move'],
  'pgn/tag-changed': ['info', 'line breaks in a tag become spaces'],
  'pgn/left-out': ['warning', 'facts of the header that have no tag are left out'],
  'pgn/encoding': ['warning', 'characters that the encoding lacks are written as "?"'],
} as const satisfies Record<string, readonly [Severity, string]>

export type LossId = keyof typeof LOSSES

/** Gathers the losses of one record, each kind once, with its first place. */
export class Losses {
  private readonly found = new Map<LossId, Issue>()

  /** Notes a loss. */
  add(id: LossId, node = 0, detail?: string): void {
    if (this.found.has(id)) return
    const [severity, message] = LOSSES[id]
    const issue: Issue = { id, severity, message: detail === undefined ? message : `${message}: ${detail}` }
    if (node > 0) issue.place = { node }
    this.found.set(id, issue)
  }

  list(): Issue[] {
    return [...this.found.values()]
  }
}
