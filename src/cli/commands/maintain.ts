/** `ludograph verify`, `remove`, `compact`, `reindex`, `dedupe`: database maintenance. */
import type { Command } from 'commander'
import { findSources } from '../../database/names/sources.ts'
import { findDuplicates, type DuplicateGroup } from '../../database/upkeep/duplicates.ts'
import { mergeDuplicates } from '../../database/upkeep/merge-duplicates.ts'
import { requireDatabase } from '../../database/catalogue/folder.ts'
import { rebuildIndex } from '../../database/upkeep/rebuild-index.ts'
import { removeSources } from '../../database/import/remove-sources.ts'
import { verifyDatabase } from '../../database/upkeep/verify.ts'
import { describeIssue, withMessage } from '../../issues/describe.ts'
import type { Issue } from '../../issues/issue.ts'
import { inOrder } from '../../query/found-game.ts'
import { migrationOf, withDatabase } from '../read/database.ts'
import { optionsNeed } from '../read/option-use.ts'
import { positiveNumber } from '../read/positive-number.ts'
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
import { Progress } from '../show/progress.ts'

export function addMaintenanceCommands(program: Command): void {
  program
    .command('verify')
    .description('Check a database: checksums, counts, and the index against the games')
    .argument('<database>', 'folder of the database')
    .option('--json', 'as JSON')
    .addHelpText('before', examples('verify games.db', 'verify games.db --json'))
    .action(runVerify)
  program
    .command('remove')
    .description('Remove a source and its games from a database')
    .argument('<database>', 'folder of the database')
    .argument('<source>', 'path it was imported from, or a part of it that matches only one source')
    .addHelpText('before', examples('remove games.db games.pgn', 'remove games.db 2024/linares.cbh'))
    .action(runRemove)
  program
    .command('compact')
    .description('Merge the segments of the position index, so that each kind of game has one or few')
    .argument('<database>', 'folder of the database')
    .addHelpText('before', examples('compact games.db'))
    .action(async (folder: string) => {
      await withDatabase(folder, false, async (database) => {
        const progress = new Progress('position')
        const onProgress = (postings: number, total: number) => progress.set(postings, total)
        const merged = await database.compact({ all: true, onProgress })
        progress.end()
        note(merged === 0 ? 'There is nothing to merge.' : `${countOf(merged, 'segment')} merged`)
      })
    })
  program
    .command('reindex')
    .description('Rebuild the position index from the games, for example when one of its files is damaged or missing')
    .argument('<database>', 'folder of the database')
    .addHelpText('before', examples('reindex games.db'))
    .action(async (folder: string) => {
      requireDatabase(folder)
      const migration = migrationOf(folder)
      const progress = new Progress('game')
      const onGame = (done: number, total: number) => progress.set(done, total)
      const { games, postings } = await rebuildIndex(folder, onGame, migration.options)
      progress.end()
      note(`${countOf(postings, 'position')} of ${countOf(games, 'game')} indexed`)
    })
  const dedupe = program
    .command('dedupe')
    .description('List duplicate games, most likely first; --merge keeps one of each group')
    .argument('<database>', 'folder of the database')
    .option(
      '--limit <count>',
      `list, or with --merge merge, at most COUNT groups (default: list ${LISTED_GROUPS}, merge all)`,
      positiveNumber,
    )
    .option(
      '--merge',
      'for each group with the same moves, players and date, keep the game marked +, add what only the others know, and remove them',
    )
    .option('--any-date', 'with --merge: also merge groups whose dates differ')
    .option('--json', 'as JSON lines')
    .addHelpText('before', examples('dedupe games.db', 'dedupe games.db --limit 100 --json', 'dedupe games.db --merge'))
    .action(runDedupe)
  optionsNeed(dedupe, ['--any-date'], '--merge')
}

