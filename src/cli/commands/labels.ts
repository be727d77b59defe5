/** `ludograph tag`, `collection`, `note` and `saved`: what users keep in a database beside its games. */
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { backUpLabelsOf, restoreLabels } from '../../database/collections/backup.ts'
import { forgetAbsent, listAbsent } from '../../database/collections/identity.ts'
import {
  addLabel,
  countLabels,
  dropLabel,
  LabelError,
  labelsOf,
  listNotes,
  removeLabel,
  setLabels,
} from '../../database/collections/labels.ts'
import {
  listSavedSearches,
  removeSavedSearch,
  SavedSearchError,
  saveSearch,
} from '../../database/collections/saved-searches.ts'
import type { Database } from '../../database/database.ts'
import { gamesByNumber, listGames } from '../../database/search/search.ts'
import { storeOf } from '../../database/stores/store.ts'
import { type ConditionName, type ConditionTexts, optionOf } from '../../query/conditions.ts'
import { FormatError } from '../../issues/errors.ts'
import { parseExact } from '../../formats/json.ts'
import { parseCount, queryFor, withDatabase } from '../read/database.ts'
import { optionExcludes, optionsNeed } from '../read/option-use.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { conditionTexts, withQueryOptions } from '../read/query.ts'
import {
  CommandError,
  countOf,
  examples,
  EXIT,
  formatTable,
  grouped,
  note,
  paint,
  print,
  printJson,
} from '../show/terminal.ts'
import { writeText } from '../write/study-output.ts'
import { formatGames } from './search.ts'

interface LabelOptions extends ConditionTexts {
  remove?: boolean
  all?: boolean
  absent?: boolean
  forget?: boolean
  limit?: number
  json?: boolean
}

export function addLabelCommands(program: Command): void {
  addNaming(program, 'tag', 'Tag games with names of your own; the games and their files stay as they are', [
    'tag games.db',
    'tag games.db "to review" --ids 17,23',
    'tag games.db brilliant --where "player:Tal captured:q" --min-rating 2600',
    'tag games.db "to review" --ids 17 --remove',
    'search games.db --tag "to review"',
  ])
  addNaming(program, 'collection', 'Put games into collections of your own, and these into each other', [
    'collection games.db',
    'collection games.db Openings/Najdorf --opening B90-B99 --player "Fischer"',
    'collection games.db Openings/Najdorf --ids 17 --remove',
    'export games.db --collection Openings -o openings.pgn',
  ])
  program
    .command('note')
    .description('Write a note of your own on a game; the game and its file stay as they are')
    .argument('<database>', 'folder of the database')
    .argument('[game]', 'number of the game', parseCount)
    .argument('[text]', 'the note, instead of the one that the game has')
    .option('--remove', 'remove the note of the game')
    .option('--limit <count>', 'list at most COUNT notes', positiveNumber)
    .option('--json', 'as JSON lines')
    .addHelpText(
      'before',
      examples('note games.db', 'note games.db 17 "Check 23...Rxd5"', 'note games.db 17', 'note games.db 17 --remove'),
    )
    .action(runNote)
  const saved = program
    .command('saved')
    .description('Save filters under a name, for --saved of every command that takes filters')
    .argument('<database>', 'folder of the database')
    .argument('[name]', 'the name')
    .option('--remove', 'remove the saved search')
    .option('--limit <count>', 'list at most COUNT saved searches', positiveNumber)
    .option('--json', 'as JSON lines')
    .addHelpText(
      'before',
      examples(
        'saved games.db',
        'saved games.db "my Najdorf" --opening B90-B99 --player "Ash, Ann" --result loss',
        'search games.db --saved "my Najdorf"',
        'search games.db --where \'saved:"my Najdorf" not tag:reviewed\'',
      ),
    )
  withQueryOptions(saved).action(runSaved)
  addBackup(program)
}

function addNaming(program: Command, kind: 'tag' | 'collection', description: string, shown: string[]): void {
  const command = program
    .command(kind)
    .description(description)
    .argument('<database>', 'folder of the database')
    .argument('[name]', kind === 'tag' ? 'the tag' : 'the collection, with those that hold it: Openings/Najdorf')
    .option('--remove', `remove the ${kind} from the games`)
    .option('--all', 'all games, without a filter')
    .option('--absent', 'list the games that left the database and whose labels wait for them')
    .option('--limit <count>', `list at most COUNT ${kind}s, or with --absent games`, positiveNumber)
    .option('--forget', 'with --absent: forget the labels of these games')
    .option('--json', 'as JSON lines')
    .addHelpText('before', examples(...shown))
  optionsNeed(command, ['--forget'], '--absent')
  optionExcludes(command, '--absent', ['--all', '--remove'])
  optionExcludes(command, '--forget', ['--limit', '--json'])
  withQueryOptions(command).action(async (folder: string, name: string | undefined, options: LabelOptions) => {
    if (options.limit !== undefined && name !== undefined && !options.absent) throw onlyForLists()
    if (options.absent) return await runAbsent(folder, options)
    if (name === undefined) return await runCounts(folder, kind, options)
    await asUsageErrors(() => runNaming(folder, kind, name, options))
  })
}

