/** Tools that tell what a database holds: players, events, and SQL. */
import { countLabels } from '../database/collections/labels.ts'
import { listSavedSearches } from '../database/collections/saved-searches.ts'
import { describeEvent, describePlayer, listEvents, listPlayers } from '../database/names/entities.ts'
import { countKinds, listTables } from '../database/catalogue/statistics.ts'
import { limitedRows, LIMITS_TEXT } from './limited-query.ts'
import { ArgumentError, lineContent, numberOf, requireText, textContent, type Tool } from './tool.ts'

/** Most rows of a reply: assistants read all of it. */
const MOST_ROWS = 500
const DEFAULT_ROWS = 50

const LIST = {
  name: { type: 'string', description: 'the whole name, or a part of it' },
  max: { type: 'integer', description: `maximum number of names if several match, ${DEFAULT_ROWS} by default` },
}

export const summaryTool: Tool = {
  name: 'describe_database',
  title: 'Describe the database',
  description:
    'How many games of each kind the database holds, the tags, collections and saved searches that its user made, ' +
    'by which search_games finds games, and its tables and columns for query_sql.',
  properties: {},
  async run(database) {
    const made = {
      tags: await countLabels(database, 'tag'),
      collections: await countLabels(database, 'collection'),
      savedSearches: await listSavedSearches(database),
    }
    const used = Object.entries(made).filter(([, list]) => list.length > 0)
    const facts = { games: await countKinds(database), ...Object.fromEntries(used) }
    return [textContent(facts), lineContent(await listTables(database))]
  },
}

export const playerTool: Tool = {
  name: 'player',
  title: 'Player',
  description:
    'Results by colour and year, ratings, openings, opponents and events of a player; ' +
    'for a part of a name the players that match, one per line.',
  properties: LIST,
  required: ['name'],
  async run(database, given) {
    const name = requireText(given, 'name')
    const limit = numberOf(given, 'max', DEFAULT_ROWS, MOST_ROWS)
    const listed = await listPlayers(database, { text: name, limit })
    const only = listed.length === 1 ? listed[0]!.name : name
    const described = await describePlayer(database, only)
    if (described) return [textContent(described)]
    if (listed.length === 0) throw new ArgumentError('no player has this name')
    return [lineContent(listed)]
  },
}

export const eventTool: Tool = {
  name: 'event',
  title: 'Event',
  description: 'The crosstable of an event; for a part of a name the events that match, one per line.',
  properties: LIST,
  required: ['name'],
  async run(database, given) {
    const name = requireText(given, 'name')
    const limit = numberOf(given, 'max', DEFAULT_ROWS, MOST_ROWS)
    const listed = await listEvents(database, { text: name, limit })
    const only = listed.length === 1 ? listed[0]!.name : name
    const described = await describeEvent(database, only)
    if (described) return [textContent(described)]
    if (listed.length === 0) throw new ArgumentError('no event has this name')
    return [lineContent(listed)]
  },
}

export const sqlTool: Tool = {
  name: 'query_sql',
  title: 'Query with SQL',
  description:
    'Answers a question about the games with a query in DuckDB SQL; describe_database lists the tables. ' +
    `It cannot change anything. One row per line as JSON. ${LIMITS_TEXT}`,
  properties: {
    query: { type: 'string', description: 'SELECT ...' },
    max: { type: 'integer', description: `maximum number of rows, ${DEFAULT_ROWS} by default, ${MOST_ROWS} at most` },
  },
  required: ['query'],
  async run(database, given, signal) {
    const max = numberOf(given, 'max', DEFAULT_ROWS, MOST_ROWS)
    const rows = await limitedRows(database, requireText(given, 'query'), max, signal)
    return rows.length === 0 ? [textContent('no rows')] : [lineContent(rows)]
  },
}
