/**
 * Checks a collection: the issues of its reader, the format's constraints, and the rules of the game, as one stream of
 * issues.
 */
import type { Collection, Entry } from '../formats/format.ts'
import { messageOf, PositionError } from '../issues/errors.ts'
import { issue, type Issue } from '../issues/issue.ts'
import type { GameRecord } from '../model/record.ts'
import { formatIsoDate, isRealDate } from '../model/date.ts'
import { mainLinePlays } from '../model/tree.ts'
import { illegalMoves, positionAt } from '../rules/replay.ts'
import { strictGoIssues, type StrictGoRule } from '../rules/go/index.ts'
import { rulesOf } from '../rules/index.ts'
import { sideOf } from '../rules/side.ts'
import type { Rules } from '../rules/rules.ts'

/** What is checked. */
export interface ValidateOptions {
  /** Stricter rules of Go to apply as warnings; none by default. */
  strictGo?: readonly StrictGoRule[]
  /** Called for every entry, for progress. */
  onEntry?: (entry: Entry) => void
}

/** Issues of the container, then of every entry, with the record's index in their place. */
export function* validate(collection: Collection, options: ValidateOptions = {}): Generator<Issue> {
  yield* collection.issues
  if (collection.validate) yield* collection.validate()
  for (const entry of collection.entries()) {
    options.onEntry?.(entry)
    for (const issue of entry.issues) yield { ...issue, place: { ...issue.place, record: entry.index } }
    if (!entry.record) continue
    for (const issue of validateRecord(entry.record, options)) {
      yield { ...issue, place: { ...issue.place, record: entry.index } }
    }
  }
}

/** Checks a record by the rules of its game: its start, every move of every line, its result, its dates. */
export function validateRecord(record: GameRecord, { strictGo }: ValidateOptions = {}): Issue[] {
  const rules = rulesOf(record.game)
  const issues: Issue[] = []
  try {
    for (const issue of illegalMoves(rules, record, Infinity)) issues.push(issue)
    if (issues.length === 0) issues.push(...resultIssues(rules, record))
    if (strictGo && record.game === 'go') issues.push(...strictGoIssues(record, strictGo))
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    issues.push(issue('rules/bad-start', 'error', { reason: messageOf(error) }))
  }
  issues.push(...dateIssues(record))
  return issues
}

/** Compares the recorded result with a final position that is decided by the rules. */
function resultIssues(rules: Rules, record: GameRecord): Issue[] {
  const last = mainLinePlays(record.nodes).at(-1)
  if (last === undefined) return []
  const position = positionAt(rules, record, last)
  const outcome = rules.outcome(position)
  const result = record.header.result
  if (!outcome || result.outcome === 'unfinished' || outcome.reason === 'insufficient') return []
  const isDraw = outcome.winner === undefined
  if (isDraw ? result.outcome === 'draw' : result.outcome === 'win' && result.winner === outcome.winner) return []
  if (isDraw) return [issue('rules/result-draw', 'warning', {})]
  return [issue('rules/result', 'warning', { winner: sideOf(record.game, outcome.winner!) })]
}

function dateIssues(record: GameRecord): Issue[] {
  const dates = [record.header.date, record.header.event?.date, record.header.event?.endDate]
  return dates.flatMap((date) =>
    date && !isRealDate(date) ? [issue('record/date', 'warning', { date: formatIsoDate(date) ?? '' })] : [],
  )
}
