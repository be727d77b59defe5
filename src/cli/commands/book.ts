/** `ludograph book`: an opening book of games, those of files or of a database. */
import type { AnyRecord } from '../../model/line-record.ts'
import { InvalidArgumentError, type Command } from 'commander'
import { PolyglotBuilder, type BookOptions } from '../../books/index.ts'
import { isDatabaseFolder } from '../../database/catalogue/folder.ts'
import { countGames, searchRecords } from '../../database/search/search.ts'
import { makeChessKernel } from '../../formats/chess-kernel.ts'
import { PositionError } from '../../issues/errors.ts'
import type { Colour } from '../../model/move.ts'
import { DiskSinkSet } from '../../node/file-sink.ts'
import { TemporaryFile } from '../../node/temporary-file.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import { parseCount, withDatabase } from '../read/database.ts'
import { describeFailure } from '../show/failure.ts'
import { mayReplace, tellOfWaiting } from '../write/output-paths.ts'
import { Progress } from '../show/progress.ts'
import { makeQuery } from '../read/make-query.ts'
import { conditionTexts, withQueryOptions } from '../read/query.ts'
import { makeFilter } from '../read/record-filter.ts'
import { forEachInput } from '../read/inputs.ts'
import { withFileList, withReadOptions, type ReadCommandOptions } from '../read/read-options.ts'
import { CommandError, countOf, examples, EXIT, note } from '../show/terminal.ts'

interface BookCommandOptions extends ConditionTexts, ReadCommandOptions {
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
    .description('Make an opening book (PolyGlot, .bin) of chess games')
    .argument('[input...]', 'files, folders, or one database; - is standard input')
  withFileList(withReadOptions(command))
    .requiredOption('-o, --output <file>', 'book to write')
    .option('--force', 'overwrite an existing file')
    .option('--min-games <count>', 'leave out moves played in fewer games', parseCount)
    .option('--plies <count>', 'plies taken of each game (default: 40)', parseCount)
    .option('--for <colour>', 'only the moves of white or black', parseColour)
  withQueryOptions(command)
    .addHelpText(
      'before',
      examples(
        'book games.pgn -o book.bin --min-games 3',
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

async function runBook(names: string[], options: BookCommandOptions): Promise<void> {
  const { output, force = false, minGames, plies, for: colour } = options
  const replaces = await mayReplace([output], { force })
  const store = { scratch: () => new MovesFile('moves') }
  const built: BookOptions = {
    store,
    ...(minGames && { minGames }),
    ...(plies && { plies }),
    ...(colour && { colour }),
  }
  const book = new Book(built)
  if (names.length === 1 && isDatabaseFolder(names[0]!)) await book.addDatabase(names[0]!, options)
  else await book.addFiles(names, options)
  book.progress.end()
  if (book.games === 0) {
    const reason = book.isFiltered ? 'no game of chess matches the filters' : 'there is no game of chess'
    throw new CommandError(`${reason}; nothing was written`, EXIT.issues)
  }
  const sinks = new DiskSinkSet(output, { replaces, onWait: tellOfWaiting })
  try {
    const { positions, moves } = book.builder.write(sinks.create(sinks.name))
    sinks.commit()
    const what = `${countOf(moves, 'move')} in ${countOf(positions, 'position')}`
    note(`${what} of ${countOf(book.games, 'game')} written to ${output}`)
  } catch (error) {
    sinks.abort()
    throw error
  }
}

/** Moves that have no room in memory. That they cannot be written ends the command: it is not about the input that is read. */
class MovesFile extends TemporaryFile {
  override append(bytes: Uint8Array): void {
    try {
      super.append(bytes)
    } catch (error) {
      throw new CommandError(`${describeFailure(error)}; no book was written`, EXIT.unreadable)
    }
  }
}

/** A book in the making. */
class Book {
  readonly builder: PolyglotBuilder
  readonly progress = new Progress('game')
  /** Games of which moves were taken. */
  games = 0
  isFiltered = false
  private readonly kernel = makeChessKernel()

  constructor(options: BookOptions) {
    this.builder = new PolyglotBuilder(options)
  }

  async addDatabase(folder: string, options: ConditionTexts): Promise<void> {
    const query = { ...makeQuery(conditionTexts(options)), game: 'chess' as const }
    this.isFiltered = Object.keys(query).length > 1
    await withDatabase(folder, true, async (database) => {
      this.progress.begin({ index: 0, count: 1 }, await countGames(database, query))
      for await (const { record } of searchRecords(database, query)) this.addRecord(record)
    })
  }

  async addFiles(names: readonly string[], options: BookCommandOptions): Promise<void> {
    const filter = await makeFilter(conditionTexts(options))
    this.isFiltered = filter !== undefined
    const { opened } = await forEachInput(names, options, ({ path }, { collection }, place) => {
      this.progress.begin(place, collection.count)
      for (const entry of collection.entries({
        bare: true,
        playedLine: { keys: filter !== undefined },
        kernel: this.kernel,
      })) {
        if (entry.record && filter?.(entry, path) !== false) this.addRecord(entry.record)
        else this.progress.step()
      }
    })
    if (opened === 0) throw new CommandError('no file could be read; nothing was written', EXIT.unreadable)
  }

  private addRecord(record: AnyRecord): void {
    if (record.game === 'chess') this.add(() => this.builder.add(record))
    else this.progress.step()
  }

  /** Counts a game, and that something of it was taken. */
  private add(take: () => boolean): void {
    this.progress.step()
    try {
      if (take()) this.games++
    } catch (error) {
      // A start that is not a position of chess has no place in a book.
      if (!(error instanceof PositionError)) throw error
    }
  }
}
