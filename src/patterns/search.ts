/** A search for patterns as a whole: hits of scans, what follows them, the games, the years. */
import type { Game } from '../model/record.ts'
import type { GameFacts } from '../positions/facts.ts'
import type { PublishedPositions } from '../positions/published/published.ts'
import { BLOCK_GAMES, factsSize } from '../positions/segment/segment-blocks.ts'
import { linesAloneSize } from '../positions/segment/segment-lines.ts'
import type { Segment } from '../positions/read/segment.ts'
import { boardPositionsOf, searchBoard } from './indexed/board-search.ts'
import { ContinuationCounter, type Continuation, type YearProfile } from './answer/continuations.ts'
import { depthOf, keepFollowed } from './answer/following.ts'
import { Hits, type HitArrays } from './answer/hits.ts'
import { joinGames, type IndexAnswer } from './indexed/index-answer.ts'
import { searchableCorner, searchCorner } from './indexed/corner-search.ts'
import { makeScan, type LineConditions } from './scan/make-scan.ts'
import { gamesWithMaterial, hitsOfMaterial, isToldByCaptures } from './indexed/material-search.ts'
import type { Material } from './question/material.ts'
import type { ScanOptions } from './scan/line-scan.ts'
import { scanBlocks, type GameMarks } from './scan/search-lines.ts'

/** Where a pattern stands and what follows. */
export interface PatternSearch extends LineConditions {
  game: Game
  /** Where it stands. */
  hits: Hits
  /** Whether the position index had the hits: they say neither after how many moves nor on which square. */
  isFromIndex: boolean
  /** Games in order of their numbers. */
  games: Uint32Array
  /** Statistics of the pattern itself, and what was played next, so many moves deep as was asked for. */
  tree: Continuation
  depth: number
  /** Games by year: those with the pattern, and all of the kind. */
  years: YearProfile
  allYears: YearProfile
  counter: ContinuationCounter
}

/** How a scan is run. */
export interface LineScanOptions {
  /** Moves within the pattern that are kept after each hit; 0 by default. */
  depth?: number
  /** Stops at the first hit of each game. */
  isFirstOnly?: boolean
  /** Games that are scanned, a byte 1 for each number; all by default. */
  marks?: GameMarks
  /** Stops the scan. */
  signal?: AbortSignal
  /** Called with the hits of some games as they are found; those of a game come together. */
  onHits?: (hits: HitArrays) => void
  /** Called from time to time with the share of the games that was scanned, from 0 to 1, and the hits so far. */
  onProgress?: (share: number, hits: Hits) => void
}

/** How a search is run. */
export interface PatternSearchOptions extends Pick<LineScanOptions, 'marks' | 'signal' | 'onHits'> {
  /** Moves that are followed after each hit, 1 by default. */
  depth?: number
  /** Called from time to time with the share of the games that was scanned, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Called a few times a second with what was found so far, and with that share, while a scan takes longer. */
  onPart?: (part: PatternSearch, share: number) => void
}

/** Blocks of a segment that are scanned at once. */
export interface ScanTask {
  /** Index of the segment. */
  segment: number
  from: number
  to: number
}

/** Takes in the hits of tasks: drops those that are not followed as the pattern asks, and reports. */
export class HitCollector {
  readonly hits: Hits
  readonly options: ScanOptions
  private readonly conditions: LineConditions
  private readonly report: LineScanOptions
  private readonly total: number
  private done = 0

  constructor(conditions: LineConditions, report: LineScanOptions, tasks: readonly ScanTask[]) {
    const { pattern } = conditions
    const needed = pattern ? depthOf(pattern) : 0
    const { depth = 0, isFirstOnly = false } = report
    this.options = {
      depth: Math.max(needed, depth + (pattern?.steps?.length ?? 0)),
      isFirstOnly: isFirstOnly && needed === 0,
    }
    this.hits = new Hits(this.options.depth)
    this.conditions = conditions
    this.report = report
    this.total = tasks.reduce((sum, { from, to }) => sum + to - from, 0)
  }

  /** Takes in what the scan of a task found; tasks end in any order. */
  take(found: HitArrays, { from, to }: ScanTask): void {
    const { pattern } = this.conditions
    const part = new Hits(this.options.depth)
    part.append(found)
    if (pattern) keepFollowed(part, pattern)
    if (part.count > 0) this.report.onHits?.(part)
    this.hits.append(part)
    this.done += to - from
    this.report.onProgress?.(this.done / this.total, this.hits)
  }
}

/** What the position index says of a search before any line is scanned. */
export interface NarrowedSearch {
  /** The hits that it has: all, unless there are games to scan. */
  hits?: Hits
  /** Games that have to be scanned, some of them more than once; all when left out and there are no hits either. */
  games?: Uint32Array
}

