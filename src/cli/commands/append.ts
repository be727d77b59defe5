/** `ludograph append` and `delete`: changes to a ChessBase database where it lies, all of a change or none of it. */
import { basename, dirname } from 'node:path'
import type { Command } from 'commander'
import { Conversion } from '../../convert/convert.ts'
import { appendToChessBase, journalName, markDeleted } from '../../formats/chessbase/writer/append.ts'
import { chessbase } from '../../formats/chessbase/format.ts'
import { DiskFileEdit } from '../../node/file-edit.ts'
import { DiskFileSet } from '../../node/file-source.ts'
import { finishUnfinishedEdit } from '../inputs.ts'
import { forEachInput, withReadOptions, type ReadCommandOptions } from '../run.ts'
import { breathe, CommandError, countOf, EXIT, examples, note, Progress } from '../terminal.ts'
import { formatLosses } from './convert.ts'

export function addChanges(program: Command): void {
  const append = program
    .command('append')
    .description('Add games to a ChessBase database where it lies; a kill leaves the old state or the new one')
    .argument('<database>', 'the .cbh file of the database')
    .argument('<input...>', 'files, databases or folders with the games')
  withReadOptions(append).addHelpText('before', examples('append base.cbh new.pgn')).action(runAppend)
  program
    .command('delete')
    .description('Mark games of a ChessBase database as deleted; ChessBase takes them away when it packs it')
    .argument('<database>', 'the .cbh file of the database')
    .argument('<number...>', 'numbers of the games, from 1')
    .option('--undo', 'take the mark away again')
    .addHelpText('before', examples('delete base.cbh 12 13', 'delete base.cbh 12 --undo'))
    .action(runDelete)
}

/** Opens a database for a change, an earlier change that was cut short undone. */
function openForChange(path: string): { files: DiskFileSet; edit: DiskFileEdit } {
  if (!path.toLowerCase().endsWith(chessbase.extensions[0]!)) {
    throw new CommandError(`${path}: name the main file of a database (${chessbase.extensions[0]})`, EXIT.usage)
  }
  finishUnfinishedEdit(path)
  const files = new DiskFileSet(path)
  return { files, edit: new DiskFileEdit(dirname(path), journalName(basename(path))) }
}

async function runAppend(path: string, names: string[], options: ReadCommandOptions): Promise<void> {
  const { files, edit } = openForChange(path)
  const conversion = new Conversion(chessbase)
  const progress = new Progress('game')
  try {
    const writer = appendToChessBase(files, edit)
    try {
      await forEachInput(names, options, async (input, { collection }) => {
        for (const entry of collection.entries()) {
          progress.step(input.path)
          await breathe()
          if (conversion.accepts(entry, input.path)) conversion.copy(entry, writer, input.path)
        }
      })
      conversion.finish(writer)
    } catch (error) {
      writer.undo()
      throw error
    }
  } finally {
    progress.end()
    files.close()
  }
  const losses = conversion.losses.list()
  if (losses.length > 0) note(formatLosses(losses))
  note(`${countOf(conversion.counts.written, 'game')} added to ${path}`)
}

function runDelete(path: string, words: string[], { undo = false }: { undo?: boolean }): void {
  const numbers = words.map((word) => {
    const number = Number(word)
    if (!Number.isSafeInteger(number) || number < 1)
      throw new CommandError(`"${word}" is no number of a game`, EXIT.usage)
    return number
  })
  const { files, edit } = openForChange(path)
  try {
    markDeleted(
      files.main,
      edit,
      numbers.map((number) => number - 1),
      !undo,
    )
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(error.message, EXIT.usage)
    throw error
  } finally {
    files.close()
  }
  note(`${countOf(numbers.length, 'game')} of ${path} ${undo ? 'no longer marked' : 'marked'} as deleted`)
}
