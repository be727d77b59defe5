/**
 * What the rules of chess and of xiangqi have in common: the parts of the interface that are the same for games with
 * pieces.
 */
import type { Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import type { Position, Rules } from './rules.ts'

/** A position that plays and undoes moves and keeps its key up to date. */
interface PiecePosition<P> extends Position {
  readonly zobristHigh: number
  readonly zobristLow: number
  clone(): P
  play(move: Move): void
  undo(): void
}

/**
 * The shared parts of the rules of a game.
 * @param writers how moves are written in each notation, the default first
 */
export function pieceRules<P extends PiecePosition<P>>(
  game: Game,
  writers: Readonly<Record<string, (position: P, move: Move) => string>>,
  squareNames: readonly string[],
): Pick<Rules<P>, 'game' | 'styles' | 'clone' | 'play' | 'undo' | 'writeMove' | 'key' | 'formatSquare'> {
  const byStyle = new Map(Object.entries(writers))
  const styles = [...byStyle.keys()]
  return {
    game,
    styles,
    clone: (position) => position.clone(),
    play: (position, move) => position.play(move),
    undo: (position) => position.undo(),
    writeMove: (position, move, style = styles[0]!) => {
      const write = byStyle.get(style)
      if (!write) throw new TypeError(`${game} has no notation ${style}`)
      return write(position, move)
    },
    key: (position, into, at = 0) => {
      into[at] = position.zobristHigh
      into[at + 1] = position.zobristLow
    },
    formatSquare: (_, square) => squareNames[square] ?? '',
  }
}
