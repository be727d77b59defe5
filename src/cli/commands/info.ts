/** `ludograph info`: what a file or database is. */
import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { inspect, type Inspection } from '../../convert/inspect.ts'
import type { Reading } from '../../formats/format.ts'
import type { Game } from '../../model/record.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import type { ListedSource } from '../../database/names/sources.ts'
import { databasesAmong, refuseOptionsOfFiles } from '../read/databases.ts'
import { formatById } from '../read/format-options.ts'
import type { Input } from '../read/names.ts'
import { countsPairs } from '../../model/move-count.ts'
import { forEachInput } from '../read/inputs.ts'
import { withFileList, withReadOptions, type ReadCommandOptions } from '../read/read-options.ts'
import { Progress } from '../show/progress.ts'
import { describeIssue, withMessage } from '../../issues/describe.ts'
import { countOf, examples, EXIT, formatTable, grouped, note, paint, print, printJson } from '../show/terminal.ts'

export function addInfo(program: Command): void {
  const command = program
    .command('info')
    .description('Describe files: format, games, players, years, problems')
    .argument('[input...]', 'files, databases or folders; - is standard input')
  withFileList(withReadOptions(command))
    .option('--json', 'as JSON lines, one per file')
    .addHelpText('before', examples('info game.xqf', 'info --json collection/'))
    .action(runInfo)
}

interface InfoOptions extends ReadCommandOptions {
  json?: boolean
}

async function runInfo(names: string[], options: InfoOptions): Promise<void> {
  let isFirst = true
  const printPart = (text: string) => {
    print(isFirst ? text : `\n${text}`)
    isFirst = false
  }
  const databases = await databasesAmong(names)
  const others = names.filter((name) => !databases.includes(name))
  const isOfDatabases = databases.length > 0 && others.length === 0 && options.filesFrom === undefined
  if (isOfDatabases) refuseOptionsOfFiles(options)
  for (const folder of databases) {
    const facts = await factsOfDatabase(folder)
    if (options.json) printJson({ file: folder, format: 'ludograph', ...facts })
    else printPart(formatDatabase(folder, facts))
  }
  if (isOfDatabases) return
  const progress = new Progress('game')
  const { opened, failed, unknownFiles } = await forEachInput(others, options, (input, { collection }, place) => {
    progress.begin(place, collection.count)
    const inspection = inspect(collection, undefined, () => progress.step(input.path))
    progress.end()
    if (inspection.issues.some(({ severity }) => severity === 'error')) process.exitCode ??= EXIT.issues
    if (options.json) printJson({ file: input.path, ...inspection, issues: inspection.issues.map(withMessage) })
    else printPart(formatInspection(input.path, inspection, sizeOf(input) === 0))
  })
  if (unknownFiles > 0) note(`${countOf(unknownFiles, 'file')} of unknown format skipped`)
  if (opened + failed === 0) note(`no game files in ${[...others, options.filesFrom ?? []].flat().join(', ')}`)
}

/** What a database says of itself. */
interface DatabaseFacts {
  schema: number
  games: Inspection['games']
  sources: Pick<ListedSource, 'path' | 'format' | 'imported' | 'games' | 'damaged'>[]
}

/** The sources that are shown of a database; as JSON all of them. */
const SHOWN_SOURCES = 20

async function factsOfDatabase(folder: string): Promise<DatabaseFacts> {
  const [{ withDatabase }, { countKinds }, { listSources }, { SCHEMA_VERSION }] = await Promise.all([
    import('../read/database.ts'),
    import('../../database/catalogue/statistics.ts'),
    import('../../database/names/sources.ts'),
    import('../../database/schema/tables.ts'),
  ])
  return await withDatabase(folder, true, async (database) => ({
    schema: SCHEMA_VERSION,
    games: Object.fromEntries((await countKinds(database)).map(({ game, games }) => [game, games])),
    sources: (await listSources(database, { limit: Number.MAX_SAFE_INTEGER })).map(
      ({ path, format, imported, games, damaged }) => ({ path, format, imported, games, damaged }),
    ),
  }))
}

function formatDatabase(folder: string, { schema, games, sources }: DatabaseFacts): string {
  const rows = [
    ['format', `Ludograph database, schema ${schema}`],
    ['holds', listOfKinds(games).join(', ') || 'no games'],
    ...sources.slice(0, SHOWN_SOURCES).map((source, index) => [index === 0 ? 'sources' : '', describeSource(source)]),
  ]
  const more = sources.length - SHOWN_SOURCES
  if (more > 0) rows.push(['', `and ${countOf(more, 'more source')} (--json lists them all)`])
  return formatPart(folder, rows)
}

function describeSource({ path, format, games, damaged, imported }: DatabaseFacts['sources'][number]): string {
  const faulty = damaged > 0 ? `, ${grouped(damaged)} read with errors` : ''
  return `${path} (${formatById(format).name}, ${countOf(games, 'game')}${faulty}, imported ${imported})`
}

/** `3 chess games`, for each kind of game. */
function listOfKinds(games: Inspection['games']): string[] {
  return Object.entries(games).map(([game, count]) => countOf(count, `${game} game`))
}

