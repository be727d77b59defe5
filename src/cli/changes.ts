/** Changes to a ChessBase database where it lies: all of a change happens or none of it. */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { extension, stem } from '../bytes/source.ts'
import { journalName } from '../bytes/journal.ts'
import { chessbase } from '../formats/chessbase/format.ts'
import { MAIN_EXTENSION } from '../formats/chessbase/parts.ts'
import { partTest } from '../formats/parts.ts'
import { appendToChessBase, type Appender } from '../formats/chessbase/writer/append.ts'
import type { WriteOptions, Writer } from '../formats/format.ts'
import { DiskFileEdit } from '../node/file-edit.ts'
import { DiskFileSet } from '../node/file-source.ts'
import { tellOfWaiting, type Output } from './outputs.ts'
import { CommandError, EXIT } from './terminal.ts'

/** A database that is about to change, locked until it is closed. */
interface OpenChange {
  files: DiskFileSet
  edit: DiskFileEdit
  close(): void
}

/** Opens a database for a change: locked first, then an earlier change that was cut short undone. */
export function openForChange(path: string): OpenChange {
  if (extension(path) !== MAIN_EXTENSION) {
    throw new CommandError(`${path}: name the main file of a database (${MAIN_EXTENSION})`, EXIT.usage)
  }
  const [folder, name] = [dirname(path), basename(path)]
  const key = stem(name)
  if (![path, join(folder, journalName(key))].some((known) => existsSync(known))) {
    throw new CommandError(`${path}: no such file`, EXIT.unreadable)
  }
  const edit = new DiskFileEdit(folder, key, partTest(chessbase, name), { onWait: tellOfWaiting })
  try {
    const files = new DiskFileSet(path)
    return {
      files,
      edit,
      close() {
        files.close()
        edit.close()
      },
    }
  } catch (error) {
    edit.close()
    throw error
  }
}

/** The output of a conversion that adds to a database; nothing of it changes before the first game comes. */
export class AddedGames implements Output {
  readonly files: string[] = []
  private readonly path: string
  private readonly options: WriteOptions
  private readonly change: OpenChange
  private appender: Appender | undefined

  constructor(path: string, options: WriteOptions) {
    this.path = path
    this.options = options
    this.change = openForChange(path)
  }

  async next(begin: (writer: Writer) => void): Promise<Writer> {
    if (!this.appender) {
      this.appender = appendToChessBase(this.change.files, this.change.edit, this.options)
      begin(this.appender)
    }
    return this.appender
  }

  complete(finish: (writer: Writer) => void): void {
    if (this.appender) finish(this.appender)
    this.change.close()
    this.files.push(this.path)
  }

  abort(): void {
    this.change.edit.undo()
    this.change.close()
  }
}
