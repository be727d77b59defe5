/** Changes to a database in place, each made completely or not at all. */
import type { AppendingFormat, Format, WriteOptions, Writer } from '../../formats/format.ts'
import { FORMATS } from '../../formats/index.ts'
import { isMainFile, mainExtensions } from '../../formats/parts.ts'
import { openForChange, type DatabaseChange } from '../../node/change-database.ts'
import { tellOfWaiting } from './output-paths.ts'
import { type Output } from './output-series.ts'
import { CommandError, EXIT } from '../show/terminal.ts'

/** Names of formats, or of their files, as a list in a sentence. */
export function listOf(names: readonly string[]): string {
  if (names.length < 3) return names.join(' or ')
  return `${names.slice(0, -1).join(', ')}, or ${names.at(-1)}`
}

/** The main files of databases of some formats, as a list in a sentence: `.cbh`. */
export function mainFilesOf(formats: readonly Format[]): string {
  return listOf(formats.flatMap((format) => mainExtensions(format)))
}

/**
 * The format of a database to be changed or packed, by the name of its main file, among the formats that can do it. Throws
 * CommandError if there is none.
 */
export function databaseFormat<Known extends Format>(path: string, formats: readonly Known[]): Known {
  const format = formats.find((candidate) => isMainFile(candidate, path))
  if (format) return format
  const other = FORMATS.find((candidate) => isMainFile(candidate, path))
  const taken = mainFilesOf(formats)
  const what = other
    ? `the command takes ${taken}, not files of this format (${other.name})`
    : `not the main file of a database (${taken})`
  throw new CommandError(`${path}: ${what}`, EXIT.usage)
}

/** The output of a conversion that adds to a database, which does not change before the first game. */
export class AddedGames implements Output {
  readonly files: string[] = []
  private readonly path: string
  private readonly options: WriteOptions
  private readonly change: DatabaseChange
  private readonly format: AppendingFormat
  private writer: Writer | undefined

  /** @param format what the path holds */
  constructor(path: string, format: AppendingFormat, options: WriteOptions) {
    this.path = path
    this.options = options
    this.format = format
    this.change = openForChange(path, this.format, { onWait: tellOfWaiting })
  }

  next(begin: (writer: Writer) => void): Writer | Promise<Writer> {
    return this.writer ?? this.begin(begin)
  }

  private async begin(begin: (writer: Writer) => void): Promise<Writer> {
    this.writer = await this.format.append(this.change.files, this.change.edit, this.options)
    begin(this.writer)
    return this.writer
  }

  complete(finish: (writer: Writer) => void): void {
    if (this.writer) finish(this.writer)
    this.change.close()
    this.files.push(this.path)
  }

  abort(): void {
    this.change.edit.undo()
    this.change.close()
  }
}
