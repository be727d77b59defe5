/** What tags say of the game itself: which game, which variant, from which position. */
import { PositionError, messageOf } from '../../issues/errors.ts'
import type { GameRecord } from '../../model/record.ts'
import type { Position } from '../../rules/rules.ts'
import type { Dialect, TagLookup } from './dialect.ts'
import type { Problems } from './problems.ts'

/** How a game begins. */
export interface Start {
  variant: string | undefined
  /** The position's text when it is not the usual start. */
  setup: string | undefined
  /** Undefined when the text is invalid. */
  position: Position | undefined
}

/** Finds out how games begin. The usual start of each game is made once and taken back to for the next. */
export class Starts {
  private readonly usual = new Map<Dialect, Position>()

  /**
   * The start of a game by its tags. The position is good until the next call. Issues are added where a list is given.
   */
  read(dialect: Dialect, tags: TagLookup, problems?: Problems, at = 0): Start {
    const { variant, setup } = readSetup(dialect, tags)
    if (variant === undefined && setup === undefined) return { variant, setup, position: this.initialPosition(dialect) }
    const options: Pick<GameRecord, 'variant' | 'setup'> = {}
    if (variant !== undefined) options.variant = variant
    if (setup !== undefined) options.setup = setup
    try {
      return { variant, setup, position: dialect.rules.start(options) }
    } catch (error) {
      if (!(error instanceof PositionError)) throw error
      const position = variant === undefined ? undefined : tryStart(dialect, setup)
      if (position) {
        problems?.add('pgn/unknown-variant', 'warning', { reason: messageOf(error) }, at)
      } else {
        problems?.add('pgn/bad-setup', 'error', { reason: messageOf(error) }, at)
      }
      return { variant, setup, position }
    }
  }

  /** The usual start; the position is good until the next call. */
  initialPosition(dialect: Dialect): Position {
    const { rules } = dialect
    let position = this.usual.get(dialect)
    if (!position) {
      position = rules.start()
      this.usual.set(dialect, position)
    }
    if (dialect.restart) dialect.restart(position)
    else while (position.ply > 0) rules.undo(position)
    return position
  }
}

/** The variant and the start position that tags name. */
export function readSetup(dialect: Dialect, tags: TagLookup): Pick<Start, 'variant' | 'setup'> {
  const fen = tags.get('FEN')?.trim()
  const isUsual = fen === undefined || fen === '' || fen === '?' || isUsualStart(dialect, fen)
  return { variant: dialect.variantOf(tags), setup: isUsual ? undefined : fen }
}

/** The start by the usual rules, for variants whose rules are not known. */
export function tryStart({ rules }: Dialect, setup: string | undefined): Position | undefined {
  try {
    return rules.start(setup === undefined ? {} : { setup })
  } catch (error) {
    if (error instanceof PositionError) return undefined
    throw error
  }
}

/** Whether position text is the usual start; counters may be left out. */
function isUsualStart({ rules }: Dialect, fen: string): boolean {
  const usual = rules.format(rules.start()).split(' ')
  const given = fen.split(/\s+/)
  return given.length >= 2 && given.length <= usual.length && given.every((field, index) => field === usual[index])
}
