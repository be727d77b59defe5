/** `ludograph delete`: games of a ChessBase database marked as deleted, or no longer so. */
import type { Command } from 'commander'
import { markDeleted } from '../../formats/chessbase/writer/append.ts'
import { openForChange } from '../changes.ts'
import { CommandError, countOf, EXIT, examples, note } from '../terminal.ts'

export function addDelete(program: Command): void {
  program
    .command('delete')
    .description('Mark games of a ChessBase database as deleted; ChessBase takes them away when it packs it')
    .argument('<database>', 'the .cbh file of the database')
    .argument('<number...>', 'numbers of the games, from 1')
    .option('--undo', 'take the mark away again')
    .addHelpText('before', examples('delete base.cbh 12 13', 'delete base.cbh 12 --undo'))
    .action(runDelete)
}

function runDelete(path: string, words: string[], { undo = false }: { undo?: boolean }): void {
  const indexes = words.map((word) => {
    const number = Number(word)
    if (!Number.isSafeInteger(number) || number < 1) {
      throw new CommandError(`"${word}" is no number of a game`, EXIT.usage)
    }
    return number - 1
  })
  const change = openForChange(path)
  try {
    markDeleted(change.files.main, change.edit, indexes, !undo)
  } catch (error) {
    change.edit.undo()
    if (error instanceof TypeError) throw new CommandError(error.message, EXIT.usage)
    throw error
  } finally {
    change.close()
  }
  note(`${countOf(indexes.length, 'game')} of ${path} ${undo ? 'no longer marked' : 'marked'} as deleted`)
}
