/** `ludograph validate`: everything wrong with files, by the format's rules and the game's. */
import { InvalidArgumentError, Option, type Command } from 'commander'
import { validate, validateRecord } from '../../convert/validate.ts'
import { makeChessKernel } from '../../formats/chess-kernel.ts'
import { describeIssue, describePlace, withMessage } from '../../issues/describe.ts'
import type { Issue, Severity } from '../../issues/issue.ts'
import { withNodes } from '../../model/line-record.ts'
import type { GameRecord } from '../../model/record.ts'
import { STRICT_GO_RULES, type StrictGoRule } from '../../rules/go/index.ts'
import { databasesAmong, refuseOptionsOfFiles } from '../read/databases.ts'
import { pathOf } from '../read/open-input.ts'
import { forEachInput, NO_INPUTS, type Work } from '../read/inputs.ts'
import { withFileList, withReadOptions, type ReadCommandOptions } from '../read/read-options.ts'
import { optionExcludes } from '../read/option-use.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { shareInput, WORTH_READING_TOGETHER } from '../read/shared-input.ts'
import { countOf, examples, EXIT, grouped, note, paint, print, printJson } from '../show/terminal.ts'
import { Progress } from '../show/progress.ts'
import { validateShared } from '../read/validate-shared.ts'

interface ValidateCommandOptions extends ReadCommandOptions {
  json?: boolean
  all?: boolean
  quiet?: boolean
  limit?: number
  strictRules?: StrictGoRule[]
  draft?: string
}

/** How many issues of one id are shown per file, and for all files together, by default. */
const SHOWN_PER_FILE = 5
const SHOWN_IN_ALL = 20

/** Issues of one id: how many were shown, how many were not, in how many files. */
interface Tally {
  shown: number
  hidden: number
  files: Set<string>
}

export function addValidate(program: Command): void {
  const command = program
    .command('validate')
    .description('Check files: the rules of the format, every move of every line, results, dates')
    .argument('[input...]', 'files, databases or folders; - is standard input')
  withFileList(withReadOptions(command))
    .option(
      '--strict-rules <rules>',
      `Go: also warn about moves that stricter rules forbid: all, or any of ${Object.keys(STRICT_GO_RULES).join(',')}`,
      parseStrictRules,
    )
    .addOption(
      new Option('--draft <draft>', 'wei7: the draft of the specification to check against').choices(['5', '7', 'any']),
    )
    .option(
      '--all',
      `show every issue, not only the first ${SHOWN_PER_FILE} of each kind per file and ${SHOWN_IN_ALL} overall`,
    )
    .option('--limit <count>', 'show at most COUNT issues; all are counted', positiveNumber)
    .option('-q, --quiet', 'print only the summary')
    .option('--json', 'issues as JSON lines')
    .addHelpText('before', examples('validate games.pgn', `validate --json collection/ | grep '"error"'`))
    .addHelpText('after', '\nThe exit code is 1 if there are errors.')
    .action(runValidate)
  optionExcludes(command, '--quiet', ['--json', '--all', '--limit'])
}

function parseStrictRules(text: string): StrictGoRule[] {
  const known = Object.keys(STRICT_GO_RULES) as StrictGoRule[]
  if (text === 'all') return known
  return text.split(',').map((word) => {
    const rule = known.find((candidate) => candidate === word.trim())
    if (!rule) throw new InvalidArgumentError(`expected all, or any of ${known.join(',')}.`)
    return rule
  })
}

