/** What tags say about the game itself: which game, which variant, from which position. */
import { PositionError, messageOf } from '../../../issues/errors.ts'
import type { GameRecord } from '../../../model/record.ts'
import type { Position } from '../../../rules/rules.ts'
import type { Dialect, TagLookup } from './dialect.ts'
import type { Problems } from '../text/problems.ts'

/** The start of a game. */
export interface Start {
  variant: string | undefined
  /** The text of the position if it is not the initial one. */
  setup: string | undefined
  /** Undefined if the text is invalid. */
  position: Position | undefined
  /** Whether the variant has no rules here, so that the position is that of the usual rules. */
  isForeign: boolean
}

/** Finds the start of games. The initial position of each kind of game is made once and reset for the next game. */
export class Starts {
  private readonly usual = new Map<Dialect, Position>()

  /**
   * The start of a game according to its tags. The position is valid until the next call. Issues are added to the list,
   * if given.
   */
  read(dialect: Dialect, tags: TagLookup, problems?: Problems, at = 0): Start {
    const { variant, setup } = readSetup(dialect, tags)
    if (variant === undefined && setup === undefined) {
      return { variant, setup, position: this.initialPosition(dialect), isForeign: false }
    }
    const options: Pick<GameRecord, 'variant' | 'setup'> = {}
    if (variant !== undefined) options.variant = variant
    if (setup !== undefined) options.setup = setup
    try {
      return { variant, setup, position: dialect.rules.start(options), isForeign: false }
    } catch (error) {
      if (!(error instanceof PositionError)) throw error
      const position = variant === undefined ? undefined : tryStart(dialect, setup)
      if (position) {
        problems?.add('pgn/unknown-variant', 'warning', { reason: messageOf(error) }, at)
      } else {
        problems?.add('pgn/bad-setup', 'error', { reason: messageOf(error) }, at)
      }
      return { variant, setup, position, isForeign: position !== undefined }
    }
  }

  /** The initial position; valid until the next call. */
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

/** The variant and the start position according to the tags. */
export function readSetup(dialect: Dialect, tags: TagLookup): Pick<Start, 'variant' | 'setup'> {
  // Tarrasch writes backslashes between the ranks.
  const text = tags.get('FEN')?.trim().replaceAll('\\', '/')
  const fen = text === undefined ? undefined : (dialect.readSetup?.(text) ?? text)
  const isUsual = fen === undefined || fen === '' || fen === '?' || isUsualStart(dialect, fen)
  return { variant: dialect.variantOf(tags), setup: isUsual ? undefined : fen }
}

/** The start with standard rules, for variants whose rules are not known. */
export function tryStart({ rules }: Dialect, setup: string | undefined): Position | undefined {
  try {
    return rules.start(setup === undefined ? {} : { setup })
  } catch (error) {
    if (error instanceof PositionError) return undefined
    throw error
  }
}

/** Whether position text is the initial position; counters may be missing. */
function isUsualStart({ rules }: Dialect, fen: string): boolean {
  const usual = rules.format(rules.start()).split(' ')
  const given = fen.split(/\s+/)
  return given.length >= 2 && given.length <= usual.length && given.every((field, index) => field === usual[index])
}
