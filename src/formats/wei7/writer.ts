/** Writes Go records as wei7 3.0, one to a file. */
import type { SinkSet } from '../../bytes/sink.ts'
import { TextWriter } from '../../bytes/text-writer.ts'
import { PositionError, type Issue } from '../../model/issue.ts'
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
import { makeTree } from './tree-writer.ts'

/** Starts writing one record. With the setting `keep-losses` what is lost goes to a file beside, `name.loss.json`. */
export function writeWei7(out: SinkSet, options: WriteOptions = {}): Writer {
  const keepsLosses = options.settings?.['keep-losses'] === 'yes'
  let isWritten = false
  return {
    add(record) {
      if (isWritten) return notWritten(refusal('a wei7 file holds one record'))
      if (record.game !== 'go') return notWritten(refusal('wei7 holds Go alone'))
      const made = tryDocument(record)
      if (typeof made === 'string') return notWritten(refusal(`the start position is invalid: ${made}`))
      const { document, losses } = made
      writeText(out, out.name, `${formatDocument(document)}\n`)
      if (keepsLosses) writeText(out, `${out.name}.loss.json`, `${formatLosses(out.name, losses)}\n`)
      isWritten = true
      return written(losses.issues())
    },
    finish() {
      out.commit()
      return []
    },
  }
}

/** The document of a record, or why its start position is none. */
function tryDocument(record: GameRecord): ReturnType<typeof makeDocument> | string {
  try {
    return makeDocument(record)
  } catch (error) {
    if (error instanceof PositionError) return error.message
    throw error
  }
}

function refusal(message: string): Issue {
  return { id: 'wei7/not-written', severity: 'error', message }
}

function writeText(out: SinkSet, name: string, text: string): void {
  const writer = new TextWriter(out.create(name))
  writer.write(text)
  writer.flush()
}

/** Makes the document of a Go record, and lists what it cannot say. Throws PositionError for an impossible start. */
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
  if (record.variant !== undefined) losses.lose('variant', 'the variant cannot be said', record.variant)
  loseNative(record, losses)
  return { document: document as Wei7Document, losses }
}

function makeTreeOf(record: GameRecord, losses: Losses) {
  if (isWritable(record)) {
    const fault = timelineFault(record)
    if (fault) losses.note('no-game', `written as it is, but no game of Go: ${fault.message}`, undefined, fault.node)
    return makeTimelineTree(record, losses)
  }
  if (record.timeline) {
    const message = 'the tree is no longer that of the timeline: the tree is written, the timeline is lost'
    losses.note('timeline-lost', message, record.timeline as unknown as Json)
  }
  return makeTree(record, losses)
}

function loseNative(record: GameRecord, losses: Losses): void {
  const { wei7: _, ...others } = record.native ?? {}
  for (const [format, value] of Object.entries(others)) {
    losses.lose('native', `what ${format} keeps of the game has no place`, value)
  }
  for (const [field, value] of otherFields(ownFields(record), ['size', 'empty', 'players'])) {
    losses.note('unread-lost', 'values that could not be read are not written', { [field]: value })
  }
}

/** Containers of a document whose parts stand on lines of their own. */
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

/** The text of a document, a line for each step. */
export function formatDocument(document: Wei7Document): string {
  return formatJson(document as unknown as Json, (key) => BROKEN.has(key))
}

/** The losses as a file of their own, for programs. */
function formatLosses(file: string, { list }: Losses): string {
  const report = { format: 'wei7-losses', version: 1, file, losses: list } as unknown as Json
  return formatJson(report, (key) => key === '' || key === 'losses')
}
