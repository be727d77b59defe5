/**
 * Checks a collection: the issues of its reader, the format's constraints, and the rules of the game, as one stream of
 * issues.
 */
import { withNodes, type AnyRecord } from '../model/line-record.ts'
import type { ChessKernel } from '../formats/chess-kernel.ts'
import type { Collection, Entry, EntryOptions } from '../formats/format.ts'
import { messageOf, PositionError } from '../issues/errors.ts'
import { shorten } from '../issues/collector.ts'
import { issue, type Issue } from '../issues/issue.ts'
import type { GameRecord } from '../model/record.ts'
import { formatIsoDate, isRealDate } from '../model/date.ts'
import { mainLine, mainLinePlays } from '../model/tree.ts'
import { chess, type PlayedMoves } from '../rules/chess/index.ts'
import { illegalMove, positionAt, replay } from '../rules/replay.ts'
import { strictGoIssues, type StrictGoRule } from '../rules/go/index.ts'
import { rulesOf } from '../rules/index.ts'
import { sideOf } from '../rules/side.ts'
import type { Position, Rules } from '../rules/rules.ts'

/** What is checked. */
export interface ValidateOptions {
  /** Stricter rules of Go to apply as warnings; none by default. */
  strictGo?: readonly StrictGoRule[]
  /** Reads plain games of chess. */
  kernel?: ChessKernel | undefined
  /** Called for every entry, for progress. */
  onEntry?: (entry: Entry<AnyRecord>) => void
}

/** Issues of the container, then of every entry, with the record's index in their place. */
export function* validate(collection: Collection, options: ValidateOptions = {}): Generator<Issue> {
  yield* collection.issues
  if (collection.validate) yield* collection.validate()
  yield* validateEntries(collection, {}, options)
}

/** Issues of some entries, with the record's index in their place. */
export function* validateEntries(
  collection: Collection,
  { from, to }: Pick<EntryOptions, 'from' | 'to'>,
  options: ValidateOptions = {},
): Generator<Issue> {
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  for (const entry of collection.entries({
    ...range,
    playedLine: { moves: true },
    bare: true,
    kernel: options.kernel,
  })) {
    options.onEntry?.(entry)
    for (const issue of entry.issues) yield { ...issue, place: { ...issue.place, record: entry.index } }
    if (!entry.record) continue
    for (const issue of recordIssues(entry.record, options, entry.playedLine?.moves)) {
      yield { ...issue, place: { ...issue.place, record: entry.index } }
    }
  }
}

/** Checks a record by the rules of its game: its start, every move of every line, its result, its dates. */
export function validateRecord(record: GameRecord, options: ValidateOptions = {}): Issue[] {
  return recordIssues(record, options)
}

/** @param played moves that need not be played again if they are those of the record */
function recordIssues(record: AnyRecord, { strictGo }: ValidateOptions, played?: PlayedMoves): Issue[] {
  const rules = rulesOf(record.game)
  const issues: Issue[] = []
  try {
    if (played?.proveLegal(record)) issues.push(...resultIssues(rules, record, () => endOf(played)))
    else for (const found of replayedIssues(rules, withNodes(record))) issues.push(found)
    if (strictGo && record.game === 'go') issues.push(...strictGoIssues(withNodes(record), strictGo))
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    if (error.code === 'position/variant') issues.push(issue('rules/variant', 'warning', { variant: record.variant! }))
    else issues.push(issue('rules/bad-start', 'error', { reason: messageOf(error) }))
  }
  issues.push(...dateIssues(record), ...nameIssues(record))
  return issues
}

/** Names with controls of C1, which no name has: bytes of another encoding were taken for characters. */
function* nameIssues({ header }: AnyRecord): Generator<Issue> {
  for (const { name = '' } of header.players) {
    if (/[\u0080-\u009F]/.test(name)) yield issue('text/control-characters', 'warning', { name: shorten(name) })
  }
}

/** The illegal moves of a record; without any, what the position after its main line says of the result. */
function replayedIssues(rules: Rules, record: GameRecord): Issue[] {
  const issues: Issue[] = []
  const leaf = mainLine(record.nodes).at(-1)
  let end: Position | undefined
  replay(rules, record, (position, node, index) => {
    const illegal = illegalMove(rules, position, node, index)
    if (illegal) issues.push(illegal)
    // It plays on to the end of its line, which is here.
    if (index === leaf) end = position
  })
  if (issues.length > 0) return issues
  const last = mainLinePlays(record.nodes).at(-1)
  if (last === undefined) return []
  return resultIssues(rules, record, () => (last === leaf && end ? end : positionAt(rules, record, last)))
}

const START = chess.start()
const scratch = chess.start()

/** The position after the main line of moves that were played, until that of the next. */
function endOf(played: PlayedMoves): Position {
  scratch.assign(START)
  played.playMainLine(scratch)
  return scratch
}

/**
 * Compares the recorded result with a final position that is decided by the rules. @param end makes the position after
 * the last move
 */
function resultIssues(rules: Rules, { game, header }: AnyRecord, end: () => Position): Issue[] {
  const { result } = header
  if (result.outcome === 'unfinished') return []
  const position = end()
  const outcome = position.ply > 0 ? rules.outcome(position) : undefined
  if (!outcome || outcome.reason === 'insufficient') return []
  const isDraw = outcome.winner === undefined
  if (isDraw ? result.outcome === 'draw' : result.outcome === 'win' && result.winner === outcome.winner) return []
  if (isDraw) return [issue('rules/result-draw', 'warning', {})]
  return [issue('rules/result', 'warning', { winner: sideOf(game, outcome.winner!) })]
}

function dateIssues(record: AnyRecord): Issue[] {
  const dates = [record.header.date, record.header.event?.date, record.header.event?.endDate]
  return dates.flatMap((date) =>
    date && !isRealDate(date) ? [issue('record/date', 'warning', { date: formatIsoDate(date) ?? '' })] : [],
  )
}
