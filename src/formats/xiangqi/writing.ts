/** What the writers of xiangqi files begin and end with. */
import type { SinkSet } from '../../bytes/sink.ts'
import { messageOf, PositionError } from '../../issues/errors.ts'
import { issue } from '../../issues/issue.ts'
import type { GameRecord } from '../../model/record.ts'
import { positionAfter } from '../../rules/replay.ts'
import type { Position } from '../../rules/rules.ts'
import { xiangqi } from '../../rules/xiangqi/index.ts'
import type { Writer } from '../format.ts'
import { notWritten, written } from '../write-result.ts'
import { WriteReport } from './write-report.ts'

/** The start of a record; undefined, with an issue of error severity, when it cannot be written. */
export function startOf(record: GameRecord, report: WriteReport, keepsCounters = false): Position | undefined {
  if (record.game !== 'xiangqi') {
    report.issues.push(issue('loss/game', 'error', { format: report.format, game: record.game }))
    return undefined
  }
  try {
    const start = positionAfter(xiangqi, record, [])
    const hasCounters = start.moveNumber !== 1 || start.halfmoveClock !== 0
    if (hasCounters && !keepsCounters) report.add('xiangqi/move-number', {})
    return start
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    report.add('xiangqi/bad-start', { reason: messageOf(error) }, 0, 'error')
    return undefined
  }
}

/**
 * A writer of files that hold one record each.
 * @param encode makes the file; undefined, with an issue of error severity, for a record that cannot be written
 */
export function oneRecordWriter(
  out: SinkSet,
  format: string,
  encode: (record: GameRecord, report: WriteReport) => Uint8Array | undefined,
): Writer {
  let isWritten = false
  return {
    add(record) {
      if (isWritten) return notWritten(issue('xiangqi/one-record', 'error', {}))
      const report = new WriteReport(format)
      const bytes = encode(record, report)
      if (!bytes) return notWritten(...report.issues)
      out.create(out.name).append(bytes)
      isWritten = true
      return written(report.issues)
    },
    finish() {
      if (isWritten) {
        out.commit()
        return []
      }
      out.abort()
      return [issue('xiangqi/no-record', 'error', {})]
    },
  }
}
