/** Writes Go records as wei7 3.0, one per file. */
import type { SinkSet } from '../../bytes/sink.ts'
import { TextWriter } from '../../bytes/text-writer.ts'
import { messageOf, PositionError } from '../../issues/errors.ts'
import { issue } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import { boardSize, type GameRecord } from '../../model/record.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { notWritten, written } from '../write-result.ts'
import type { Wei7Document } from './document.ts'
import { makeInfo } from './info-writer.ts'
import { formatJson } from './json-text.ts'
import { Losses, otherFields } from './losses.ts'
import { ownFields } from './native.ts'
import { isWritable, makeTimelineTree, timelineFault } from './timeline-writer.ts'
import { loseNative } from './step-writer.ts'
import { makeTree } from './tree-writer.ts'

/** Starts writing one record. With the setting `keep-losses`, what is lost goes to a separate file, `name.loss.json`. */
export function writeWei7(out: SinkSet, options: WriteOptions = {}): Writer {
  const keepsLosses = options.settings?.['keep-losses'] === 'yes'
  let isWritten = false
  return {
    add(record) {
      if (isWritten) return notWritten(issue('wei7/one-record', 'error', {}))
      if (record.game !== 'go') return notWritten(issue('loss/game', 'error', { format: 'wei7', game: record.game }))
      const made = tryDocument(record)
      if (made instanceof PositionError) {
        return notWritten(issue('wei7/bad-start', 'error', { reason: messageOf(made) }))
      }
      const { document, losses } = made
      writeText(out, out.name, `${formatDocument(document)}\n`)
      if (keepsLosses) writeText(out, `${out.name}.loss.json`, `${formatLosses(out.name, losses)}\n`)
      isWritten = true
      return written(losses.issues())
    },
    finish() {
      const name = `${out.name}.loss.json`
      const isStale = isWritten && !keepsLosses && out.existing?.(name) !== undefined
      out.commit()
      return isStale ? [issue('wei7/stale-losses', 'warning', { name })] : []
    },
  }
}

/** The document of a record, or what is wrong with its start position. */
function tryDocument(record: GameRecord): ReturnType<typeof makeDocument> | PositionError {
  try {
    return makeDocument(record)
  } catch (error) {
    if (error instanceof PositionError) return error
    throw error
  }
}

function writeText(out: SinkSet, name: string, text: string): void {
  const writer = new TextWriter(out.create(name))
  writer.write(text)
  writer.flush()
}

/** Makes the document of a Go record, and lists what it cannot store. Throws PositionError for an impossible start. */
export function makeDocument(record: GameRecord): { document: Wei7Document; losses: Losses } {
  const losses = new Losses()
  const own = ownFields(record)
  const { columns, rows } = boardSize(record)
  const document: Partial<Wei7Document> = { format: 'wei7', version: '3.0' }
  if (own['size'] !== 'absent' || record.size) {
    const isSquare = columns === rows && own['size'] !== 'rectangle'
    document.size = isSquare ? columns : { width: columns, height: rows }
  }
  const info = makeInfo(record, losses)
  if (info) document.info = info
  document.tree = makeTreeOf(record, losses)
  if (record.variant !== undefined) losses.lose('variant', record.variant)
  loseNativeOf(record, losses)
  return { document: document as Wei7Document, losses }
}

function makeTreeOf(record: GameRecord, losses: Losses) {
  if (isWritable(record)) {
    const fault = timelineFault(record)
    if (fault) losses.note('wei7/no-game', { reason: fault.reason }, undefined, fault.node)
    return makeTimelineTree(record, losses)
  }
  if (record.timeline) losses.note('wei7/timeline-lost', {}, record.timeline as unknown as Json)
  return makeTree(record, losses)
}

function loseNativeOf(record: GameRecord, losses: Losses): void {
  const { wei7: _, ...others } = record.native ?? {}
  for (const [format, value] of Object.entries(others)) {
    loseNative(losses, format, value)
  }
  for (const [field, value] of otherFields(ownFields(record), ['size', 'empty', 'players'])) {
    losses.note('wei7/unread-lost', {}, { [field]: value })
  }
}

/** Containers of a document whose parts get separate lines. */
const BROKEN = new Set([
  '',
  'info',
  'participants',
  'players',
  'tree',
  'pre',
  'stones',
  'steps',
  'branches',
  'branches[]',
])

/** The text of a document, with one line for each step. */
export function formatDocument(document: Wei7Document): string {
  return formatJson(document as unknown as Json, (key) => BROKEN.has(key))
}

/** The losses as a separate file, for programs. */
function formatLosses(file: string, losses: Losses): string {
  const report = { format: 'wei7-losses', version: 1, file, losses: losses.all() } as unknown as Json
  return formatJson(report, (key) => key === '' || key === 'losses')
}
