/** The notes of nodes as Scid stores them: glyphs by their numbers, and one text that holds comments and commands as in PGN. */
import type { Colour } from '../../../model/move.ts'
import type { MoveNode } from '../../../model/tree.ts'
import { chessDialect } from '../../pgn/dialects/chess.ts'
import type { Losses } from '../../pgn/write/losses.ts'
import { NotesWriter, type NotesSink } from '../../pgn/write/notes-writer.ts'
import { MOST_GLYPHS } from '../limits.ts'
import type { Lose } from './lose.ts'
import type { NodeNotes, NotesOf } from './move-encoder.ts'

/** The highest number of a glyph. */
const LAST_GLYPH = 255

/** Glyphs of which Scid shows one on a move: judgements of the move and of the position. */
const CLASSES: readonly (readonly [first: number, last: number])[] = [
  [1, 6],
  [10, 21],
]

export class NotesReader implements NotesOf, NotesSink {
  private readonly nodes: readonly MoveNode[]
  private readonly writer: NotesWriter
  private readonly lose: Lose
  private comments: string[] = []
  private glyphs: number[] = []

  constructor(nodes: readonly MoveNode[], losses: Losses, lose: Lose) {
    this.nodes = nodes
    this.lose = lose
    this.writer = new NotesWriter(this, losses, chessDialect.squares, false)
  }

  glyph(number: number): void {
    this.glyphs.push(number)
  }

  comment(text: string): void {
    this.comments.push(text)
  }

  after(index: number, next: number | undefined, mover: Colour | undefined): NodeNotes {
    const node = this.nodes[index]!
    const following = next === undefined ? undefined : this.nodes[next]!.comments
    const hasMore = following?.some(({ placement }) => placement === 'before') ?? false
    if (!hasMore && isBare(node)) return NO_NOTES
    this.comments = []
    this.glyphs = []
    if (index === 0) this.writer.writeComments(node.comments, 'before', index)
    this.writer.writeAfter(node, index, mover)
    if (hasMore && this.writer.writeComments(following, 'before', next!)) this.lose('scid/comment-moved', {}, next)
    return { glyphs: this.storableGlyphs(index), comment: this.joined(index) }
  }

  before(index: number): string {
    this.comments = []
    this.writer.writeComments(this.nodes[index]!.comments, 'before', index)
    return this.joined(index)
  }

  /** A move has room for one text. */
  private joined(index: number): string {
    if (this.comments.length > 1) this.lose('scid/comments-joined', {}, index)
    return this.comments.join(' ')
  }

  private storableGlyphs(index: number): number[] {
    const numbered = this.glyphs.filter((glyph) => glyph <= LAST_GLYPH)
    const tooHigh = this.glyphs.find((glyph) => glyph > LAST_GLYPH)
    if (tooHigh !== undefined) this.lose('scid/glyph-number', { glyph: tooHigh }, index)
    const kept = numbered.slice(0, MOST_GLYPHS)
    if (kept.length < numbered.length) this.lose('scid/glyphs', { count: numbered.length, most: MOST_GLYPHS }, index)
    for (const [first, last] of CLASSES) {
      const rivals = kept.filter((glyph) => glyph >= first && glyph <= last)
      if (rivals.length > 1)
        this.lose('scid/glyph-class', { glyphs: rivals.map((glyph) => `$${glyph}`).join(' ') }, index)
    }
    if (index === 0 && kept.length > 0) this.lose('scid/glyph-start', {}, index)
    return kept
  }
}

const NO_NOTES: NodeNotes = { glyphs: [], comment: '' }

/** Whether a node is a move and nothing else, as most are. */
function isBare({ comments, glyphs, marks, clock, evaluation, annotations }: MoveNode): boolean {
  return (comments ?? glyphs ?? marks ?? clock ?? evaluation ?? annotations) === undefined
}