async function runVerify(folder: string, { json }: { json?: boolean }): Promise<void> {
  await withDatabase(folder, true, async (database) => {
    const issues: Issue[] = []
    const progress = new Progress('game')
    const onGame = (done: number, total: number) => progress.set(done, total)
    for await (const issue of verifyDatabase(database, onGame)) {
      issues.push(issue)
      const colour = issue.severity === 'error' ? 'red' : 'yellow'
      if (!json) print(`${paint(colour, issue.severity)} ${issue.id}: ${describeIssue(issue)}`)
    }
    progress.end()
    const errors = issues.filter(({ severity }) => severity === 'error').length
    if (errors > 0) process.exitCode = EXIT.issues
    if (json) printJson({ sound: errors === 0, issues: issues.map(withMessage) })
    else note(errors === 0 ? 'No problems found.' : countOf(errors, 'error'))
  })
}

interface DedupeOptions {
  limit?: number
  merge?: boolean
  anyDate?: boolean
  json?: boolean
}

async function runDedupe(folder: string, { limit, merge = false, anyDate, json }: DedupeOptions): Promise<void> {
  const reason = anyDate ? 'same moves and players' : 'same moves, players and date'
  await withDatabase(folder, !merge, async (database) => {
    const progress = new Progress('group')
    const onProgress = (done: number, total: number) => progress.set(done, total)
    const groups = await findDuplicates(database, {
      ...(merge ? { limit: limit ?? ALL_GROUPS, reason } : { limit: limit ?? LISTED_GROUPS }),
      onProgress,
    })
    progress.end()
    for (const group of groups.slice(0, limit ?? LISTED_GROUPS)) {
      if (json) printJson(group)
      else print(formatGroup(group))
    }
    if (!merge) return note(`${countOf(groups.length, 'group')} shown; nothing was changed`)
    const { removed, filled, differing } = await mergeDuplicates(database, groups, onProgress)
    progress.end()
    const others = groups.reduce((sum, { withOtherNotes }) => sum + withOtherNotes.length, 0)
    if (others > 0) note(`${countOf(others, 'game')} kept because of notes that no other copy has`)
    const left = groups.filter(({ games, withOtherNotes }) => withOtherNotes.length === games.length - 1).length
    if (filled > 0) note(`${countOf(filled, 'game')} completed with details from the removed copies`)
    const other = Object.entries(differing).toSorted(([, one], [, another]) => another - one)
    if (other.length > 0) {
      const counts = other.map(([name, games]) => `${name} ${grouped(games)}`).join(', ')
      note(`removed copies that disagreed with the game kept: ${counts}`)
    }
    note(`${countOf(groups.length - left, 'group')} merged, ${countOf(removed, 'game')} removed`)
  })
}

/** Groups that are listed by default. */
const LISTED_GROUPS = 20

/** Groups merged at once, at the most. */
const ALL_GROUPS = 1_000_000

function formatGroup({ reason, games, keep, why, withOtherNotes }: DuplicateGroup): string {
  const rows = games.map((game) => [
    game.id === keep ? '+' : withOtherNotes.includes(game.id) ? '!' : '-',
    String(game.id),
    ...inOrder(game).map((player) => player?.name ?? '?'),
    game.date ?? '',
    game.event ?? '',
    game.hasNotes ? 'notes' : '',
    game.source,
  ])
  const others = withOtherNotes.length > 0 ? '; ! has notes of its own and is kept' : ''
  return `${paint('bold', reason)}${paint('dim', `, + ${why}${others}`)}\n${formatTable(rows, '  ')}`
}

async function runRemove(folder: string, text: string): Promise<void> {
  await withDatabase(folder, false, async (database) => {
    const sources = await findSources(database, text)
    const [found] = sources
    if (!found) throw new CommandError(`no source has "${text}" in its path`, EXIT.usage)
    if (sources.length > 1 && found.path !== text) {
      const names = sources.slice(0, 5).map(({ path }) => `  ${path}`)
      throw new CommandError(`${sources.length} sources have "${text}" in their path:\n${names.join('\n')}`, EXIT.usage)
    }
    const games = await removeSources(database, [found.id])
    note(`${found.path} and its ${countOf(games, 'game')} removed`)
  })
}