/** Asks the position index for the hits of a search, or for the games that can have some. */
export async function narrowSearch(
  segments: readonly Segment[],
  conditions: LineConditions,
  { depth = 0, isFirstOnly = false, marks, signal, onHits, onProgress }: LineScanOptions,
): Promise<NarrowedSearch> {
  signal?.throwIfAborted()
  const answer = await askIndex(segments, conditions, depth, isFirstOnly)
  if (!answer) return {}
  const { hits, games: all } = answer
  const games = marks ? all.filter((game) => marks[game] === 1) : all
  if (!hits) return { games }
  if (marks) hits.keep((row) => marks[hits.games[row]!] === 1)
  onHits?.(hits)
  if (all.length > 0) return { hits, games }
  onProgress?.(1, hits)
  return { hits }
}

/** What the index says of a search; undefined if all games have to be scanned. */
async function askIndex(
  segments: readonly Segment[],
  conditions: LineConditions,
  depth: number,
  isFirstOnly: boolean,
): Promise<IndexAnswer | undefined> {
  const { pattern, material } = conditions
  if (material) {
    return await searchCaptures(segments, material, depth === 0 && isFirstOnly && isToldByCaptures(conditions))
  }
  if (!pattern) return undefined
  const boards = boardPositionsOf(pattern)
  if (boards) return await searchBoard(segments, conditions, boards, depth)
  const corner = searchableCorner(pattern, segments)
  return corner && (await searchCorner(segments, conditions, corner, depth))
}

/** The games that can come to material by their lists of captures. @param areHits whether these say when they first do */
async function searchCaptures(
  segments: readonly Segment[],
  material: Material,
  areHits: boolean,
): Promise<IndexAnswer> {
  const lists = await Promise.all(segments.map((segment) => segment.lines.captures()))
  if (!areHits) {
    const games = lists.map((list, index) => gamesWithMaterial(material, list, segments[index]!.header.firstGame))
    return { games: joinGames(games) }
  }
  const hits = new Hits(0)
  const games = lists.map((list, index) => {
    const { header, tombstones } = segments[index]!
    const found = hitsOfMaterial(material, list, header.firstGame)
    found.hits.keep((row) => !tombstones.has(found.hits.games[row]!))
    hits.append(found.hits)
    return found.games
  })
  return { hits, games: joinGames(games) }
}

/** Marks games by their number. */
export function markGames(
  games: ArrayLike<number>,
  make = (length: number): GameMarks => new Uint8Array(length),
): GameMarks {
  let last = 0
  for (let index = 0; index < games.length; index++) last = Math.max(last, games[index]!)
  const marks = make(last + 1)
  for (let index = 0; index < games.length; index++) marks[games[index]!] = 1
  return marks
}

/** Windows of all segments. */
export async function scanTasks(segments: readonly Segment[]): Promise<ScanTask[]> {
  const tasks: ScanTask[] = []
  for (const [index, segment] of segments.entries()) {
    for (let from = 0; from < segment.lines.blocks;) {
      const to = await segment.lines.window(from)
      tasks.push({ segment: index, from, to })
      from = to
    }
  }
  return tasks
}

/**
 * Scans segments in this thread.
 * @param pause waited for after every window, so that others get their turn
 */
export async function scanSegments(
  segments: readonly Segment[],
  game: Game,
  conditions: LineConditions,
  options: LineScanOptions = {},
  pause: () => Promise<unknown> = async () => {},
): Promise<Hits> {
  const tasks = await scanTasks(segments)
  const collector = new HitCollector(conditions, options, tasks)
  const scan = makeScan(game, conditions, collector.options)
  for (const task of scan ? tasks : []) {
    options.signal?.throwIfAborted()
    const segment = segments[task.segment]!
    const isScanned = hasMarked(segment, task, options.marks)
    if (isScanned) await scanBlocks(segment, scan!, task.from, task.to, options.marks)
    collector.take(scan!.hits.take(), task)
    scan!.hits.clear()
    if (isScanned) await pause()
  }
  return collector.hits
}

/** Whether a task has games that are scanned. */
function hasMarked({ header }: Segment, { from, to }: ScanTask, marks: GameMarks | undefined): boolean {
  if (!marks) return true
  const next = marks.indexOf(1, header.firstGame + from * BLOCK_GAMES)
  return next >= 0 && next < header.firstGame + to * BLOCK_GAMES
}

/** Milliseconds from one part of a result to the next. */
const PART_INTERVAL = 250

/** How many times longer than it takes to make a part nothing is made of the next one. */
const PART_REST = 4

