/** Tables for spreadsheets and statistics: a row for each game. They are written, not read. */
import { GAMES } from '../../model/record.ts'
import { features } from '../feature.ts'
import type { Format } from '../format.ts'
import type { TableDefaults } from './writer.ts'

const KEPT = features(
  'variant',
  'setup',
  'kind',
  'event',
  'site',
  'round',
  'subround',
  'date',
  'partial-date',
  'players',
  'ratings',
  'result',
  'opening',
  'opening-name',
  'annotator',
  'passes',
)

/** Comma-separated values. */
export const csv: Format = tableFormat('csv', 'Comma-separated values', 'text/csv', {
  separator: ',',
  otherSeparator: ';',
  marksEncoding: 'yes',
})

/** Tab-separated values. */
export const tsv: Format = tableFormat('tsv', 'Tab-separated values', 'text/tab-separated-values', {
  separator: '\t',
  marksEncoding: 'no',
})

interface Table extends TableDefaults {
  /** What some spreadsheets expect instead. */
  otherSeparator?: string
}

function tableFormat(id: string, name: string, mediaType: string, defaults: Table): Format {
  const { separator, otherSeparator, marksEncoding } = defaults
  return {
    id,
    name,
    games: GAMES,
    extensions: [`.${id}`],
    mediaTypes: [mediaType],
    holds: 'many',
    keeps: KEPT,
    options: [
      {
        name: 'bom',
        description: `begin with a byte order mark, by which spreadsheets know UTF-8 (default: ${marksEncoding})`,
        for: 'writing',
        values: ['yes', 'no'],
      },
      {
        name: 'formulas',
        description: 'text: an apostrophe before text that a spreadsheet would calculate; as-is: none',
        for: 'writing',
        values: ['text', 'as-is'],
      },
      ...(otherSeparator === undefined
        ? []
        : [
            {
              name: 'separator',
              description: 'what separates cells; spreadsheets of countries with a decimal comma expect the second',
              for: 'writing' as const,
              values: [separator, otherSeparator],
            },
          ]),
      { name: 'notation', description: 'notation of moves, as of the game', for: 'writing' },
    ],
    // Tables of anything are named so: none is taken for games.
    detect: () => 0,
    write: async (out, options) => (await import('./writer.ts')).writeTable(out, defaults, options),
    append: async (files, edit, options) => (await import('./writer.ts')).appendToTable(files, edit, defaults, options),
  }
}
