/** `ludograph update`: brings a folder of WTHOR files up to a newer edition. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { applyUpdate, formatUpdate, planUpdate } from '../../formats/wthor/update.ts'
import { describeIssue, describePlace } from '../../issues/describe.ts'
import { DiskSource } from '../../node/file-source.ts'
import { DiskSinkSet } from '../../node/file-sink.ts'
import { CommandError, countOf, examples, EXIT, note, paint, print, printJson } from '../terminal.ts'

export function addUpdate(program: Command): void {
  program
    .command('update')
    .description('Bring a folder of WTHOR files up to a newer edition; the date inside each file decides')
    .argument('<folder>', 'folder to update')
    .argument('<newer>', 'folder of the newer edition')
    .option('--dry-run', 'only say what would be done')
    .option('--json', 'the plan as JSON')
    .addHelpText('before', examples('update othello/ WTHOR-2026/', 'update othello/ WTHOR-2026/ --dry-run'))
    .action(runUpdate)
}

function runUpdate(folder: string, newer: string, options: { dryRun?: boolean; json?: boolean }): void {
  const [current, other] = [openFolder(folder), openFolder(newer)]
  try {
    const plan = planUpdate(current, other)
    if (options.json) {
      for (const { source: _source, ...file } of plan.files) printJson(file)
    } else {
      for (const line of formatUpdate(plan)) print(line)
    }
    for (const issue of plan.issues) {
      const { severity, place = {} } = issue
      const colour = severity === 'error' ? 'red' : 'yellow'
      note(`${paint(colour, severity)}: ${describeIssue(issue)} (${describePlace(place)})`)
    }
    if (plan.issues.some(({ severity }) => severity === 'error')) process.exitCode = EXIT.issues
    if (options.dryRun) return note('nothing was changed')
    const written = applyUpdate(plan, new DiskSinkSet(join(folder, 'update')))
    note(`${countOf(written.length, 'file')} of ${folder} updated`)
  } finally {
    for (const source of [...current, ...other]) source.close()
  }
}

/** The files of a folder, not of those below it. */
function openFolder(folder: string): DiskSource[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CommandError(`${folder}: no such folder`, EXIT.unreadable)
  }
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map(({ name }) => new DiskSource(join(folder, name)))
}
