/** `ludograph delete`: games of a database marked as deleted, or no longer so. */
import type { Command } from 'commander'
import { FORMATS } from '../../formats/index.ts'
import { openForChange } from '../../node/change-database.ts'
import { databaseFormat, listOf, mainFilesOf } from '../write/changes.ts'
import { tellOfWaiting } from '../write/output-paths.ts'
import { CommandError, countOf, EXIT, examples, note } from '../show/terminal.ts'

/** The formats that can mark games. */
const MARKING = FORMATS.filter((format) => format.markDeleted)

export function addDelete(program: Command): void {
  program
    .command('delete')
    .description(
      `Mark games of a database (${listOf(MARKING.map(({ name }) => name))}) as deleted; they are removed when its own program packs the database`,
    )
    .argument('<database>', `the ${mainFilesOf(MARKING)} file of the database`)
    .argument('<number...>', 'game numbers, starting at 1')
    .option('--undo', 'remove the mark')
    .addHelpText('before', examples('delete base.cbh 12 13', 'delete base.cbh 12 --undo'))
    .action(runDelete)
}

async function runDelete(path: string, words: string[], { undo = false }: { undo?: boolean }): Promise<void> {
  const indexes = words.map((word) => {
    const number = Number(word)
    if (!Number.isSafeInteger(number) || number < 1) {
      throw new CommandError(`"${word}" is not a game number`, EXIT.usage)
    }
    return number - 1
  })
  const format = databaseFormat(path, MARKING)
  const change = openForChange(path, format, { onWait: tellOfWaiting })
  try {
    const { count } = await format.open!(change.files)
    const unknown = indexes.find((index) => index >= count)
    if (unknown !== undefined) {
      throw new CommandError(`there is no game ${unknown + 1} in ${path}; it has ${countOf(count, 'game')}`, EXIT.usage)
    }
    await format.markDeleted!(change.files, change.edit, indexes, !undo)
  } catch (error) {
    change.edit.undo()
    if (error instanceof TypeError) throw new CommandError(error.message, EXIT.usage)
    throw error
  } finally {
    change.close()
  }
  note(`${countOf(indexes.length, 'game')} of ${path} ${undo ? 'restored' : 'marked as deleted'}`)
}
