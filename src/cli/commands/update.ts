/** `ludograph update`: brings a folder of WTHOR files up to a newer edition. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { beforeUnfinishedChange, FOLDER_KEY, journalName } from '../../bytes/journal.ts'
import type { Source } from '../../bytes/source.ts'
import { partTest } from '../../formats/parts.ts'
import { wthor } from '../../formats/wthor/format.ts'
import { applyUpdate, formatUpdate, planUpdate, type UpdatePlan } from '../../formats/wthor/update.ts'
import { describeIssue, describePlace } from '../../issues/describe.ts'
import type { Issue } from '../../issues/issue.ts'
import { DiskFileSet } from '../../node/file-source.ts'
import { DiskSinkSet } from '../../node/file-sink.ts'
import { changeFolder } from '../outputs.ts'
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

interface UpdateOptions {
  dryRun?: boolean
  json?: boolean
}

function runUpdate(folder: string, newer: string, options: UpdateOptions): void {
  for (const path of [folder, newer]) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      throw new CommandError(`${path}: no such folder`, EXIT.unreadable)
    }
  }
  if (options.dryRun) {
    withPlan(folder, newer, options, () => note('nothing was changed'))
    return
  }
  // Locked before anything is read: the plan is for the files that will be replaced.
  const change = changeFolder(folder)
  try {
    withPlan(folder, newer, options, (plan) => {
      applyUpdate(plan, new DiskSinkSet(join(folder, 'update'), { change, replaces: () => true }))
      note(`${countOf(change.commit().length, 'file')} of ${folder} updated`)
    })
  } catch (error) {
    change.abort()
    throw error
  }
}

/** Plans the update, shows the plan and hands it over. */
function withPlan(folder: string, newer: string, { json }: UpdateOptions, work: (plan: UpdatePlan) => void): void {
  const [current, other] = [openFolder(folder), openFolder(newer)]
  try {
    const plan = planUpdate(current.sources, other.sources)
    if (json) {
      for (const { source: _source, ...file } of plan.files) printJson(file)
    } else {
      for (const line of formatUpdate(plan)) print(line)
    }
    for (const issue of [...current.issues, ...other.issues, ...plan.issues]) {
      const { severity, place = {} } = issue
      const colour = severity === 'error' ? 'red' : 'yellow'
      note(`${paint(colour, severity)}: ${describeIssue(issue)} (${describePlace(place)})`)
    }
    if (plan.issues.some(({ severity }) => severity === 'error')) process.exitCode = EXIT.issues
    work(plan)
  } finally {
    current.close()
    other.close()
  }
}

interface OpenFolder {
  sources: Source[]
  issues: Issue[]
  close(): void
}

/** The files of a folder, not of those below it, as they were before a change that was cut short. */
function openFolder(folder: string): OpenFolder {
  const isPart = partTest(wthor, '')
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  const first = names.find((name) => name === journalName(FOLDER_KEY)) ?? names[0]
  if (first === undefined) return { sources: [], issues: [], close() {} }
  const disk = new DiskFileSet(join(folder, first))
  const { files, issues } = beforeUnfinishedChange(disk, isPart)
  const told = [...disk.issues, ...issues]
  const sources = files
    .names()
    .filter(isPart)
    .map((name) => files.find(name)!)
  return { sources, issues: told, close: () => disk.close() }
}
