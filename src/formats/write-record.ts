import { withNodes, type AnyRecord } from '../model/line-record.ts'
import type { SanTexts } from '../rules/chess/index.ts'
import type { RecordWriter } from './format.ts'
import type { WriteResult } from './write-result.ts'

/** Writes a record with nodes or without, and makes nodes where the writer needs them. @param san see {@link RecordWriter.add} */
export function writeRecord(writer: RecordWriter, record: AnyRecord, san?: SanTexts): WriteResult {
  return 'moves' in record && writer.addLine ? writer.addLine(record, san) : writer.add(withNodes(record), san)
}