function addBackup(program: Command): void {
  const labels = program
    .command('labels')
    .description('Back up all tags, collections, notes, saved searches and aliases, and restore them in any database')
  labels
    .command('backup')
    .description('Write all tags, collections, notes, saved searches and aliases as JSON')
    .argument('<database>', 'folder of the database')
    .option('-o, --output <file>', 'file to write (default: standard output)')
    .option('--force', 'overwrite an existing file')
    .addHelpText('before', examples('labels backup games.db -o labels.json'))
    .action(runBackup)
  labels
    .command('restore')
    .description('Add what a backup holds to the labels, saved searches and aliases of a database; nothing is removed')
    .argument('<database>', 'folder of the database')
    .argument('<file>', 'a backup')
    .addHelpText('before', examples('labels restore other.db labels.json'))
    .action(async (folder: string, file: string) => await asUsageErrors(() => runRestore(folder, file)))
}

async function runBackup(folder: string, options: { output?: string; force?: boolean }): Promise<void> {
  const backup = await backUpLabelsOf(folder)
  await writeText(`${JSON.stringify(backup, undefined, 1)}\n`, options)
  const { games, searches, aliases } = backup
  note(`${backedUp(games.length, searches.length, aliases.length)} backed up`)
}

/** What a backup holds, in numbers. */
function backedUp(games: number, searches: number, aliases: number): string {
  const saved = countOf(searches, 'saved search', 'saved searches')
  return `labels of ${countOf(games, 'game')}, ${saved} and ${countOf(aliases, 'alias', 'aliases')}`
}

async function runRestore(folder: string, file: string): Promise<void> {
  const text = readFileSync(file, 'utf8')
  await withDatabase(folder, false, async (database) => {
    const restored = await restoreLabels(database, parseBackup(text)).catch((error: unknown) => {
      throw error instanceof FormatError ? error.at({ file }) : error
    })
    const { games, absent, searches, refused, aliases, refusedAliases } = restored
    note(`${backedUp(games, searches, aliases)} restored`)
    if (absent > 0) note(`${countOf(absent, 'game')} not found: their labels wait for them (tag --absent)`)
    for (const name of refused) note(`“${name}” was not restored: another saved search has this name`)
    for (const name of refusedAliases) note(`the alias “${name}” was not restored: the name counts as another player`)
  })
}

