/** `ludograph formats`: the formats, and what each can store. */
import type { Command } from 'commander'
import type { Feature } from '../../formats/feature.ts'
import { features as FEATURES } from '../../issues/english/features.ts'
import type { Format } from '../../formats/format.ts'
import { FORMATS, WRITTEN_FORMATS } from '../../formats/index.ts'
import { formatById } from '../read/format-options.ts'
import { examples, formatTable, paint, print, printJson } from '../show/terminal.ts'

export function addFormats(program: Command): void {
  program
    .command('formats')
    .description('List the formats, or show what one of them can store')
    .argument('[format]', 'id of a format')
    .option('--json', 'as JSON')
    .addHelpText('before', examples('formats', 'formats xqf'))
    .action((id: string | undefined, options: { json?: boolean }) => {
      if (id === undefined) {
        if (options.json) printJson(ALL.map(describe), undefined, 2)
        else print(formatList())
      } else {
        const format = formatById(id, ALL)
        if (options.json) printJson(describe(format), undefined, 2)
        else print(formatDetails(format))
      }
    })
}

/** Every format, tables included, which are only written. */
const ALL: readonly Format[] = [...FORMATS, ...WRITTEN_FORMATS.filter(({ open }) => !open)]

/** A format as plain data. */
function describe(format: Format): Record<string, unknown> {
  return {
    id: format.id,
    name: format.name,
    games: format.games,
    extensions: format.extensions,
    parts: format.parts ?? [],
    mediaTypes: format.mediaTypes,
    reads: format.open !== undefined,
    writes: format.write !== undefined,
    appends: format.append !== undefined,
    marksDeleted: format.markDeleted !== undefined,
    updates: format.planUpdate !== undefined,
    holds: format.holds,
    keeps: [...format.keeps],
    options: format.options ?? [],
  }
}

function formatList(): string {
  const known = ALL.filter((format) => format.open ?? format.write)
  const books = FORMATS.filter((format) => format.isBook)
  const recognised = FORMATS.filter((format) => !format.open && !format.isBook)
  const rows = known.map((format) => [
    paint('bold', format.id),
    format.name,
    format.games.join(', '),
    format.open ? (format.write ? 'read, write' : 'read') : 'write',
    format.extensions.join(' '),
  ])
  let text = formatTable([['id', 'name', 'games', 'can', 'files'].map((cell) => paint('dim', cell)), ...rows])
  text += listOf('Opening books, for ludograph explore:', books)
  text += listOf('Recognised, but not readable:', recognised)
  return text
}

/** Formats under a heading; nothing where there are none. */
function listOf(heading: string, formats: readonly Format[]): string {
  if (formats.length === 0) return ''
  const rows = formats.map((format) => [format.id, format.name, format.extensions.join(' ')])
  return `\n\n${heading}\n${formatTable(rows, '  ')}`
}

/** What can be done with files of a format. */
function abilities({ open, write, append, markDeleted, planUpdate, archive }: Format): string[] {
  const all: [unknown, string][] = [
    [open, 'read'],
    [write, 'write'],
    [append, 'add games (convert --append)'],
    [markDeleted, 'mark games as deleted (delete)'],
    [archive, 'list, extract and create archives (archive)'],
    [planUpdate, 'install newer editions (update)'],
  ]
  return all.filter(([has]) => has !== undefined).map(([, ability]) => ability)
}

function formatDetails(format: Format): string {
  const lines = [
    `${paint('bold', format.id)}: ${format.name}`,
    `games:    ${format.games.join(', ')}`,
    `files:    ${format.extensions.join(' ')}${format.parts ? ` with ${format.parts.join(' ')}` : ''}`,
    `can:      ${abilities(format).join(', ') || 'recognise only'}`,
    `holds:    ${format.holds === 'one' ? 'one record per file' : 'any number of records'}`,
  ]
  if (!format.open && !format.write) return lines.join('\n')
  const all = Object.keys(FEATURES) as Feature[]
  const rows = all.map((feature) => {
    const isKept = format.keeps.has(feature)
    return [isKept ? paint('green', 'yes') : paint('yellow', 'no'), FEATURES[feature], paint('dim', `loss/${feature}`)]
  })
  const title = ['stored', 'feature', 'reported as'].map((cell) => paint('dim', cell))
  lines.push('', formatTable([title, ...rows]))
  for (const use of ['reading', 'writing'] as const) {
    const options = (format.options ?? []).filter((option) => option.for === use)
    if (options.length === 0) continue
    lines.push('', `Options for ${use} (${use === 'reading' ? '--option' : '--write-option'} name=value):`)
    const rows = options.map(({ name, description, values }) => [
      `${name}${values ? `=${values.join('|')}` : ''}`,
      description,
    ])
    lines.push(formatTable(rows, '  '))
  }
  return lines.join('\n')
}
