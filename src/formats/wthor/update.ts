/**
 * Brings a folder of WTHOR files up to a newer edition. As the format requires,
 * the date in the header decides file by file: an older file never takes the
 * place of a newer one. A plan says what is to happen and what changes by it.
 */
import { MemoryFileSet, type Source } from '../../bytes/source.ts'
import { compareDates, type PartialDate } from '../../model/date.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { FileUpdate, UpdatePlan } from '../folder-update.ts'
import { compareGames, compareNames, type GameChanges, type NameChanges } from './compare.ts'
import { RecordFile } from './file.ts'
import {
  fits,
  HEADER_SIZE,
  isPlausibleDate,
  kindOfName,
  readFileHeader,
  USUAL_ENCODING,
  type FileKind,
} from './layout.ts'
import { NameTable } from './names.ts'

/** What happens to a WTHOR file of the folder. */
export interface WthorUpdate extends FileUpdate {
  kind: FileKind
  /** The day the folder's file was made. */
  current?: PartialDate
  /** The day the other edition's file was made. */
  newer: PartialDate
  /** What replacing changes. */
  games?: GameChanges
  names?: NameChanges
}

/** A WTHOR file that can be compared. */
interface Found {
  source: Source
  kind: FileKind
  created: PartialDate
  isWhole: boolean
}

/** Plans the update of the files of a folder by those of another edition; files of other formats are skipped. */
export function planUpdate(
  current: readonly Source[],
  newer: readonly Source[],
  encoding: string = USUAL_ENCODING,
): UpdatePlan<WthorUpdate> {
  const plan: UpdatePlan<WthorUpdate> = { files: [], issues: [] }
  const present = new Map(current.flatMap(find).map((found) => [identity(found), found]))
  for (const found of newer.flatMap(find).sort((left, right) => left.source.name.localeCompare(right.source.name))) {
    if (!found.isWhole) {
      plan.issues.push(issue('wthor/damaged', 'error', {}, { file: found.source.name }))
      continue
    }
    plan.files.push(planFile(present.get(identity(found)), found, encoding, plan.issues))
  }
  plan.issues.push(...missingNames(current, plan, encoding))
  return plan
}

function find(source: Source): Found[] {
  const kind = kindOfName(source.name)
  if (!kind || source.size < HEADER_SIZE) return []
  const header = readFileHeader(source.read(0, HEADER_SIZE), source.name)
  const isWhole = isPlausibleDate(header.created) && fits(kind, header, source.size)
  return [{ source, kind, created: header.created, isWhole }]
}

/** Files of the same identity take each other's place: the official names are called WTHOR or WTH. */
function identity({ source }: Found): string {
  return source.name.toLowerCase().replace(/^wthor\.(jou|trn)$/, 'wth.$1')
}

function planFile(present: Found | undefined, found: Found, encoding: string, issues: Issue[]): WthorUpdate {
  const { source, kind, created } = found
  if (!present) return { name: source.name, kind, action: 'add', newer: created, source }
  const { name } = present.source
  const update: WthorUpdate = { name, kind, action: 'keep', current: present.created, newer: created, source }
  const order = compareDates(created, present.created)
  if (isEqual(present.source, source)) update.action = 'same'
  else if (!present.isWhole || order > 0) update.action = 'replace'
  else if (order === 0) {
    issues.push(issue('wthor/same-date', 'warning', {}, { file: name }))
  }
  if (update.action !== 'replace') return update
  if (kind === 'players' || kind === 'tournaments') {
    update.names = compareNames(new NameTable(kind, present.source, encoding), new NameTable(kind, source, encoding))
  } else if (kind !== 'puzzles') {
    update.games = compareGames(openAlone(present.source, kind, encoding), openAlone(source, kind, encoding))
  }
  return update
}

function openAlone(source: Source, kind: FileKind, encoding: string): RecordFile {
  return new RecordFile(new MemoryFileSet(source), kind, encoding)
}

function isEqual(left: Source, right: Source): boolean {
  if (left.size !== right.size) return false
  const bytes = right.read(0, right.size)
  return left.read(0, left.size).every((byte, offset) => byte === bytes[offset])
}

/** Year files that will name a number which the names in the folder do not reach. */
function missingNames(current: readonly Source[], plan: UpdatePlan<WthorUpdate>, encoding: string): Issue[] {
  const result = new Map(current.map((source) => [source.name, source]))
  for (const { action, name, source } of plan.files)
    if (action === 'add' || action === 'replace') result.set(name, source)
  const sources = [...result.values()]
  const counts = (['players', 'tournaments'] as const).map((kind) => {
    const source = sources.find(({ name }) => kindOfName(name) === kind)
    return source ? new NameTable(kind, source, encoding).count : Infinity
  })
  const issues: Issue[] = []
  for (const { action, name, kind, source } of plan.files) {
    if ((action !== 'add' && action !== 'replace') || (kind !== 'games' && kind !== 'large-games')) continue
    const [player, tournament] = openAlone(source, kind, encoding).largestNumbers()
    if (player < counts[0]! && tournament < counts[1]!) continue
    issues.push(issue('wthor/names-too-old', 'warning', {}, { file: name }))
  }
  return issues
}