/**
 * What reports the progress of a scan, with parts of the result where they are wanted.
 * @param complete makes a result of some hits
 */
export function progressOf(
  { onProgress, onPart }: PatternSearchOptions,
  complete: (hits: Hits) => PatternSearch,
): (share: number, hits: Hits) => void {
  let due = performance.now() + PART_INTERVAL
  return (share, hits) => {
    onProgress?.(share)
    const now = performance.now()
    if (!onPart || share === 1 || now < due) return
    onPart(complete(hits), share)
    const ended = performance.now()
    due = ended + Math.max(PART_INTERVAL, PART_REST * (ended - now))
  }
}

/** What the hits of a scan come to. */
export function completeSearch(
  game: Game,
  { pattern, material }: LineConditions,
  hits: Hits,
  depth: number,
  facts: readonly GameFacts[],
  isFromIndex: boolean,
): PatternSearch {
  const counter = new ContinuationCounter(pattern, depth, pattern?.steps?.length)
  counter.add(hits, hits.depth, (number) => {
    const own = factsWith(facts, number)
    return own ? { result: own.result(number), year: own.year(number) } : { result: 0, year: 0 }
  })
  return {
    game,
    ...(pattern && { pattern }),
    ...(material && { material }),
    hits,
    isFromIndex,
    games: gamesOf(hits),
    tree: counter.finish(),
    depth,
    years: counter.years,
    allYears: yearsOf(facts),
    counter,
  }
}

/**
 * Searches a published database, over ranges of its files. Corners of Go and whole boards are looked up; of other
 * patterns all main lines are read, about 460 bytes a game of Go and 170 of chess: `searchedBytes` says how many.
 */
export async function searchPublished(
  published: PublishedPositions,
  conditions: LineConditions,
  { depth = 1, ...options }: PatternSearchOptions = {},
): Promise<PatternSearch> {
  const game = gameOf(conditions)
  const segments = published.segmentsOf(game)
  const facts = await Promise.all(segments.map((segment) => segment.readFacts()))
  const complete = (hits: Hits, isFromIndex = false) =>
    completeSearch(game, conditions, hits, depth, facts, isFromIndex)
  const scanOptions = { ...options, depth, onProgress: progressOf(options, complete) }
  const { hits: ready, games } = await narrowSearch(segments, conditions, scanOptions)
  if (ready && !games) return complete(ready, true)
  const marks = games ? markGames(games) : options.marks
  const scanned = await scanSegments(segments, game, conditions, { ...scanOptions, ...(marks && { marks }) })
  return complete(joinHits(ready, scanned), ready !== undefined)
}

/** Bytes that a search reads at the most: facts of all games, and all main lines of what cannot be looked up. */
export function searchedBytes(segments: readonly Segment[], { pattern, material }: LineConditions): number {
  const isLookedUp = material ?? (pattern && (boardPositionsOf(pattern) ?? searchableCorner(pattern, segments)))
  return segments.reduce((sum, { header }) => {
    return sum + factsSize(header.gameRange) + (isLookedUp ? 0 : linesAloneSize(header))
  }, 0)
}

/** The game of a pattern or material. Throws TypeError when there is neither. */
export function gameOf({ pattern, material }: LineConditions): Game {
  const game = pattern?.game ?? material?.game
  if (!game) throw new TypeError('a pattern or material is needed')
  return game
}

/** Hits of the position index and of a scan of other games as one list. */
export function joinHits(ready: Hits | undefined, scanned: Hits | undefined): Hits {
  if (!ready || !scanned) return (ready ?? scanned)!
  ready.append(scanned)
  return ready
}

function factsWith(all: readonly GameFacts[], game: number): GameFacts | undefined {
  for (const facts of all) if (facts.has(game)) return facts
  return undefined
}

function yearsOf(all: readonly GameFacts[]): YearProfile {
  const years: YearProfile = new Map()
  for (const facts of all) {
    for (const [year, games] of facts.gamesByYear()) years.set(year, (years.get(year) ?? 0) + games)
  }
  return new Map([...years].sort(([one], [other]) => one - other))
}

/** The different games of hits, in order of their numbers. */
export function gamesOf(hits: HitArrays): Uint32Array {
  const sorted = hits.games.slice(0, hits.count)
  // Those of the position index are in order already.
  if (!isSorted(sorted)) sorted.sort()
  let kept = 0
  for (let index = 0; index < sorted.length; index++) {
    if (index === 0 || sorted[index] !== sorted[index - 1]) sorted[kept++] = sorted[index]!
  }
  return sorted.subarray(0, kept)
}

function isSorted(games: Uint32Array): boolean {
  for (let index = 1; index < games.length; index++) if (games[index]! < games[index - 1]!) return false
  return true
}