/** Rows with names under the path that they are about. */
function formatPart(path: string, rows: readonly (readonly string[])[]): string {
  const cells = rows.map(([key, value]) => [paint('dim', key!), value!])
  return `${paint('bold', path)}\n${formatTable(cells, '  ')}`
}

/** Bytes of a file; undefined for standard input. */
function sizeOf({ path, files }: Input): number | undefined {
  return files?.main.size ?? statSync(path, { throwIfNoEntry: false })?.size
}

function formatInspection(path: string, inspection: Inspection, isEmpty: boolean): string {
  const { about, games, moves, years } = inspection
  const rows: string[][] = []
  const format = formatById(inspection.format)
  rows.push(['format', `${format.name}${about.version ? `, version ${about.version}` : ''}`])
  if (about.title) rows.push(['title', about.title])
  if (about.encoding) rows.push(['encoding', about.encoding])
  const gameCount = Object.values(games).reduce((total, count) => total + count, 0)
  const kinds = listOfKinds(games)
  if (inspection.texts > 0) kinds.push(countOf(inspection.texts, 'text'))
  if (inspection.broken > 0) kinds.push(countOf(inspection.broken, 'unreadable entry', 'unreadable entries'))
  rows.push(['holds', kinds.join(', ') || (isEmpty ? 'nothing: the file is empty' : 'no games')])
  if (inspection.deleted > 0) rows.push(['deleted', countOf(inspection.deleted, 'game')])
  if (inspection.players > 0) rows.push(['players', grouped(inspection.players)])
  if (years) rows.push(['years', years[0] === years[1] ? String(years[0]) : `${years[0]} to ${years[1]}`])
  const results = Object.entries(inspection.results).map(([result, count]) => `${result} ${grouped(count)}`)
  if (results.length > 0) rows.push(['results', results.join('   ')])
  if (moves && moves.records > 0) rows.push(['moves', movesLine(moves, Object.keys(games) as Game[], gameCount)])
  const lists = inspection.tables.map(({ name, count }) => `${name} ${grouped(count)}`)
  if (lists.length > 0) rows.push(['lists', lists.join(', ')])
  if (about.comment) rows.push(['comment', about.comment])
  const readings = Object.entries(about.readings ?? {})
  for (const [index, [name, reading]] of readings.entries()) {
    rows.push([index === 0 ? 'read as' : '', readingLine(name, reading)])
  }
  for (const [name, value] of Object.entries(about.facts ?? {})) {
    rows.push([spaced(name), formatFact(value)])
  }
  let text = formatPart(path, rows)
  for (const { count, ...issue } of inspection.issues) {
    const { id, severity } = issue
    const colour = severity === 'error' ? 'red' : severity === 'warning' ? 'yellow' : 'dim'
    const times = count > 1 ? ` (${countOf(count, 'time')})` : ''
    text += `\n  ${paint(colour, severity)} ${id}: ${describeIssue(issue)}${times}`
  }
  return text
}

/** How an open point is read and the evidence for it: `direction: right (decided by 42 votes to 0)`. */
function readingLine(name: string, { outcome, reading, votes }: Reading): string {
  const [best = 0, next = 0] = Object.values(votes).sort((left, right) => right - left)
  const tally = Object.entries(votes).map(([candidate, count]) => `${candidate} ${count}`)
  const reasons = {
    decided: `decided by ${countOf(best, 'vote')} to ${next}`,
    undecided: best > 0 ? `the default, undecided: ${tally.join(', ')}` : 'the default, no evidence either way',
    forced: 'as asked',
  }
  return `${name}: ${reading} (${reasons[outcome]})`
}

/** `encodingFoundBy` for people. */
function spaced(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function movesLine(moves: NonNullable<Inspection['moves']>, kinds: readonly Game[], games: number): string {
  const perMove = kinds.every(countsPairs) ? 2 : 1
  const unit: [string, string?] = kinds.some(countsPairs) && perMove === 1 ? ['ply', 'plies'] : ['move']
  const movesOf = (plies: number) => Math.ceil(plies / perMove)
  const parts = [countOf(movesOf(moves.plies), ...unit)]
  if (moves.records > 1)
    parts.push(`${movesOf(Math.round(moves.plies / moves.records))} per game, longest ${movesOf(moves.longest)}`)
  if (moves.variations > 0)
    parts.push(`${countOf(moves.variations, 'variation')} (${countOf(movesOf(moves.nodes), ...unit)} in total)`)
  if (moves.comments > 0) parts.push(countOf(moves.comments, 'comment'))
  if (moves.records < games) parts.push(`counted in the first ${countOf(moves.records, 'game')}`)
  return parts.join(', ')
}

/** A fact as text: the items of a list one after another, those of an object after their names. */
function formatFact(value: Json): string {
  if (Array.isArray(value)) return value.map(formatFact).join(', ')
  if (isJsonObject(value)) {
    return Object.entries(value)
      .map(([name, item]) => `${spaced(name)} ${formatFact(item)}`)
      .join(', ')
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}
