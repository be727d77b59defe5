/** Writes PFC: docs/formats/pfc.md. */
import type { SinkSet } from '../../bytes/sink.ts'
import type { Json } from '../../model/json.ts'
import type { GameRecord } from '../../model/record.ts'
import { resultSymbol } from '../../model/result.ts'
import type { MoveNode } from '../../model/tree.ts'
import { xiangqi, type XiangqiPosition } from '../../rules/xiangqi/index.ts'
import type { Writer } from '../format.ts'
import { TAG_FIELDS, writeFields } from '../xiangqi/record-fields.ts'
import type { WriteReport } from '../xiangqi/write-report.ts'
import { commentOf, planMoves } from '../xiangqi/write-tree.ts'
import { oneRecordWriter, startOf } from '../xiangqi/writing.ts'
import { allowedText, attributeText } from '../xml-text.ts'
import { COMMENT, FIELDS, MOVE, VERSION, WIN } from './attributes.ts'

/** Starts writing one file. */
export function writePfc(out: SinkSet): Writer {
  return oneRecordWriter(out, 'pfc', (record, report) => {
    const start = startOf(record, report, true)
    return start && new TextEncoder().encode(formatRecord(record, start as XiangqiPosition, report))
  })
}

function formatRecord(record: GameRecord, start: XiangqiPosition, report: WriteReport): string {
  const plan = planMoves(record.nodes, report)
  const parts = ['\uFEFF<?xml version="1.0" encoding="utf-8"?>']
  /** The nodes whose elements are open. */
  const open: number[] = []
  for (let index = 0; index < record.nodes.length; index++) {
    const node = record.nodes[index]!
    if (plan.owner[index] !== index) continue
    const parent = index === 0 ? -1 : plan.owner[node.parent]!
    while (open.length > 0 && open.at(-1) !== parent) {
      open.pop()
      parts.push('</n>')
    }
    const own =
      index === 0 ? rootAttributes(record, start, report) : [[MOVE, xiangqi.writeMove(start, node.move!, 'ucci')]]
    const comment = commentOf(record.nodes, index, plan, report) ?? ''
    const attributes = [...own, ...(comment === '' ? [] : [[COMMENT, comment]]), ...nativeAttributes(node, own)]
    const text = attributes.map(([name, value]) => ` ${name!}="${quoted(value!, report, index)}"`).join('')
    if (plan.hasChild[index] === 1) {
      parts.push(`<n${text}>`)
      open.push(index)
    } else {
      parts.push(`<n${text} />`)
    }
  }
  parts.push('</n>'.repeat(open.length))
  return parts.join('')
}

function quoted(text: string, report: WriteReport, node: number): string {
  const found = allowedText(text)
  if (found.forbidden !== undefined) report.forbidden(found.forbidden, node)
  return attributeText(found.text)
}

function rootAttributes(record: GameRecord, start: XiangqiPosition, report: WriteReport): string[][] {
  const { header } = record
  const fields = writeFields(header, report)
  const attributes = [
    ['version', VERSION],
    [
      WIN,
      header.result.text !== undefined && header.result.outcome === 'unfinished'
        ? header.result.text
        : resultSymbol(header.result),
    ],
  ]
  if (header.result.outcome !== 'unfinished' && fields.ResultType !== undefined)
    report.leftOutTag('ResultType', fields.ResultType)
  delete fields.ResultType
  for (const [attribute, field] of FIELDS) {
    if (fields[field] !== undefined) attributes.push([attribute, fields[field]])
    delete fields[field]
  }
  // What else is not kept is a feature of its own, which is reported as such.
  for (const name of TAG_FIELDS) if (fields[name] !== undefined) report.leftOutTag(name, fields[name])
  attributes.push([MOVE, xiangqi.format(start)])
  return attributes
}

/** Attributes that came with a node, but for those that are written anyway. */
function nativeAttributes({ native }: MoveNode, own: string[][]): string[][] {
  const kept: Json | undefined = native?.['pfc']
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return []
  const taken = new Set([MOVE, COMMENT, ...own.map(([name]) => name!)])
  return Object.entries(kept).flatMap(([name, value]) =>
    typeof value === 'string' && !taken.has(name) && isAttributeName(name) ? [[name, value]] : [],
  )
}

function isAttributeName(name: string): boolean {
  return /^[^\s"'<>/=&]+$/.test(name)
}
