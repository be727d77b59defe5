/** What a conversion reports when it is done: counts, and what was lost. */
import type { Loss } from '../../convert/losses.ts'
import { describeIssue, describePlace, withMessage } from '../../issues/describe.ts'
import type { IssueLocation } from '../../issues/issue.ts'
import { shortPath } from '../show/layout.ts'
import type { InputCounts } from '../read/inputs.ts'
import { countOf, EXIT, formatTable, foundNothing, grouped, note, paint } from '../show/terminal.ts'
import type { Job } from './convert-job.ts'

/** Reports on standard error what happened; the last line has the total. */
export function report({ conversion, options, files, target }: Job, inputs: InputCounts, isJson = false): void {
  const { counts } = conversion
  const losses = conversion.losses.list()
  if (counts.unmatched > 0 && counts.written === 0) foundNothing()
  if (losses.some(({ severity }) => severity === 'error') || counts.withErrors > 0) process.exitCode ??= EXIT.issues
  if (isJson) return note(JSON.stringify({ inputs, counts, files, losses: losses.map(withMessage) }))
  const found = losses.filter(({ stage }) => stage === 'reading')
  if (found.length > 0) note(`\n${paint('bold', 'Not read as written:')}\n${formatLosses(found)}`)
  const lost = losses.filter(({ stage }) => stage === undefined)
  if (lost.length > 0) note(`\n${paint('bold', 'Lost or changed in the output:')}\n${formatLosses(lost)}`)
  if (inputs.unknownFiles > 0) note(`${countOf(inputs.unknownFiles, 'file')} of unknown format skipped`)
  if (inputs.failed > 0) note(paint('red', `${countOf(inputs.failed, 'file')} could not be read`))
  if (counts.unmatched > 0) note(`${countOf(counts.unmatched, 'game')} did not match the filters`)
  if (counts.deleted > 0) note(`${countOf(counts.deleted, 'game')} marked as deleted skipped; --deleted includes them`)
  if (counts.refused > 0) note(paint('yellow', `${countOf(counts.refused, 'entry', 'entries')} could not be written`))
  if (counts.withErrors > 0)
    note(`${countOf(counts.withErrors, 'record')} had errors; run ludograph validate for details`)
  if (files.length === 0) return note(`${countOf(inputs.opened, 'file')} read; nothing to write`)
  const where = files.length === 1 ? (files[0] === '-' ? 'standard output' : files[0]!) : countOf(files.length, 'file')
  const done = options.append ? `added to ${where}` : `written to ${where} as ${target.name}`
  note(`${countOf(counts.written, 'game')} from ${countOf(inputs.opened, 'file')} ${done}`)
}

/** Losses as a table: what, how many in how many games, and the first place. */
export function formatLosses(losses: readonly Loss[]): string {
  return formatTable(
    losses.map(({ count, games, places, ...loss }) => [
      paint(loss.severity === 'error' ? 'red' : 'yellow', loss.id),
      `${grouped(count)} in ${countOf(games, 'game')}`,
      describeIssue(loss),
      places[0] ? paint('dim', describePlace(withShortPath(places[0]))) : '',
    ]),
    '  ',
    'error',
  )
}

function withShortPath(place: IssueLocation): IssueLocation {
  return place.file === undefined ? place : { ...place, file: shortPath(place.file) }
}
