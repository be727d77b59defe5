/** Summarises a file or database: its format, the number of games of each kind, by whom and when. */
import type { CollectionFacts, Collection } from '../formats/format.ts'
import type { Issue } from '../issues/issue.ts'
import type { Game } from '../model/record.ts'
import { resultSymbol } from '../model/result.ts'
import { mainLine, countVariations } from '../model/tree.ts'

/** A summary of a collection. */
export interface Inspection {
  format: string
  about: CollectionFacts
  entries: number
  games: Partial<Record<Game, number>>
  texts: number
  broken: number
  deleted: number
  results: Record<string, number>
  /** Earliest and latest year of a game. */
  years?: [number, number]
  /** Different names of players. */
  players: number
  tables: { name: string; count: number }[]
  /** Totals over the records whose moves were read, and their number. */
  moves?: { records: number; plies: number; nodes: number; variations: number; comments: number; longest: number }
  /** The kinds of issues found, with the parameters of the first and their number. */
  issues: (Issue & { count: number })[]
}

/** How many records are read with their moves; of longer databases, the rest are summarised by their headers. */
const MOVES_SAMPLE = 2000

/**
 * Reads every header, and the moves of the first records, and counts.
 * @param movesSample how many records are read with their moves
 * @param onHeader called for every header read
 */
export function inspect(collection: Collection, movesSample = MOVES_SAMPLE, onHeader = () => {}): Inspection {
  const inspection: Inspection = {
    format: collection.format,
    about: collection.about,
    entries: collection.count,
    games: {},
    texts: 0,
    broken: 0,
    deleted: 0,
    results: {},
    players: 0,
    tables: (collection.tables?.() ?? []).map(({ name, count }) => ({ name, count })),
    issues: [],
  }
  countHeaders(collection, inspection, onHeader)
  countMoves(collection, inspection, movesSample)
  return inspection
}

function countHeaders(collection: Collection, inspection: Inspection, onHeader: () => void): void {
  const names = new Set<string>()
  for (let index = 0; index < inspection.entries; index++) {
    const { kind, game, header } = collection.listing(index)
    onHeader()
    if (header.deleted) inspection.deleted++
    if (kind === 'text') inspection.texts++
    if (kind === 'broken') inspection.broken++
    if (kind !== 'game') continue
    inspection.games[game] = (inspection.games[game] ?? 0) + 1
    const result = resultSymbol(header.result)
    inspection.results[result] = (inspection.results[result] ?? 0) + 1
    for (const { name } of header.players) if (name) names.add(name)
    const year = header.date?.year
    if (year === undefined) continue
    const [first, last] = inspection.years ?? [year, year]
    inspection.years = [Math.min(first, year), Math.max(last, year)]
  }
  inspection.players = names.size
}

function countMoves(collection: Collection, inspection: Inspection, sample: number): void {
  const moves = { records: 0, plies: 0, nodes: 0, variations: 0, comments: 0, longest: 0 }
  countIssues(inspection, collection.issues)
  for (const { record, issues } of collection.entries({ to: sample })) {
    countIssues(inspection, issues)
    if (!record) continue
    const plies = mainLine(record.nodes).length
    moves.records++
    moves.plies += plies
    moves.nodes += record.nodes.length - 1
    moves.variations += countVariations(record.nodes)
    moves.longest = Math.max(moves.longest, plies)
    for (const { comments } of record.nodes) moves.comments += comments?.length ?? 0
  }
  inspection.moves = moves
}

function countIssues(inspection: Inspection, issues: readonly Issue[]): void {
  for (const { place: _, ...issue } of issues) {
    const known = inspection.issues.find(({ id }) => id === issue.id)
    if (known) known.count += issue.count ?? 1
    else inspection.issues.push({ ...issue, count: issue.count ?? 1 })
  }
}
