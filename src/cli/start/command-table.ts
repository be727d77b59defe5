/** The commands of `ludograph`: what each does in a few words, and the module that holds it. */
import type { Command } from 'commander'

/** A part of the command line that is loaded when one of its commands is used. */
interface CommandModule {
  /** The names of its commands with what each does, short enough for one line of a terminal. */
  commands: Readonly<Record<string, string>>
  /** Loads what adds these commands to the program; `makeWhole` makes one with every command in full. */
  load: () => Promise<(program: Command, makeWhole: () => Promise<Command>) => void>
}

/** Commands under a heading of the help, in the order in which it lists them. */
interface CommandGroup {
  heading: string
  modules: readonly CommandModule[]
}

export const COMMAND_GROUPS: readonly CommandGroup[] = [
  {
    heading: 'Files:',
    modules: [
      {
        commands: { info: 'Describe files: format, games, players, years, problems' },
        load: async () => (await import('../commands/info.ts')).addInfo,
      },
      {
        commands: { convert: 'Convert from any format to any other, and report what is lost' },
        load: async () => (await import('../commands/convert.ts')).addConvert,
      },
      {
        commands: { validate: 'Check files: the format, every move of every line, results' },
        load: async () => (await import('../commands/validate.ts')).addValidate,
      },
      {
        commands: { show: 'Show a game: header, board, moves with variations and comments' },
        load: async () => (await import('../commands/show.ts')).addShow,
      },
      {
        commands: { formats: 'List the formats, or show what one of them can store' },
        load: async () => (await import('../commands/formats.ts')).addFormats,
      },
      {
        commands: { tables: 'Show the lists in a file: players, tournaments, sources ...' },
        load: async () => (await import('../commands/tables.ts')).addTables,
      },
      {
        commands: { archive: 'List, extract and create archives of ChessBase' },
        load: async () => (await import('../commands/archive.ts')).addArchive,
      },
      {
        commands: { delete: 'Mark games of a file as deleted, or remove the mark' },
        load: async () => (await import('../commands/delete.ts')).addDelete,
      },
      {
        commands: { update: 'Update a folder of WTHOR files from a newer edition' },
        load: async () => (await import('../commands/update.ts')).addUpdate,
      },
    ],
  },
  {
    heading: 'Engines:',
    modules: [
      {
        commands: { analyse: 'Evaluate games with your engine: better lines, accuracy' },
        load: async () => (await import('../commands/analyse.ts')).addAnalyse,
      },
      {
        commands: { tablebase: 'How a chess position with few men ends, by tables or a service' },
        load: async () => (await import('../commands/tablebase.ts')).addTablebase,
      },
      {
        commands: { engines: 'Name, list and test the engines of this machine' },
        load: async () => (await import('../commands/engines.ts')).addEngines,
      },
    ],
  },
  {
    heading: 'Databases:',
    modules: [
      {
        commands: { import: 'Import games of any format, creating the database if necessary' },
        load: async () => (await import('../commands/import.ts')).addImport,
      },
      {
        commands: { search: 'Find games by player, date, opening, position, comment' },
        load: async () => (await import('../commands/search.ts')).addSearch,
      },
      {
        commands: { explore: 'Opening explorer: the moves played in a position, with results' },
        load: async () => (await import('../commands/explore.ts')).addExplore,
      },
      {
        commands: { patterns: 'Where a pattern or material stands, and what was played next' },
        load: async () => (await import('../commands/patterns.ts')).addPatterns,
      },
      {
        commands: { export: 'Write all games, or those that match the filters, to a file' },
        load: async () => (await import('../commands/export.ts')).addExport,
      },
      {
        commands: { book: 'Make an opening book (PolyGlot, .bin) of the chess games' },
        load: async () => (await import('../commands/book.ts')).addBook,
      },
      {
        commands: { edit: 'Replace a game with its edited version' },
        load: async () => (await import('../commands/edit.ts')).addEdit,
      },
      {
        commands: {
          players: 'List the players with their games and results',
          player: 'Show a player: results, ratings, openings, opponents, events',
          events: 'List the events',
          event: 'Show the table of an event: standings, tie-breaks, results',
        },
        load: async () => (await import('../commands/players.ts')).addPlayerCommands,
      },
      {
        commands: { records: 'Longest and shortest games, upsets, series, youngest winners' },
        load: async () => (await import('../commands/records.ts')).addRecords,
      },
      {
        commands: { report: 'Opening report: years, main lines, players, plans, novelties' },
        load: async () => (await import('../commands/report.ts')).addReport,
      },
      {
        commands: { prepare: 'Prepare for a player: a dossier of what they play and score' },
        load: async () => (await import('../commands/prepare.ts')).addPrepare,
      },
      {
        commands: { repertoire: 'Check and train your own openings' },
        load: async () => (await import('../commands/repertoire.ts')).addRepertoire,
      },
      {
        commands: {
          tag: 'Tag games with names of your own',
          collection: 'Put games into collections of your own',
          note: 'Write notes of your own on games',
          saved: 'Save searches under a name',
          labels: 'Back up tags, collections, notes, saved searches, aliases',
        },
        load: async () => (await import('../commands/labels.ts')).addLabelCommands,
      },
      {
        commands: { aliases: 'Treat several spellings of a name as one player' },
        load: async () => (await import('../commands/aliases.ts')).addAliases,
      },
      {
        commands: {
          stats: 'Show statistics: games, sources, positions, size',
          sql: 'Query the catalogue with SQL (read-only)',
        },
        load: async () => (await import('../commands/catalogue.ts')).addCatalogueCommands,
      },
      {
        commands: {
          verify: 'Check checksums, counts, and the index against the games',
          remove: 'Remove a source and its games',
          compact: 'Merge the segments of the position index',
          reindex: 'Rebuild the position index from the games',
          dedupe: 'List duplicate games; --merge keeps one of each group',
        },
        load: async () => (await import('../commands/maintain.ts')).addMaintenanceCommands,
      },
      {
        commands: { recover: 'Rescue what a damaged database still holds into a new one' },
        load: async () => (await import('../commands/recover.ts')).addRecover,
      },
      {
        commands: { serve: 'Serve a database on localhost: a page and an HTTP interface' },
        load: async () => (await import('../commands/serve.ts')).addServe,
      },
      {
        commands: { publish: 'Write a database as plain files for any web host' },
        load: async () => (await import('../commands/publish.ts')).addPublish,
      },
      {
        commands: { cluster: 'Keep games on ClickHouse servers, beyond one machine' },
        load: async () => (await import('../commands/cluster.ts')).addCluster,
      },
      {
        commands: { mcp: 'Offer a database to AI assistants (Model Context Protocol)' },
        load: async () => (await import('../commands/mcp.ts')).addMcp,
      },
    ],
  },
  {
    heading: 'This program:',
    modules: [
      {
        commands: { completion: 'Print a script that completes commands and options in a shell' },
        load: async () => (await import('../commands/completion.ts')).addCompletion,
      },
    ],
  },
]

/** The names of all commands. */
export const COMMAND_NAMES: readonly string[] = COMMAND_GROUPS.flatMap(({ modules }) =>
  modules.flatMap(({ commands }) => Object.keys(commands)),
)

/** The command that the words of a command line name; undefined if they name none. */
export function commandIn(words: readonly string[]): string | undefined {
  return words.find((word) => COMMAND_NAMES.includes(word))
}

/**
 * Commands that write no files. Nothing has to be cleaned up after them, so the system may end them at any point, and they
 * need no second thread.
 */
const READERS: ReadonlySet<string> = new Set([
  'info',
  'show',
  'validate',
  'formats',
  'tables',
  'search',
  'explore',
  'players',
  'player',
  'events',
  'event',
  'stats',
  'completion',
])

/** Whether a command line names a command that may write files, and does not only ask for help. */
export function writesFiles(words: readonly string[]): boolean {
  const command = commandIn(words)
  return (
    command !== undefined &&
    words[0] !== 'help' &&
    !READERS.has(command) &&
    !words.includes('--help') &&
    !words.includes('-h')
  )
}
