/** Writes the XML of CCBridge: docs/formats/ccbridge-xml.md. */
import type { SinkSet } from '../../bytes/sink.ts'
import { moveFrom, moveTo } from '../../model/move.ts'
import type { GameRecord } from '../../model/record.ts'
import { xiangqi, type XiangqiPosition } from '../../rules/xiangqi/index.ts'
import type { Writer } from '../format.ts'
import { fileOf, rowFromTop } from '../xiangqi/board.ts'
import { kindCode, resultCode } from '../xiangqi/codes.ts'
import { writeFields } from '../xiangqi/record-fields.ts'
import type { WriteReport } from '../xiangqi/write-report.ts'
import { commentOf, planMoves } from '../xiangqi/write-tree.ts'
import { oneRecordWriter, startOf } from '../xiangqi/writing.ts'
import { allowedText, cdata, elementText } from '../xml-text.ts'
import { HEAD_FIELDS, KIND, RESULT, ROOT, START, VERSION } from './names.ts'

/** Starts writing one file. */
export function writeCcbridgeXml(out: SinkSet): Writer {
  return oneRecordWriter(out, 'ccbridge-xml', (record, report) => {
    const start = startOf(record, report, true)
    return start && new TextEncoder().encode(formatRecord(record, xiangqi.format(start as XiangqiPosition), report))
  })
}

function formatRecord(record: GameRecord, fen: string, report: WriteReport): string {
  const { header } = record
  const fields = writeFields(header, report)
  if (fields.Script !== undefined) report.leftOutTag('Script', fields.Script)
  const head = HEAD_FIELDS.flatMap((name): [string, string][] => {
    const own: [string, string] = [name, fields[name] ?? '']
    if (name === 'RecordKind') return [[KIND, String(kindCode(header.kind, report))], own]
    if (name === 'ResultType') return [[RESULT, String(resultCode(header.result, report))], own]
    return [own]
  })
  head.push([START, fen])
  return [
    '\uFEFF<?xml version="1.0" encoding="UTF-8"?>',
    `<${ROOT} Version="${VERSION}">`,
    ' <Head>',
    ...head.map(([name, text]) => (text === '' ? `  <${name} />` : `  <${name}>${plain(text, report)}</${name}>`)),
    ' </Head>',
    ' <MoveList>',
    ...formatMoves(record.nodes, report),
    ' </MoveList>',
    `</${ROOT}>`,
    '',
  ].join('\n')
}

function plain(text: string, report: WriteReport): string {
  return elementText(allowed(text, report))
}

/** Text without what XML forbids, and said to be so. */
function allowed(text: string, report: WriteReport, node = 0): string {
  const found = allowedText(text)
  if (found.forbidden !== undefined) report.forbidden(found.forbidden, node)
  return found.text
}

function formatMoves(nodes: GameRecord['nodes'], report: WriteReport): string[] {
  const plan = planMoves(nodes, report)
  const lines: string[] = []
  for (let index = 0; index < nodes.length; index++) {
    if (plan.owner[index] !== index) continue
    const { move } = nodes[index]!
    const value = index === 0 ? '00-00' : `${digits(moveFrom(move!))}-${digits(moveTo(move!))}`
    const branch = plan.hasSibling[index] === 1 ? ' branch="1"' : ''
    const end = plan.hasChild[index] === 1 ? '' : ' end="1"'
    const text = commentOf(nodes, index, plan, report)
    const open = `  <Move value="${value}"${branch}${end}`
    lines.push(text === undefined ? `${open} />` : `${open}>${cdata(allowed(text, report, index))}</Move>`)
  }
  return lines
}

/** File from Red's left and row from the top. */
function digits(square: number): string {
  return `${fileOf(square)}${rowFromTop(square)}`
}
