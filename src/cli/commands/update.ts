/** `ludograph update`: updates a folder of files to a newer edition. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { FOLDER_KEY, journalName } from '../../bytes/journal.ts'
import type { Source } from '../../bytes/source.ts'
import { applyUpdate, type DescribedPlan } from '../../formats/folder-update.ts'
import type { UpdatableFormat } from '../../formats/format.ts'
import { FORMATS } from '../../formats/index.ts'
import { partTest, settledFiles } from '../../formats/parts.ts'
import { describeIssue, describePlace } from '../../issues/describe.ts'
import type { Issue } from '../../issues/issue.ts'
import { DiskFileSet } from '../../node/file-source.ts'
import { DiskSinkSet } from '../../node/file-sink.ts'
import { listOf } from '../write/changes.ts'
import { changeFolder } from '../write/output-paths.ts'
import { Progress } from '../show/progress.ts'
import { CommandError, countOf, examples, EXIT, note, paint, print, printJson } from '../show/terminal.ts'

/** The formats whose files have editions. */
const UPDATABLE = FORMATS.filter((format): format is UpdatableFormat => format.planUpdate !== undefined)

export function addUpdate(program: Command): void {
  const names = listOf(UPDATABLE.map(({ name }) => name))
  program
    .command('update')
    .description(`Update a folder of ${names} files from a newer edition; the date inside each file decides`)
    .argument('<folder>', 'folder to update')
    .argument('<newer>', 'folder with the newer edition')
    .option('--dry-run', 'show what would be done, change nothing')
    .option('--json', 'the plan as JSON')
    .addHelpText('before', examples('update othello/ WTHOR-2026/', 'update othello/ WTHOR-2026/ --dry-run'))
    .action(runUpdate)
}

interface UpdateOptions {
  dryRun?: boolean
  json?: boolean
}

async function runUpdate(folder: string, newer: string, options: UpdateOptions): Promise<void> {
  for (const path of [folder, newer]) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      throw new CommandError(`${path}: no such folder`, EXIT.unreadable)
    }
  }
  if (options.dryRun) {
    await withPlan(folder, newer, options, () => note('nothing was changed'))
    return
  }
  // Locked before anything is read, so that the plan fits the files that will be replaced.
  const change = changeFolder(folder)
  try {
    await withPlan(folder, newer, options, (plan) => {
      const progress = new Progress('file')
      const sinks = new DiskSinkSet(join(folder, 'update'), { change, replaces: () => true })
      applyUpdate(plan, sinks, (done, total) => progress.set(done, total))
      progress.end()
      note(`${countOf(change.commit().length, 'file')} of ${folder} updated`)
    })
  } catch (error) {
    change.abort()
    throw error
  }
}

/** Plans the update of the files of every format that has editions, prints the plan and returns it. */
async function withPlan(
  folder: string,
  newer: string,
  { json }: UpdateOptions,
  work: (plan: DescribedPlan) => void,
): Promise<void> {
  const plan: DescribedPlan = { files: [], issues: [], lines: [] }
  const opened: OpenFolder[] = []
  try {
    for (const format of UPDATABLE) {
      const [current, other] = [openFolder(folder, format), openFolder(newer, format)]
      opened.push(current, other)
      const { files, issues, lines } = await format.planUpdate(current.sources, other.sources)
      plan.files.push(...files)
      plan.issues.push(...current.issues, ...other.issues, ...issues)
      plan.lines.push(...lines)
    }
    show(plan, json)
    work(plan)
  } finally {
    for (const folder of opened) folder.close()
  }
}

function show({ files, issues, lines }: DescribedPlan, json = false): void {
  if (json) {
    for (const { source: _source, ...file } of files) printJson(file)
  } else {
    for (const line of lines) print(line)
  }
  for (const issue of issues) {
    const { severity, place = {} } = issue
    const colour = severity === 'error' ? 'red' : 'yellow'
    note(`${paint(colour, severity)}: ${describeIssue(issue)} (${describePlace(place)})`)
  }
  if (issues.some(({ severity }) => severity === 'error')) process.exitCode = EXIT.issues
}

interface OpenFolder {
  sources: Source[]
  issues: Issue[]
  close(): void
}

/** The files of a folder, without those of subfolders, as they were before an interrupted change. */
function openFolder(folder: string, format: UpdatableFormat): OpenFolder {
  const isPart = partTest(format, '')
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  const first = names.find((name) => name === journalName(FOLDER_KEY)) ?? names[0]
  if (first === undefined) return { sources: [], issues: [], close() {} }
  const disk = new DiskFileSet(join(folder, first))
  const { files, issues } = settledFiles(format, disk)
  const told = [...disk.issues, ...issues]
  const sources = files
    .names()
    .filter(isPart)
    .map((name) => files.find(name)!)
  return { sources, issues: told, close: () => disk.close() }
}
