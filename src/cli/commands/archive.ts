/** `ludograph archive`: ChessBase archives listed, extracted and made. */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Command } from 'commander'
import {
  ARCHIVE_EXTENSION,
  extractMember,
  listArchive,
  packArchive,
  packEncryptedArchive,
  PASSWORD_EXTENSION,
  type Archive,
} from '../../formats/chessbase/archive/archive.ts'
import { chessbase } from '../../formats/chessbase/format.ts'
import { MAIN_EXTENSION } from '../../formats/chessbase/parts.ts'
import { extension, stem } from '../../bytes/source.ts'
import { describeIssue } from '../../issues/describe.ts'
import type { Issue } from '../../issues/issue.ts'
import { DiskFileSet, DiskSource } from '../../node/file-source.ts'
import { DiskSinkSet } from '../../node/file-sink.ts'
import { asUsage, withPasswordHint } from '../inputs.ts'
import { newPassword } from '../outputs.ts'
import { CommandError, countOf, examples, EXIT, formatTable, note, paint, print, printJson } from '../terminal.ts'

interface ArchiveOptions {
  password?: string
  output?: string
  json?: boolean
  stored?: boolean
}

export function addArchive(program: Command): void {
  const archive = program
    .command('archive')
    .description('List, extract and make archives of ChessBase databases (.cbv, .cbz)')
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
    .description('The files in an archive')
    .argument('<archive>', 'a .cbv or .cbz file')
    .option('--password <password>', 'password of a .cbz archive')
    .option('--json', 'as JSON lines')
    .action((path: string, options: ArchiveOptions) => withArchive(path, options, (opened) => list(opened, options)))
  archive
    .command('extract')
    .description('Write the files of an archive into a folder')
    .argument('<archive>', 'a .cbv or .cbz file')
    .option('-o, --output <folder>', 'folder to extract to; otherwise one beside the archive, with its name')
    .option('--password <password>', 'password of a .cbz archive')
    .action((path: string, options: ArchiveOptions) =>
      withArchive(path, options, (opened) =>
        extract(opened, options.output ?? join(dirname(path), stem(basename(path)))),
      ),
    )
  archive
    .command('pack')
    .description('Make an archive of a database and all its files')
    .argument('<database>', 'the .cbh file of a database')
    .option('-o, --output <archive>', '.cbv or .cbz to write; otherwise beside the database, with its name')
    .option('--password <password>', 'password of the .cbz written; asked for otherwise')
    .option('--stored', 'do not compress')
    .action(pack)
}

function withArchive(path: string, { password }: ArchiveOptions, work: (archive: Archive) => void): void {
  const source = new DiskSource(path)
  try {
    const archive = listArchive(source, password)
    showIssues(archive.issues)
    work(archive)
  } catch (error) {
    throw withPasswordHint(error, '--password PASSWORD')
  } finally {
    source.close()
  }
}

function showIssues(issues: readonly Issue[]): void {
  for (const issue of issues) {
    const { severity } = issue
    note(`${paint(severity === 'error' ? 'red' : 'yellow', severity)}: ${describeIssue(issue)}`)
    if (severity === 'error') process.exitCode = EXIT.issues
  }
}

function list({ members }: Archive, { json }: ArchiveOptions): void {
  if (json) {
    for (const { path, size, packed, modified } of members) printJson({ path, size, packed, modified })
    return
  }
  print(
    formatTable(
      members.map(({ path, size, modified }) => [
        path,
        size.toLocaleString('en').padStart(14),
        modified?.replace('T', ' ') ?? '',
      ]),
    ),
  )
  note(countOf(members.length, 'file'))
}

function extract(archive: Archive, folder: string): void {
  let written = 0
  for (const member of archive.members) {
    const target = join(folder, dirname(member.path))
    mkdirSync(target, { recursive: true })
    const sinks = new DiskSinkSet(join(target, basename(member.path)))
    try {
      const sink = sinks.create(sinks.name)
      const issues = extractMember(archive, member, (bytes) => sink.append(bytes))
      showIssues(issues)
      if (issues.some(({ severity }) => severity === 'error')) {
        sinks.abort()
        continue
      }
      sinks.commit()
      written++
    } catch (error) {
      sinks.abort()
      throw error
    }
  }
  const damaged = archive.members.length - written
  if (damaged > 0) note(`${countOf(damaged, 'damaged file')} left out`)
  note(`${countOf(written, 'file')} extracted to ${folder}`)
}

async function pack(path: string, { output, password: given, stored }: ArchiveOptions): Promise<void> {
  if (!existsSync(path)) throw new CommandError(`${path}: no such file`, EXIT.unreadable)
  if (extension(path) !== MAIN_EXTENSION) {
    throw new CommandError(`${path}: name the main file of a database (${MAIN_EXTENSION})`, EXIT.usage)
  }
  const usual = given === undefined ? ARCHIVE_EXTENSION : PASSWORD_EXTENSION
  const archivePath = output ?? join(dirname(path), stem(basename(path)) + usual)
  const isProtected = extension(archivePath) === PASSWORD_EXTENSION
  if (!isProtected && extension(archivePath) !== ARCHIVE_EXTENSION) {
    const names = `${ARCHIVE_EXTENSION}, or ${PASSWORD_EXTENSION} with a password`
    throw new CommandError(`${archivePath}: archives are written as ${names}`, EXIT.usage)
  }
  if (given !== undefined && !isProtected) {
    throw new CommandError(`${archivePath}: only a ${PASSWORD_EXTENSION} archive has a password`, EXIT.usage)
  }
  const password = await newPassword(archivePath, given)
  const files = new DiskFileSet(path)
  const sinks = new DiskSinkSet(archivePath)
  try {
    const own = stem(basename(path)).toLowerCase()
    const belongs = new Set([extension(path), ...(chessbase.parts ?? [])])
    const names = files.names().filter((name) => stem(name).toLowerCase() === own && belongs.has(extension(name)))
    const sources = names.sort().map((name) => ({
      name,
      source: files.find(name)!,
      modified: statSync(join(dirname(path), name)).mtime,
    }))
    const sink = sinks.create(sinks.name)
    if (password === undefined) packArchive(sink, sources, !stored)
    else packEncryptedArchive(sink, sources, password, !stored)
    sinks.commit()
    note(`${countOf(sources.length, 'file')} packed into ${archivePath}`)
  } catch (error) {
    sinks.abort()
    throw asUsage(error)
  } finally {
    files.close()
  }
}
