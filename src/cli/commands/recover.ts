/** `ludograph recover`: what a damaged database still holds. */
import { join, parse, resolve } from 'node:path'
import type { Command } from 'commander'
import { recoverDatabase, type RecoverReport } from '../../database/recover/recover.ts'
import { Progress } from '../show/progress.ts'
import { countOf, examples, EXIT, note, printJson } from '../show/terminal.ts'

export function addRecover(program: Command): void {
  program
    .command('recover')
    .description('Rescue what a damaged database still holds into a new one; the damaged one is not changed')
    .argument('<database>', 'folder of the damaged database')
    .option('-o, --output <folder>', 'folder of the new database (default: its name with -recovered)')
    .option('--json', 'print what became of it as JSON')
    .addHelpText('before', examples('recover games.db', 'recover games.db -o rescued.db'))
    .action(runRecover)
}

async function runRecover(
  folder: string,
  { output, json = false }: { output?: string; json?: boolean },
): Promise<void> {
  // Of `.` as well.
  const { name, ext } = parse(resolve(folder))
  const target = output ?? join(folder, '..', `${name}-recovered${ext}`)
  const progress = new Progress('game')
  const report = await recoverDatabase(folder, target, (done, total) => progress.set(done, total))
  progress.end()
  if (report.partial + report.lost > 0 || report.catalogue !== 'opened') process.exitCode = EXIT.issues
  if (json) return printJson({ database: target, ...report })
  tell(target, report)
}

function tell(target: string, report: RecoverReport): void {
  const { whole, partial, lost, catalogue, unreadable, damagedIndex, labels, aliases, searches } = report
  if (catalogue === 'unreadable') note('the catalogue cannot be opened: what follows comes from the position index')
  if (catalogue === 'without its log') note('the log of the latest changes cannot be read: they are missing')
  if (catalogue === 'with mended headers')
    note('the head of the catalogue was made again: the latest changes may be missing')
  if (unreadable.length > 0) note(`damaged in the catalogue: ${unreadable.join(', ')}`)
  if (damagedIndex.length > 0) note(`${countOf(damagedIndex.length, 'file')} of the position index damaged or missing`)
  const others = [
    countOf(aliases, 'alias', 'aliases'),
    `labels of ${countOf(labels, 'game')}`,
    countOf(searches, 'saved search', 'saved searches'),
  ]
  note(`${countOf(whole, 'game')}, ${others.join(', ')} rescued as they were into ${target}`)
  if (partial > 0) note(`${countOf(partial, 'more game')} with header and main line alone, from the position index`)
  if (lost > 0) note(`${countOf(lost, 'game')} lost: import the original files again to have them`)
}
