/** `ludograph archive`: archives of databases listed, extracted and made. */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Command } from 'commander'
import { isJournalName } from '../../bytes/journal.ts'
import { extension, stem, type Source } from '../../bytes/source.ts'
import { detectFormat } from '../../convert/detect.ts'
import type { Archive, ArchiveFormat } from '../../formats/archive.ts'
import type { Format } from '../../formats/format.ts'
import { FORMATS } from '../../formats/index.ts'
import { partTest, settledFiles } from '../../formats/parts.ts'
import { describeIssue } from '../../issues/describe.ts'
import type { Issue } from '../../issues/issue.ts'
import { DiskFileSet, DiskSource } from '../../node/file-source.ts'
import { DiskSinkSet } from '../../node/file-sink.ts'
import { Progress } from '../show/progress.ts'
import { databaseFormat, listOf, mainFilesOf } from '../write/changes.ts'
import { asUsage } from '../read/format-options.ts'
import { withPasswordHint } from '../read/open-input.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { changeFolder, mayReplace, tellOfWaiting } from '../write/output-paths.ts'
import { newPassword, PROTECTED } from '../write/write-options.ts'
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

/** A format that has archives. */
type ArchivingFormat = Format & { readonly archive: ArchiveFormat }

const ARCHIVING = FORMATS.filter((format): format is ArchivingFormat => format.archive !== undefined)

/** Extensions of archives without a password. */
const UNPROTECTED = ARCHIVING.map(({ archive }) => archive.extension)

const ANY_ARCHIVE = listOf([...UNPROTECTED, ...PROTECTED])
const ANY_PROTECTED = listOf(PROTECTED)

interface ArchiveOptions {
  password?: string
  output?: string
  json?: boolean
  limit?: number
  stored?: boolean
  force?: boolean
}

export function addArchive(program: Command): void {
  const archive = program
    .command('archive')
    .description(`List, extract and create database archives (${ANY_ARCHIVE})`)
    .addHelpText(
      'beforeAll',
      examples(
        'archive list base.cbv',
        'archive extract base.cbz -o base/ --password secret',
        'archive pack base.cbh -o base.cbv',
        'archive pack base.cbh -o base.cbz --password secret',
      ),
    )
  archive
    .command('list')
    .description('List the files in an archive')
    .argument('<archive>', `a ${ANY_ARCHIVE} file`)
    .option('--password <password>', `password of a ${ANY_PROTECTED} archive`)
    .option('--limit <count>', 'list at most COUNT files', positiveNumber)
    .option('--json', 'as JSON lines')
    .action((path: string, options: ArchiveOptions) => withArchive(path, options, (opened) => list(opened, options)))
  archive
    .command('extract')
    .description('Extract the files of an archive')
    .argument('<archive>', `a ${ANY_ARCHIVE} file`)
    .option('-o, --output <folder>', 'folder to extract to (default: next to the archive, with its name)')
    .option('--password <password>', `password of a ${ANY_PROTECTED} archive`)
    .option('--force', 'overwrite existing files')
    .action((path: string, options: ArchiveOptions) =>
      withArchive(path, options, (opened) =>
        extract(opened, options.output ?? join(dirname(path), stem(basename(path))), options),
      ),
    )
  archive
    .command('pack')
    .description('Pack a database and all its files into an archive')
    .argument('<database>', `the ${mainFilesOf(ARCHIVING)} file of a database`)
    .option('-o, --output <archive>', `${ANY_ARCHIVE} file to write (default: next to the database, with its name)`)
    .option('--password <password>', `password for a ${ANY_PROTECTED} archive (prompted for if missing)`)
    .option('--stored', 'store without compression')
    .option('--force', 'overwrite an existing archive')
    .action(pack)
}

async function withArchive(
  path: string,
  { password }: ArchiveOptions,
  work: (archive: Archive) => void | Promise<void>,
): Promise<void> {
  const source = new DiskSource(path)
  try {
    const archive = await archiveFormat(source).open(source, password)
    showIssues(archive.issues)
    await work(archive)
  } catch (error) {
    throw withPasswordHint(error, '--password PASSWORD')
  } finally {
    source.close()
  }
}

/** The archive format of a file: by its bytes and name, otherwise one that will report what is wrong with the file. */
function archiveFormat(source: Source): ArchiveFormat {
  const format = detectFormat(source, ARCHIVING) ?? ARCHIVING[0]!
  return format.archive!
}

function showIssues(issues: readonly Issue[]): void {
  for (const issue of issues) {
    const { severity } = issue
    note(`${paint(severity === 'error' ? 'red' : 'yellow', severity)}: ${describeIssue(issue)}`)
    if (severity === 'error') process.exitCode = EXIT.issues
  }
}

