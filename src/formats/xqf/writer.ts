/** Writes a record as an XQF file of version 10 or 18, all keys zero. */
import type { SinkSet } from '../../bytes/sink.ts'
import { encodingName, fromBase64 } from '../../bytes/text.ts'
import { ByteWriter } from '../../bytes/writer.ts'
import { PositionError, messageOf } from '../../issues/errors.ts'
import { issue } from '../../issues/issue.ts'
import type { GameRecord } from '../../model/record.ts'
import { positionAfter } from '../../rules/replay.ts'
import { xiangqi } from '../../rules/xiangqi/index.ts'
import type { Position } from '../../rules/rules.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { notWritten, written } from '../write-result.ts'
import { writeHeader } from './header-writer.ts'
import { recordNative } from './native.ts'
import { USUAL_ENCODING } from './text.ts'
import { writeTree } from './tree-writer.ts'
import type { WriteContext } from './write-context.ts'

/** The versions that are written: the published one, which every reader accepts, and XQStudio's last one. */
const WRITTEN_VERSIONS = ['10', '18'] as const

/** Starts writing one file. */
export function writeXqf(out: SinkSet, options: WriteOptions = {}): Writer {
  const version = options.settings?.['version'] ?? WRITTEN_VERSIONS[0]
  if (!WRITTEN_VERSIONS.some((known) => known === version)) {
    throw new TypeError(`XQF is written as version ${WRITTEN_VERSIONS.join(' or ')}, not ${version}`)
  }
  const encoding = encodingName(options.encoding ?? USUAL_ENCODING)
  if (encoding === undefined) throw new TypeError(`unknown encoding: ${options.encoding}`)
  let isWritten = false
  return {
    add(record) {
      if (isWritten) return notWritten(issue('xqf/one-record', 'error', {}))
      const context: WriteContext = { version: Number(version), encoding, issues: [] }
      const bytes = encodeRecord(record, context)
      if (!bytes) return notWritten(...context.issues)
      out.create(out.name).append(bytes)
      isWritten = true
      return written(context.issues)
    },
    finish() {
      if (isWritten) {
        out.commit()
        return []
      }
      out.abort()
      return [issue('xqf/no-record', 'error', {})]
    },
  }
}

/** The file for a record; undefined, with an issue of severity error, if its start cannot be written. */
function encodeRecord(record: GameRecord, context: WriteContext): Uint8Array | undefined {
  const start = startPosition(record, context)
  if (!start) return undefined
  const writer = new ByteWriter(0x800)
  if (!writeHeader(record, start, writer, context)) return undefined
  writeTree(record.nodes, start, writer, context)
  const { trailing } = recordNative(record.native)
  if (trailing !== undefined) writer.put(fromBase64(trailing))
  return writer.bytes()
}

function startPosition(record: GameRecord, context: WriteContext): Position | undefined {
  if (record.game !== 'xiangqi') {
    context.issues.push(issue('loss/game', 'error', { format: 'xqf', game: record.game }))
    return undefined
  }
  try {
    const start = positionAfter(xiangqi, record, [])
    if (start.moveNumber !== 1 || start.halfmoveClock !== 0) {
      context.issues.push(issue('xqf/move-number', 'warning', {}))
    }
    return start
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    context.issues.push(issue('xqf/bad-start', 'error', { reason: messageOf(error) }))
    return undefined
  }
}