async function runValidate(names: string[], options: ValidateCommandOptions): Promise<void> {
  const totals: Record<Severity, number> = { error: 0, warning: 0, info: 0 }
  let records = 0
  let shown = 0
  let hidden = 0
  const tallies = new Map<string, Tally>()
  const progress = new Progress('record')
  const kernel = makeChessKernel()
  const reading = options.draft === undefined ? options : { ...options, formatDefaults: { draft: options.draft } }
  const strict = { ...(options.strictRules && { strictGo: options.strictRules }) }
  /** Counts and shows the issues of a file or database. */
  const takerFor = (path: string) => {
    const met = new Map<string, number>()
    return (issue: Issue): void => {
      totals[issue.severity]++
      const count = (met.get(issue.id) ?? 0) + 1
      met.set(issue.id, count)
      const placed = { ...issue, place: { ...issue.place, file: pathOf(path, issue.place?.file) } }
      const isWanted = options.json || (!options.quiet && (options.all || isShown(tallies, issue.id, count, path)))
      if (!isWanted) return
      if (shown === options.limit) {
        hidden++
        return
      }
      shown++
      if (options.json) printJson(withMessage(placed))
      else print(formatIssue(placed))
    }
  }
  const databases = await databasesAmong(names)
  const files = names.filter((name) => !databases.includes(name))
  const isDone = databases.length > 0 && files.length === 0 && options.filesFrom === undefined
  if (isDone) refuseOptionsOfFiles(options)
  for (const folder of databases) {
    const take = takerFor(folder)
    await forEachRecord(folder, (id, record) => {
      records++
      progress.step(folder)
      for (const issue of validateRecord(record, strict)) take({ ...issue, place: { ...issue.place, record: id - 1 } })
    })
  }
  const work: Work = async (input, open, place) => {
    const { collection } = open
    progress.begin(place, collection.count)
    const take = takerFor(input.path)
    const shared = shareInput(input, open, reading, WORTH_READING_TOGETHER)
    if (shared) {
      await validateShared({ ...shared, options: strict }, collection, take, (count) => {
        records += count
        progress.add(count, input.path)
      })
      return
    }
    const onEntry = (): void => {
      records++
      progress.step(input.path)
    }
    for (const issue of validate(collection, { ...strict, kernel, onEntry })) take(issue)
  }
  const counts = isDone ? NO_INPUTS : await forEachInput(files, reading, work)
  progress.end()
  for (const [id, { hidden, files }] of tallies) {
    if (hidden > 0) print(`${grouped(hidden)} more ${id} in ${countOf(files.size, 'file')} (use --all)`)
  }
  if (hidden > 0) note(`${countOf(hidden, 'more issue')} not shown because of --limit`)
  if (totals.error > 0) process.exitCode ??= EXIT.issues
  const passed = counts.unknownFiles > 0 ? ` (${countOf(counts.unknownFiles, 'other file')} skipped)` : ''
  note(
    `${countOf(counts.opened + databases.length, 'file')}${passed}, ${countOf(records, 'record')}: ` +
      `${countOf(totals.error, 'error')}, ${countOf(totals.warning, 'warning')}, ${countOf(totals.info, 'remark')}` +
      (counts.failed > 0 ? `; ${countOf(counts.failed, 'file')} could not be read` : ''),
  )
}

/** Goes through the games of a database in their order. */
async function forEachRecord(folder: string, work: (id: number, record: GameRecord) => void): Promise<void> {
  const { withDatabase } = await import('../read/database.ts')
  const { searchRecords } = await import('../../database/search/search.ts')
  await withDatabase(folder, true, async (database) => {
    for await (const { id, record } of searchRecords(database, {})) work(id, withNodes(record))
  })
}

/** Whether an issue is shown: one of the first of its id in its file, and in all. Counts those that are not. */
function isShown(tallies: Map<string, Tally>, id: string, inFile: number, file: string): boolean {
  const tally = tallies.get(id) ?? { shown: 0, hidden: 0, files: new Set<string>() }
  tallies.set(id, tally)
  if (inFile <= SHOWN_PER_FILE && tally.shown < SHOWN_IN_ALL) {
    tally.shown++
    return true
  }
  tally.hidden++
  tally.files.add(file)
  return false
}

function formatIssue(issue: Issue): string {
  const { severity, id, place = {} } = issue
  const colour = severity === 'error' ? 'red' : severity === 'warning' ? 'yellow' : 'dim'
  return oneLine(`${describePlace(place)}: ${paint(colour, severity)} ${id}: ${describeIssue(issue)}`)
}

/** Line ends and tabs in quoted text are escaped, so that an issue takes one line. */
function oneLine(text: string): string {
  return text.replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}