function list({ members }: Archive, { limit, json }: ArchiveOptions): void {
  const shown = members.slice(0, limit)
  if (json) {
    for (const { path, size, packed, modified } of shown) printJson({ path, size, packed, modified })
    return
  }
  print(
    formatTable(
      shown.map(({ path, size, modified }) => [path, grouped(size).padStart(14), modified?.replace('T', ' ') ?? '']),
    ),
  )
  const files = countOf(members.length, 'file')
  note(shown.length < members.length ? `${grouped(shown.length)} of ${files}` : files)
}

async function extract(archive: Archive, folder: string, options: ArchiveOptions): Promise<void> {
  // With a journal, the next change of the database would undo a change that never happened.
  const members = archive.members.filter(({ path }) => !isJournalName(path))
  const targets = members.map(({ path }) => join(folder, path))
  const replaces = await mayReplace(targets, options)
  const change = changeFolder(folder)
  const progress = new Progress('byte', { total: members.reduce((sum, { size }) => sum + size, 0) })
  let damaged = 0
  try {
    for (const [index, member] of members.entries()) {
      if (!replaces && existsSync(targets[index]!))
        throw new CommandError(`${targets[index]!} already exists`, EXIT.usage)
      const file = change.create(member.path)
      const issues = member.extract((bytes) => {
        file.append(bytes)
        progress.add(bytes.length, member.path)
      })
      progress.end()
      showIssues(issues)
      if (issues.some(({ severity }) => severity === 'error')) {
        change.discard(file)
        damaged++
      } else {
        change.keep(file)
      }
    }
    const { length } = change.commit()
    if (damaged > 0) note(`${countOf(damaged, 'damaged file')} skipped`)
    if (members.length < archive.members.length) note('an undo journal in the archive was skipped')
    note(`${countOf(length, 'file')} extracted to ${folder}`)
  } catch (error) {
    change.abort()
    throw error
  }
}

async function pack(path: string, options: ArchiveOptions): Promise<void> {
  const { output, password: given, stored } = options
  if (!existsSync(path)) throw new CommandError(`${path}: no such file`, EXIT.unreadable)
  const format = databaseFormat(path, ARCHIVING)
  const { extension: plain, protectedExtension = plain } = format.archive
  const archivePath =
    output ?? join(dirname(path), stem(basename(path)) + (given === undefined ? plain : protectedExtension))
  if (![plain, protectedExtension].includes(extension(archivePath))) {
    const names = protectedExtension === plain ? plain : `${plain}, or ${protectedExtension} with a password`
    throw new CommandError(`${archivePath}: an archive needs the extension ${names}`, EXIT.usage)
  }
  if (given !== undefined && !PROTECTED.includes(extension(archivePath))) {
    throw new CommandError(`${archivePath}: only ${ANY_PROTECTED} archives can have a password`, EXIT.usage)
  }
  const replaces = await mayReplace([archivePath], options)
  const password = await newPassword(archivePath, given)
  const disk = new DiskFileSet(path)
  const sinks = new DiskSinkSet(archivePath, { replaces, onWait: tellOfWaiting })
  try {
    const { files, issues } = settledFiles(format, disk)
    showIssues(issues)
    const sources = files
      .names()
      .filter(partTest(format, basename(path)))
      .sort()
      .map((name) => ({ name, source: files.find(name)!, modified: modifiedAt(join(dirname(path), name)) }))
    const progress = new Progress('byte', { total: sources.reduce((sum, { source }) => sum + source.size, 0) })
    const read = sources.map((member) => ({ ...member, source: new CountedSource(member.source, progress) }))
    await format.archive.pack(sinks.create(sinks.name), read, {
      ...(password !== undefined && { password }),
      isStored: stored ?? false,
    })
    progress.end()
    sinks.commit()
    note(`${countOf(sources.length, 'file')} packed into ${archivePath}`)
  } catch (error) {
    sinks.abort()
    throw asUsage(error)
  } finally {
    disk.close()
  }
}

/** A file whose bytes count as progress when they are first read. */
class CountedSource implements Source {
  readonly name: string
  readonly size: number
  private readonly source: Source
  private readonly progress: Progress
  private counted = 0

  constructor(source: Source, progress: Progress) {
    this.name = source.name
    this.size = source.size
    this.source = source
    this.progress = progress
  }

  read(start: number, end: number, into?: Uint8Array): Uint8Array {
    const bytes = this.source.read(start, end, into)
    const fresh = start + bytes.length - this.counted
    if (fresh > 0) {
      this.counted += fresh
      this.progress.add(fresh, this.name)
    }
    return bytes
  }
}

function modifiedAt(path: string): Date {
  return statSync(path, { throwIfNoEntry: false })?.mtime ?? new Date()
}
