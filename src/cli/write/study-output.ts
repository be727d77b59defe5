/** Where a dossier or a report goes: a page, JSON, or a file of games with its trees. */
import type { Command } from 'commander'
import { Conversion } from '../../convert/convert.ts'
import { extension } from '../../bytes/source.ts'
import type { Format } from '../../formats/format.ts'
import type { GameRecord } from '../../model/record.ts'
import { DiskSinkSet } from '../../node/file-sink.ts'
import { formatLosses } from './conversion-report.ts'
import { mayReplace, tellOfWaiting } from './output-paths.ts'
import { OutputSeries } from './output-series.ts'
import { targetFormat, withTarget, type WriteCommandOptions } from './write-options.ts'
import { countOf, note, print } from '../show/terminal.ts'

/** Options of a command that writes a study. */
export interface StudyOutputOptions extends Pick<WriteCommandOptions, 'to' | 'output' | 'force'> {
  json?: boolean
}

/** What can be written of a study. */
export interface StudyOutput {
  page: () => string
  json: () => unknown
  /** Its trees, one record each. */
  records: () => GameRecord[]
}

/** Adds the options for where a study goes. */
export function withStudyOutput(command: Command): Command {
  return withTarget(command, 'write a page (.html), JSON (.json), or the trees as games (.pgn, .sgf ...)').option(
    '--json',
    'as JSON',
  )
}

/** Names of `--to` and extensions that are no formats of games. */
const PAGES = new Set(['html', '.html', '.htm'])
const JSONS = new Set(['json', '.json'])

/** Whether a study is to be written to a file, or as something else than text for people. */
export function isWritten({ to, output }: StudyOutputOptions): boolean {
  return to !== undefined || output !== undefined
}

/** Writes a study to a file or to standard output. */
export async function writeStudy(study: StudyOutput, options: StudyOutputOptions): Promise<void> {
  const { to, output = '-' } = options
  const kind = to?.toLowerCase() ?? extension(output)
  if (PAGES.has(kind)) return await writeText(study.page(), options)
  if (JSONS.has(kind)) return await writeText(`${JSON.stringify(study.json(), undefined, 2)}\n`, options)
  const records = study.records()
  const target = await writeRecords(records, options)
  const moves = records.reduce((sum, { nodes }) => sum + nodes.length - 1, 0)
  note(`${countOf(records.length, 'tree')} with ${countOf(moves, 'move')} written as ${target.name}`)
}

/** Writes a text to a file, or to standard output. */
export async function writeText(text: string, options: Pick<StudyOutputOptions, 'output' | 'force'>): Promise<void> {
  const { output = '-' } = options
  if (output === '-') return print(text.trimEnd())
  const sinks = new DiskSinkSet(output, { replaces: await mayReplace([output], options), onWait: tellOfWaiting })
  try {
    sinks.create(sinks.name).append(new TextEncoder().encode(text))
    sinks.commit()
  } catch (error) {
    sinks.abort()
    throw error
  }
  note(`${output} written`)
}

/** Writes records to a file of any format, to numbered files if it holds one game only. Returns the format. */
export async function writeRecords(records: readonly GameRecord[], options: StudyOutputOptions): Promise<Format> {
  const target = targetFormat(options)
  const { output = '-' } = options
  const conversion = new Conversion(target, { keepDeleted: true })
  const replaces = await mayReplace([output], options)
  const series = new OutputSeries(target, output, {}, records.length, Infinity, { replaces })
  try {
    for (const [index, record] of records.entries()) {
      const entry = { index, record, issues: [] }
      if (!conversion.accepts(entry)) continue
      const writer = await series.next(
        () => {},
        (full) => conversion.finish(full),
      )
      conversion.copy(entry, writer)
    }
    series.complete((writer) => conversion.finish(writer))
  } catch (error) {
    series.abort()
    throw error
  }
  const losses = conversion.losses.list()
  if (losses.length > 0) note(formatLosses(losses))
  return target
}