/** Text that is not JSON is nothing that can be restored. */
function parseBackup(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

async function runCounts(folder: string, kind: 'tag' | 'collection', options: LabelOptions): Promise<void> {
  refuseFilters(options, `which ${kind}?`)
  await withDatabase(folder, true, async (database) => {
    const counts = await countLabels(database, kind)
    if (options.json) {
      for (const one of counts.slice(0, options.limit)) printJson(one)
      return
    }
    const shown = counts.slice(0, options.limit)
    if (shown.length > 0) print(formatTable(shown.map(({ name, games }) => [name, countOf(games, 'game')])))
    note(shownOf(shown, counts, kind))
    const absent = await listAbsent(database)
    if (absent.length > 0) note(`labels of ${countOf(absent.length, 'game')} wait for games that left (--absent)`)
  })
}

async function runNaming(
  folder: string,
  kind: 'tag' | 'collection',
  name: string,
  { remove = false, all = false, ...options }: LabelOptions,
): Promise<void> {
  const texts = conditionTexts(options)
  const isChosen = Object.keys(texts).length > 0
  if (isChosen === all) {
    throw new CommandError(
      all ? '--all takes no filters' : 'which games? Choose them with filters such as --ids 1,2, or --all',
      EXIT.usage,
    )
  }
  await withDatabase(folder, false, async (database) => {
    if (remove && all) return tellRemoved(await dropLabel(database, kind, name), kind, name)
    const ids = [...(await listGames(database, await queryFor(storeOf(database), texts)))]
    if (remove) return tellRemoved(await removeLabel(database, kind, name, ids), kind, name)
    const added = await addLabel(database, kind, name, ids)
    const had = ids.length - added
    const before = had > 0 ? ` (${grouped(had)} already had it)` : ''
    note(`${countOf(added, 'game')} ${kind === 'tag' ? `tagged “${name}”` : `put into “${name}”`}${before}`)
  })
}

function tellRemoved(count: number, kind: string, name: string): void {
  note(`${kind} “${name}” removed from ${countOf(count, 'game')}`)
}

async function runAbsent(folder: string, { forget = false, limit, json = false }: LabelOptions): Promise<void> {
  await withDatabase(folder, !forget, async (database) => {
    if (forget) return note(`labels of ${countOf(await forgetAbsent(database), 'game')} forgotten`)
    const games = await listAbsent(database)
    const shown = games.slice(0, limit)
    if (json) {
      for (const game of shown) printJson(game)
      return
    }
    const rows = shown.map(({ description, path, labels }) => [
      description,
      labels.map(({ kind, text }) => `${kind}: ${text.slice(0, 60)}`).join('; '),
      paint('dim', path),
    ])
    if (rows.length > 0) print(formatTable(rows))
    note(`${shownOf(shown, games, 'game')} with labels left the database`)
  })
}

async function runNote(
  folder: string,
  id: number | undefined,
  text: string | undefined,
  { remove = false, limit, json = false }: LabelOptions,
): Promise<void> {
  if (id !== undefined && limit !== undefined) throw onlyForLists()
  if (remove && (id === undefined || text !== undefined)) {
    throw new CommandError('--remove takes the number of the game alone', EXIT.usage)
  }
  const isChange = remove || text !== undefined
  await withDatabase(folder, !isChange, async (database) => {
    if (id === undefined) return await printNotes(database, limit, json)
    const { tags = [], collections = [], note: own } = (await labelsOf(database, [id])).get(id) ?? {}
    if (isChange) {
      await asUsageErrors(() =>
        setLabels(database, id, { tags, collections, ...(text !== undefined && { note: text }) }),
      )
      return note(remove ? `note on game ${id} removed` : `note on game ${id} saved`)
    }
    if (json) return printJson({ id, note: own ?? '' })
    if (own === undefined) return note(`game ${id} has no note`)
    print(own)
  })
}

async function printNotes(database: Database, limit: number | undefined, json: boolean): Promise<void> {
  const all = await listNotes(database)
  const notes = all.slice(0, limit)
  if (json) {
    for (const one of notes) printJson(one)
    return
  }
  const games = await gamesByNumber(
    database,
    notes.map(({ id }) => id),
  )
  for (const { id, note: text } of notes) {
    const game = games.get(id)
    if (game) print(`${formatGames([game])}\n  ${text.replaceAll('\n', '\n  ')}`)
  }
  note(shownOf(notes, all, 'note'))
}

async function runSaved(
  folder: string,
  name: string | undefined,
  { remove = false, limit, json = false, ...options }: LabelOptions,
): Promise<void> {
  if (name !== undefined && limit !== undefined) throw onlyForLists()
  if (name === undefined) refuseFilters(options, 'under which name?')
  const texts = conditionTexts(options)
  if (name !== undefined && (remove || Object.keys(texts).length > 0)) {
    return await withDatabase(folder, false, async (database) => {
      if (!remove) {
        await asUsageErrors(() => saveSearch(database, name, texts))
        return note(`saved; search ${folder} --saved "${name}" finds its games`)
      }
      if (Object.keys(texts).length > 0) throw new CommandError('--remove takes no filters', EXIT.usage)
      if (!(await removeSavedSearch(database, name)))
        throw new CommandError(`there is no saved search “${name}”`, EXIT.usage)
      note(`saved search “${name}” removed`)
    })
  }
  await withDatabase(folder, true, async (database) => {
    const all = await listSavedSearches(database)
    const found = name === undefined ? all : all.filter((search) => search.name === name)
    if (name !== undefined && found.length === 0) {
      throw new CommandError(`there is no saved search “${name}”; filters after the name save one`, EXIT.usage)
    }
    const shown = found.slice(0, limit)
    if (json) {
      for (const search of shown) printJson(search)
      return
    }
    if (shown.length > 0) print(formatTable(shown.map((search) => [search.name, optionsText(search.conditions)])))
    note(shownOf(shown, found, 'saved search', 'saved searches'))
  })
}

/** Conditions as options of a command. */
function optionsText(conditions: ConditionTexts): string {
  const given = Object.entries(conditions) as [ConditionName, string][]
  return given.map(([name, text]) => `${optionOf(name)} ${/\s/.test(text) ? `'${text}'` : text}`).join(' ')
}

/** `5 tags`, or `2 of 5 tags` where --limit leaves some out. */
function shownOf(shown: readonly unknown[], all: readonly unknown[], ...noun: [one: string, several?: string]): string {
  const total = countOf(all.length, ...noun)
  return shown.length < all.length ? `${grouped(shown.length)} of ${total}` : total
}

function onlyForLists(): CommandError {
  return new CommandError('--limit only works with lists', EXIT.usage)
}

function refuseFilters(options: LabelOptions, question: string): void {
  if (Object.keys(conditionTexts(options)).length > 0)
    throw new CommandError(`${question} A name is missing`, EXIT.usage)
}

/** Names and notes that cannot be kept are usage errors. */
async function asUsageErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof LabelError || error instanceof SavedSearchError)) throw error
    throw new CommandError(error.message, EXIT.usage)
  }
}
