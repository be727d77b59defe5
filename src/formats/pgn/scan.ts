/**
 * The fast path: main lines as packed moves with position keys, no tree and
 * no string. Tags are only decoded when the header is requested.
 */
import { PASS, type Move } from '../../model/move.ts'
import type { Header } from '../../model/record.ts'
import type { Position } from '../../rules/rules.ts'
import type { ScannedGame } from '../format.ts'
import { HashedLine } from '../hashed-line.ts'
import {
  BLANK,
  DIGIT,
  DOT,
  ENDS_WORD,
  isDigit,
  DOLLAR,
  KINDS,
  lineEnd,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PERCENT,
  PUNCTUATION,
  RETURN,
  SEMICOLON,
  SPACE,
  STAR,
} from './characters.ts'
import type { TextDecoding } from './decoding.ts'
import { NO_MOVE, type Dialect } from './dialect.ts'
import { DIALECTS } from './dialects.ts'
import { mayBeOthello } from './othello-dialect.ts'
import { readGameTags, readHeaderAlone, type GameBytes } from './record.ts'
import { Starts } from './setup.ts'
import { isTag, markNames, skipTag, skipTags, TagSection } from './tags.ts'
import {
  findWordEnd,
  isNullNumber,
  isUsualResult,
  mayBothLose,
  readOddMove,
  skipComment,
  skipVariation,
  wordKind,
} from './words.ts'

/** The default game. */
const USUAL_DIALECT = DIALECTS.at(-1)!

/** The tags that require reading all of them, and the one that ordinary games have. */
const TAG_NAMES = markNames(
  DIALECTS.flatMap(({ gameTagNames }) => gameTagNames),
  USUAL_DIALECT.colours[0],
)

/** Reads main lines into arrays that are reused for the next game. */
export class MainLineScanner extends HashedLine implements ScannedGame {
  index = -1
  game: ScannedGame['game'] = 'chess'
  setup: string | undefined
  variant: string | undefined
  damaged = false
  private readonly decoding: TextDecoding
  private readonly tags: TagSection
  private readonly starts = new Starts()
  private current: GameBytes = { bytes: new Uint8Array(0), start: 0, end: 0 }

  constructor(decoding: TextDecoding) {
    super()
    this.decoding = decoding
    this.tags = new TagSection(decoding)
  }

  header(): Header {
    return readHeaderAlone(readGameTags(this.current, this.decoding, this.tags))
  }

  /** Reads the main line of the next game. */
  scan(game: GameBytes): void {
    this.index++
    this.length = 0
    this.damaged = false
    this.current = game
    this.variant = undefined
    this.setup = undefined
    let dialect = USUAL_DIALECT
    let position: Position | undefined
    let at = skipTags(game.bytes, game.start, game.end, TAG_NAMES)
    if (at < 0 || mayBeOthello(game.bytes, game.start, at, game.end)) {
      const read = readGameTags(game, this.decoding, this.tags)
      const start = this.starts.read(read.dialect, this.tags)
      at = read.at
      dialect = read.dialect
      position = start.position
      this.variant = start.variant
      this.setup = start.setup
    } else {
      position = this.starts.initialPosition(dialect)
    }
    this.game = dialect.game
    if (position) this.readLine(game.bytes, at, game.end, dialect, position)
    else this.damaged = true
  }

  private readLine(bytes: Uint8Array, at: number, end: number, dialect: Dialect, position: Position): void {
    const { hasDigitMoves, readMove } = dialect
    dialect.rules.key(position, this.keys, 0)
    while (at < end) {
      const kind = KINDS[bytes[at]!]!
      if (kind === BLANK) {
        at++
        continue
      }
      if (kind === PUNCTUATION) {
        at = skipPunctuation(bytes, at, end)
        continue
      }
      let wordEnd = at + 1
      if (kind === DIGIT) {
        while (wordEnd < end && KINDS[bytes[wordEnd]!] === DIGIT) wordEnd++
        const next = wordEnd < end ? bytes[wordEnd]! : SPACE
        if (next === DOT ? !hasDigitMoves : ENDS_WORD[next] === 1 && !isNullNumber(bytes, at, wordEnd)) {
          at = skipDots(bytes, wordEnd, end)
          continue
        }
      }
      wordEnd = findWordEnd(bytes, wordEnd, end)
      if (kind === DIGIT && mayBothLose(bytes, at, wordEnd, end) && this.bothLose()) return
      const move = readMove(position, bytes, at, wordEnd)
      if (move !== NO_MOVE) {
        this.add(move, dialect, position)
        at = wordEnd
      } else {
        at = this.readOddWord(bytes, at, wordEnd, end, dialect, position)
      }
    }
  }

  private bothLose(): boolean {
    return readGameTags(this.current, this.decoding, this.tags).tags.get('Result') === '0-0'
  }

  private add(move: Move, { rules }: Dialect, position: Position): void {
    if (this.length === this.moves.length) this.grow()
    this.moves[this.length++] = move
    rules.play(position, move)
    rules.key(position, this.keys, 2 * this.length)
  }

  /** Handles a word that is not simply a move; returns where to continue, the end if the line is over. */
  private readOddWord(
    bytes: Uint8Array,
    at: number,
    wordEnd: number,
    end: number,
    dialect: Dialect,
    position: Position,
  ): number {
    if (isUsualResult(bytes, at, wordEnd)) return end
    const text = this.decoding.text(bytes, at, wordEnd)
    const kind = wordKind(text)
    if (kind === 'result') return end
    if (kind === 'null') {
      this.add(PASS, dialect, position)
    } else if (kind === 'text') {
      const move = readOddMove(dialect, position, text)
      if (move !== undefined) {
        this.add(move, dialect, position)
      } else if (isDigit(bytes[at]!)) {
        // A number directly followed by its move.
        while (isDigit(bytes[at]!)) at++
        return skipDots(bytes, at, end)
      } else {
        this.damaged = true
        return end
      }
    }
    return wordEnd
  }
}

function skipDots(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && bytes[at] === DOT) at++
  return at
}

/** Skips comments, variations, late tags and glyphs; a `*` is the end. */
function skipPunctuation(bytes: Uint8Array, at: number, end: number): number {
  switch (bytes[at]) {
    case OPEN_BRACE:
      return skipComment(bytes, at, end)
    case OPEN_PAREN:
      return skipVariation(bytes, at, end)
    case SEMICOLON:
      return lineEnd(bytes, at, end)
    case STAR:
      return end
    case PERCENT:
      return at === 0 || bytes[at - 1] === NEWLINE || bytes[at - 1] === RETURN ? lineEnd(bytes, at, end) : at + 1
    case OPEN_BRACKET:
      return isTag(bytes, at, end) ? skipTag(bytes, at, end) : at + 1
    case DOLLAR:
      // The digits of a glyph are neither the number of a move nor a null move.
      do at++
      while (at < end && isDigit(bytes[at]!))
      return at
    default:
      return at + 1
  }
}
