/** `ludograph book`: an opening book of the games of a database. */
import { InvalidArgumentError, type Command } from 'commander'
import { PolyglotBuilder, type BookOptions } from '../../books/index.ts'
import { countGames, searchRecords } from '../../database/search/search.ts'
import { DiskSinkSet } from '../../node/file-sink.ts'
import type { ConditionTexts } from '../../query/parse.ts'
import type { Colour } from '../../model/move.ts'
import { PositionError } from '../../issues/errors.ts'
import { parseCount, withDatabase } from '../database.ts'
import { mayReplace, tellOfWaiting } from '../outputs.ts'
import { makeQuery, withQueryOptions } from '../query.ts'
import { CommandError, countOf, examples, EXIT, note } from '../terminal.ts'
import { Progress } from '../progress.ts'

interface BookCommandOptions extends ConditionTexts {
  output: string
  force?: boolean
  minGames?: number
  plies?: number
  moves?: string
  for?: Colour
}

export function addBook(program: Command): void {
  const command = program
    .command('book')
    .description('Make an opening book (PolyGlot, .bin) of the chess games of a database')
    .argument('<database>', 'folder of the database')
    .requiredOption('-o, --output <file>', 'book to write')
    .option('--force', 'overwrite an existing file')
    .option('--min-games <count>', 'leave out moves played in fewer games', parseCount)
    .option('--plies <count>', 'plies taken of each game (default: 40)', parseCount)
    .option('--for <colour>', 'only the moves of white or black', parseColour)
  withQueryOptions(command)
    .addHelpText(
      'before',
      examples(
        'book games.db -o book.bin --min-games 3',
        'book games.db -o morphy.bin --player Morphy --plies 30',
        'book games.db -o white.bin --white Morphy --for white',
        'explore book.bin --moves "e4 e5"',
      ),
    )
    .action(runBook)
}

function parseColour(text: string): Colour {
  if (text === 'white') return 1
  if (text === 'black') return 2
  throw new InvalidArgumentError('expected white or black.')
}

async function runBook(folder: string, options: BookCommandOptions): Promise<void> {
  const { output, force = false, minGames, plies, for: colour, ...conditions } = options
  const query = { ...makeQuery(conditions), game: 'chess' as const }
  await withDatabase(folder, true, async (database) => {
    const replaces = await mayReplace([output], { force })
    const total = await countGames(database, query)
    if (total === 0) {
      throw new CommandError('no game of chess matches the filters; nothing was written', EXIT.issues)
    }
    const built: BookOptions = { ...(minGames && { minGames }), ...(plies && { plies }), ...(colour && { colour }) }
    const builder = new PolyglotBuilder(built)
    const progress = new Progress('game', { total })
    let games = 0
    for await (const { record } of searchRecords(database, query)) {
      progress.step()
      try {
        if (builder.add(record)) games++
      } catch (error) {
        // A start that is not a position of chess has no place in a book.
        if (!(error instanceof PositionError)) throw error
      }
    }
    progress.end()
    const sinks = new DiskSinkSet(output, { replaces, onWait: tellOfWaiting })
    try {
      const { positions, moves } = builder.write(sinks.create(sinks.name))
      sinks.commit()
      note(
        `${countOf(moves, 'move')} in ${countOf(positions, 'position')} of ${countOf(games, 'game')} written to ${output}`,
      )
    } catch (error) {
      sinks.abort()
      throw error
    }
  })
}
