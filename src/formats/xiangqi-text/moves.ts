/** Finds the moves of a text with what is said of them, and plays them into a line. */
import { shorten, type IssueCollector } from '../../issues/collector.ts'
import type { MoveNode } from '../../model/tree.ts'
import { xiangqi, type XiangqiPosition } from '../../rules/xiangqi/index.ts'
import { chooseReading } from '../xiangqi/move-reading.ts'
import { CHINESE_MOVE } from './detect.ts'

const CHINESE = new RegExp(CHINESE_MOVE, 'g')

/** Coordinates, WXF with a stop or a sign before the last digit, or Vietnamese. */
const LETTERS =
  /(?<![A-Za-z0-9])(?:[a-i](?:10|[0-9])-?[a-i](?:10|[0-9])|[KAEBHNRCP+=-][1-9+=-][.+=-][1-9]|(?:tg|[xpmtsbc])[1-9tsg][./-][1-9])(?![A-Za-z0-9])/gi

/** A move, and the words between it and the next one. */
export interface SaidMove {
  text: string
  comment: string
}

/** The moves of a text, and what stands before the first. */
export interface FoundMoves {
  before: string
  moves: SaidMove[]
}

/** A line of movetext, where others do not begin with a number: they are about the move before them. */
const NUMBERED_LINE = /^[ \t　]*[0-9]{1,3}\s*[.．、]/

/** A comment in braces, or as programmers write it. */
const BRACES = /\{([^}]*)\}|\/\*([\s\S]*?)\*\//g

/** What is no comment between moves: numbers, dots in place of a move, results, lines of dashes. */
const BESIDE =
  /(?<![A-Za-z])[0-9]{1,3}\s*[.．、]+|[.…·]{2,}|(?<![0-9])(?:1-0|0-1|1\/2-1\/2)(?![0-9])|^[-=_*]{3,}\s*$|\}?\s*END\b/gm

/** Finds the moves: those in Chinese where there are any. Words in braces, and lines without a number, are about the move before. */
export function findMoves(text: string): FoundMoves {
  const move = CHINESE.test(text) ? CHINESE : LETTERS
  CHINESE.lastIndex = 0
  const found: FoundMoves = { before: '', moves: [] }
  for (const { words, isComment } of partsOf(text)) {
    if (isComment) {
      addComment(found, words)
      continue
    }
    let at = 0
    for (const match of words.matchAll(move)) {
      addComment(found, wordsIn(words.slice(at, match.index)))
      found.moves.push({ text: match[0], comment: '' })
      at = match.index + match[0].length
    }
    addComment(found, wordsIn(words.slice(at)))
  }
  return found
}

/** Where the first move in letters stands, with its number; the end of a text without one. */
export function firstMove(text: string): number {
  const first = text.search(LETTERS)
  if (first < 0) return text.length
  const number = /[0-9]+\s*\.+\s*$/.exec(text.slice(0, first))
  return number ? number.index : first
}

/** The parts of a text: moves, and comments in braces or in lines of their own. */
function* partsOf(text: string): Generator<{ words: string; isComment: boolean }> {
  const lines = text.split(/\r\n|\r|\n/)
  const isNumbered = lines.filter((line) => NUMBERED_LINE.test(line)).length > 1 || BRACES.test(text)
  BRACES.lastIndex = 0
  let at = 0
  for (const match of text.matchAll(BRACES)) {
    yield* linesOf(text.slice(at, match.index), isNumbered)
    yield { words: (match[1] ?? match[2])!.trim(), isComment: true }
    at = match.index + match[0].length
  }
  yield* linesOf(text.slice(at), isNumbered)
}

/** Lines that begin with a number or a move hold moves; others, where most do, are comments. */
function* linesOf(text: string, isNumbered: boolean): Generator<{ words: string; isComment: boolean }> {
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const isOfMoves = index === 0 || !isNumbered || NUMBERED_LINE.test(line) || BEGINS_WITH_MOVE.test(line)
    yield { words: isOfMoves ? line : wordsIn(line), isComment: !isOfMoves }
  }
}

const BEGINS_WITH_MOVE = new RegExp(`^\\s*(?:${CHINESE_MOVE}|${LETTERS.source})(?:\\s|$)`, 'i')

/** What of a text between moves is words. */
function wordsIn(text: string): string {
  const words = text.replaceAll(BESIDE, ' ').replaceAll(/\s+/g, ' ').trim()
  return /[\p{L}\p{N}]/u.test(words) ? words : ''
}

function addComment(found: FoundMoves, words: string): void {
  if (words === '') return
  const last = found.moves.at(-1)
  if (last) last.comment = last.comment === '' ? words : `${last.comment}\n${words}`
  else found.before = found.before === '' ? words : `${found.before}\n${words}`
}

/**
 * Plays moves, in the notation in which most of them can be played. From the first one that cannot be read on, they are kept as
 * texts.
 * @param position where the first one is made; it is changed on the way
 */
export function readMoves(moves: readonly SaidMove[], position: XiangqiPosition, issues: IssueCollector): MoveNode[] {
  const nodes: MoveNode[] = [{ parent: -1 }]
  const read = chooseReading(
    moves.map(({ text }) => text),
    position,
  )
  let isLost = false
  for (const { text, comment } of moves) {
    const index = nodes.length
    const move = isLost ? undefined : (read(position, text) ?? xiangqi.readIllegalMove!(position, text))
    if (move === undefined) {
      if (!isLost) issues.add('xiangqi/unread-move', 'error', { text: shorten(text) }, { node: index })
      isLost = true
      nodes.push({ parent: index - 1, unread: { text } })
    } else {
      xiangqi.play(position, move)
      nodes.push({ parent: index - 1, move })
    }
    if (comment !== '') nodes[index]!.comments = [{ text: comment, placement: 'after' }]
  }
  return nodes
}
