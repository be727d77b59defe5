/** Changes to a ChessBase database where it lies: all of a change happens or none of it. */
import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { extension } from '../bytes/source.ts'
import { journalName, MAIN_EXTENSION } from '../formats/chessbase/parts.ts'
import { appendToChessBase, type Appender } from '../formats/chessbase/writer/append.ts'
import type { WriteOptions, Writer } from '../formats/format.ts'
import { DiskFileEdit } from '../node/file-edit.ts'
import { DiskFileSet } from '../node/file-source.ts'
import { finishUnfinishedEdit } from './inputs.ts'
import type { Output } from './outputs.ts'
import { CommandError, EXIT } from './terminal.ts'

/** A database that is about to change. */
interface OpenChange {
  files: DiskFileSet
  edit: DiskFileEdit
}

/** Opens a database for a change, an earlier change that was cut short undone. */
export function openForChange(path: string): OpenChange {
  if (extension(path) !== MAIN_EXTENSION) {
    throw new CommandError(`${path}: name the main file of a database (${MAIN_EXTENSION})`, EXIT.usage)
  }
  if (!existsSync(path)) throw new CommandError(`${path}: no such file`, EXIT.unreadable)
  finishUnfinishedEdit(path)
  return { files: new DiskFileSet(path), edit: new DiskFileEdit(dirname(path), journalName(basename(path))) }
}

/** The output of a conversion that adds to a database; nothing of it changes before the first game comes. */
export class AddedGames implements Output {
  readonly files: string[] = []
  private readonly path: string
  private readonly options: WriteOptions
  private change: OpenChange | undefined
  private appender: Appender | undefined

  constructor(path: string, options: WriteOptions) {
    this.path = path
    this.options = options
    openForChange(path).files.close()
  }

  async next(begin: (writer: Writer) => void): Promise<Writer> {
    if (!this.appender) {
      this.change = openForChange(this.path)
      this.appender = appendToChessBase(this.change.files, this.change.edit, this.options)
      begin(this.appender)
    }
    return this.appender
  }

  complete(finish: (writer: Writer) => void): void {
    if (this.appender) finish(this.appender)
    this.close()
    this.files.push(this.path)
  }

  abort(): void {
    this.appender?.undo()
    this.close()
  }

  private close(): void {
    this.change?.files.close()
    this.change = undefined
    this.appender = undefined
  }
}
