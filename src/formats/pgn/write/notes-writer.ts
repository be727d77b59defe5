/** Writes what surrounds a move: glyphs, commands and comments. */
import { medalBits, type Annotation, type MoveComment } from '../../../model/annotation.ts'
import type { Colour } from '../../../model/move.ts'
import type { MoveNode } from '../../../model/tree.ts'
import { hasPaintLetter, readCommands, writeCommands, type SquareNames } from '../text/commands.ts'
import { fitsBraces, normalizeComment } from '../text/comment-text.ts'
import { DIAGRAM } from '../text/glyphs.ts'
import type { Losses } from './losses.ts'

/** Control characters other than tab and line feed. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/

/** Takes the notes of a node in their order. */
export interface NotesSink {
  glyph(number: number): void
  comment(text: string): void
}

export class NotesWriter {
  private readonly out: NotesSink
  private readonly losses: Losses
  private readonly squares: SquareNames
  private readonly isClean: boolean

  /** @param isClean leaves out every `[%...]` */
  constructor(out: NotesSink, losses: Losses, squares: SquareNames, isClean: boolean) {
    this.out = out
    this.losses = losses
    this.squares = squares
    this.isClean = isClean
  }

  /** Writes the comments of one placement; returns whether there were any. */
  writeComments(
    comments: readonly MoveComment[] | undefined,
    placement: MoveComment['placement'],
    index: number,
  ): boolean {
    let any = false
    for (const comment of comments ?? []) {
      if (comment.placement !== placement) continue
      const text = this.commentText(comment, index)
      if (text === '') continue
      this.out.comment(text)
      any = true
    }
    return any
  }

  /** Writes what follows a move of `mover`, if anything; returns whether that included a comment. */
  writeAfter(asStored: MoveNode, index: number, mover?: Colour): boolean {
    const node = mover === undefined ? asStored : withOwnClock(asStored, mover)
    const { glyphs, annotations, comments } = node
    for (const { nag, code } of glyphs ?? []) {
      const isNumbered = Number.isInteger(nag) && nag > 0 && nag <= 0xffff
      if (isNumbered) this.out.glyph(nag)
      else this.losses.add('pgn/unnumbered-glyph', {}, index)
      if (code === 'prefix') this.losses.add('pgn/after-move', {}, index)
      else if (code !== undefined && isNumbered) this.losses.add('pgn/glyph-code', {}, index)
    }
    for (const annotation of annotations ?? []) if (annotation.type === 'diagram') this.out.glyph(DIAGRAM)
    this.noteLosses(node, index)
    const commands = this.commands(node, index)
    if (commands === '') return this.writeComments(comments, 'after', index)
    // The first text shares a comment with the commands, unless it must be written after semicolons.
    const first = comments?.findIndex(({ placement }) => placement === 'after') ?? -1
    const text = first < 0 ? '' : this.commentText(comments![first]!, index)
    const shares = text !== '' && fitsBraces(text)
    this.out.comment(shares ? `${commands} ${text}` : commands)
    this.writeComments(shares ? comments!.slice(first + 1) : comments, 'after', index)
    return true
  }

  private commands(node: MoveNode, index: number): string {
    const commands = writeCommands(node, this.squares)
    if (!this.isClean || commands === '') return commands
    this.losses.add('pgn/clean', {}, index)
    return ''
  }

  private commentText({ text }: MoveComment, index: number): string {
    const wanted = this.isClean ? text.replaceAll(/ ?\[%[^\]]*\]/g, '') : text
    if (wanted !== text) this.losses.add('pgn/clean', {}, index)
    const normal = normalizeComment(wanted.toWellFormed())
    if (normal !== wanted || CONTROL.test(normal)) this.losses.add('pgn/comment-changed', {}, index)
    if (normal.includes('[%') && readCommands(normal, { parent: -1 }, this.squares) !== normal) {
      this.losses.add('pgn/comment-command', {}, index)
    }
    return normal
  }

  private noteLosses({ clock, evaluation, marks, annotations }: MoveNode, index: number): void {
    // The times on both clocks are in tags if they are about the whole game.
    if (clock && ((clock.lefts && index > 0) || clock.movesLeft || clock.recordedAt !== undefined)) {
      this.losses.add('pgn/clock-kind', {}, index)
    }
    if (evaluation && (evaluation.source !== undefined || evaluation.text !== undefined)) {
      this.losses.add('pgn/evaluation-source', {}, index)
    }
    for (const { shape, paint } of marks ?? []) {
      if (shape === 'line') this.losses.add('pgn/plain-line', {}, index)
      if ((shape === 'arrow' || shape === 'colour') && !hasPaintLetter(paint))
        this.losses.add('pgn/mark-colour', {}, index)
    }
    for (const annotation of annotations ?? []) this.noteAnnotation(annotation, index)
  }

  private noteAnnotation(annotation: Annotation, index: number): void {
    if (annotation.type === 'diagram') {
      if (annotation.text !== undefined) this.losses.add('pgn/diagram-text', {}, index)
      if (annotation.placement === 'before') this.losses.add('pgn/after-move', {}, index)
    }
    if (annotation.type === 'medals' && annotation.names.some((name) => medalBits([name]) === 0)) {
      this.losses.add('pgn/unknown-medal', {}, index)
    }
    if (annotation.type !== 'evaluation-curve') return
    const isPlain = annotation.values.every(
      (value) => value !== null && value.mate === undefined && value.depth === undefined,
    )
    if (!isPlain) this.losses.add('pgn/evaluation-curve', {}, index)
  }
}

/** If both clocks are given, the mover's clock is the time left after the move. */
function withOwnClock(node: MoveNode, mover: Colour): MoveNode {
  if (!node.clock?.lefts) return node
  const { lefts, ...others } = node.clock
  const left = lefts[mover - 1]
  if (left === undefined || others.left !== undefined) return node
  const other = lefts[2 - mover]
  if (other === undefined) return { ...node, clock: { ...others, left } }
  return { ...node, clock: { ...others, left, lefts: mover === 1 ? [undefined, other] : [other, undefined] } }
}
