/** Writes records and texts as JSON lines: one line each, as formatted by JSON.stringify. */
import { issue } from '../../issues/issue.ts'
import type { SinkSet } from '../../bytes/sink.ts'
import { TextWriter } from '../../bytes/text-writer.ts'
import type { GameRecord, TextDocument } from '../../model/record.ts'
import type { Writer } from '../format.ts'
import { notWritten, written, type WriteResult } from '../write-result.ts'

export function writeJsonl(out: SinkSet): Writer {
  const text = new TextWriter(out.create(out.name))
  const add = (value: GameRecord | TextDocument): WriteResult => {
    try {
      text.write(`${JSON.stringify(value)}\n`)
      return written()
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return notWritten(issue('jsonl/too-large', 'error', {}))
    }
  }
  return {
    add,
    addDocument: add,
    finish: () => {
      text.flush()
      out.commit()
      return []
    },
  }
}
