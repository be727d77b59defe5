/**
 * A batch of games on its way into the database: rows for the catalogue,
 * facts and postings for the position index. Plain arrays and typed arrays,
 * so that a worker can hand it over without copying.
 */
import type { Entry } from '../formats/format.ts'
import { formatIsoDate } from '../model/date.ts'
import { playerOf, resultSymbol, type Game, type GameRecord } from '../model/record.ts'
import { countVariations } from '../model/tree.ts'
import { resultCode } from '../positions/facts.ts'
import { encodeMove, NO_MOVE_CODE } from '../positions/move-code.ts'
import type { Move } from '../model/move.ts'
import { rulesOf } from '../rules/index.ts'
import { replay } from '../rules/replay.ts'
import type { Position, Rules } from '../rules/rules.ts'
import { transformMove } from '../rules/symmetry.ts'
import { encodeRecord } from './stored-record.ts'

/** Values of the columns of the table `games`, in its order, from `entry` on (see catalogue.ts). */
export type GameRow = (string | number | Uint8Array | null)[]

/** Postings of one kind of game: keys, game numbers and move codes in step. */
export interface PostingColumns {
  high: Uint32Array
  low: Uint32Array
  game: Uint32Array
  move: Uint16Array
}

export interface Batch {
  rows: GameRow[]
  /** Result code, ratings of both and year of each row's game. */
  facts: Uint16Array
  postings: Partial<Record<Game, PostingColumns>>
  /** Entries taken in, games or not. */
  entries: number
  /** Games with an issue of error severity. */
  damaged: number
}

export interface BatchOptions {
  /** Number of the source's first entry in the database; an entry's game number is this plus its index. */
  firstGame: number
  source: number
  /** Indexes the positions of variations too. */
  variations: boolean
}

/** Facts of a game take four numbers in a batch. */
export const FACTS_PER_GAME = 4

/** Gathers entries into batches. */
export class BatchBuilder {
  private readonly options: BatchOptions
  private rows: GameRow[] = []
  private facts: number[] = []
  private readonly postings = new Map<Game, PostingBuffer>()
  private readonly starts = new Map<Game, Position>()
  private entries = 0
  private damaged = 0

  constructor(options: BatchOptions) {
    this.options = options
  }

  /** Games gathered so far. */
  get games(): number {
    return this.rows.length
  }

  /** Takes in an entry; one that is no game is counted only. */
  add({ index, record, issues }: Entry): void {
    this.entries++
    if (!record) return
    const errors = issues.filter(({ severity }) => severity === 'error').length
    if (errors > 0) this.damaged++
    const game = this.options.firstGame + index
    this.rows.push(gameRow(record, game, this.options.source, index, errors))
    const rating = (colour: 1 | 2) => playerOf(record.header, colour)?.rating ?? 0
    this.facts.push(resultCode(record.header), rating(1), rating(2), record.header.date?.year ?? 0)
    this.addPostings(record, game)
  }

  /** The batch so far; the builder begins anew. */
  take(): Batch {
    const batch: Batch = {
      rows: this.rows,
      facts: Uint16Array.from(this.facts, (value) => (value >= 0 && value <= 0xffff ? value : 0)),
      postings: Object.fromEntries([...this.postings].map(([game, buffer]) => [game, buffer.take()])),
      entries: this.entries,
      damaged: this.damaged,
    }
    this.rows = []
    this.facts = []
    this.entries = 0
    this.damaged = 0
    return batch
  }

  private addPostings(record: GameRecord, game: number): void {
    let buffer = this.postings.get(record.game)
    if (!buffer) {
      buffer = new PostingBuffer()
      this.postings.set(record.game, buffer)
    }
    try {
      const rules = rulesOf(record.game)
      if (this.options.variations) addTree(buffer, rules, record, game)
      else this.addMainLine(buffer, rules, record, game)
    } catch (error) {
      // A start position that makes no sense has no positions to find.
      if (!(error instanceof Error) || error.name !== 'PositionError') throw error
    }
  }

  /** The positions of the main line, each with the move played in it; the last with none. */
  private addMainLine(buffer: PostingBuffer, rules: Rules, record: GameRecord, game: number): void {
    const { nodes } = record
    const isUsual = record.setup === undefined && record.variant === undefined && record.size === undefined
    const known = isUsual ? this.starts.get(record.game) : undefined
    // Kept again below, once it is known to stand at the start.
    this.starts.delete(record.game)
    const position = known ?? rules.start(record)
    const root = nodes[0]!
    if (root.edits || root.turn) rules.edit?.(position, root.edits ?? [], root.turn)
    let isEdited = root.edits !== undefined || root.turn !== undefined
    let current = 0
    let played = 0
    for (let index = 1; index < nodes.length; index++) {
      const node = nodes[index]!
      if (node.parent !== current) continue
      current = index
      if (node.move === undefined && node.unread) break
      if (node.move !== undefined) {
        addPosition(buffer, rules, position, record.game, game, node.move)
        rules.play(position, node.move)
        played++
      }
      if (node.edits || node.turn) {
        rules.edit?.(position, node.edits ?? [], node.turn)
        isEdited = true
      }
    }
    addPosition(buffer, rules, position, record.game, game, undefined)
    // Taking moves back is cheaper than setting up a board for every game; edits cannot be taken back.
    if (!isUsual || isEdited) return
    while (played-- > 0) rules.undo(position)
    this.starts.set(record.game, position)
  }
}

/** The positions of every line. */
function addTree(buffer: PostingBuffer, rules: Rules, record: GameRecord, game: number): void {
  const hasChild = new Uint8Array(record.nodes.length)
  for (const { parent } of record.nodes) if (parent >= 0) hasChild[parent] = 1
  replay(rules, record, (position, node, index) => {
    if (node.move === undefined) return
    addPosition(buffer, rules, position, record.game, game, node.move)
    if (hasChild[index] === 1) return
    rules.play(position, node.move)
    addPosition(buffer, rules, position, record.game, game, undefined)
    rules.undo(position)
  })
}

const key = new Uint32Array(2)

/** Adds a position under its key: of boards with symmetries the least key of all images, the move turned the same way. */
function addPosition(
  buffer: PostingBuffer,
  rules: Rules,
  position: Position,
  kind: Game,
  game: number,
  move: Move | undefined,
): void {
  let posted = move
  if (rules.canonicalKey) {
    const symmetry = rules.canonicalKey(position, key)
    if (move !== undefined) posted = transformMove(move, symmetry, position.columns, position.rows)
  } else {
    rules.key(position, key)
  }
  buffer.add(key[0]!, key[1]!, game, posted === undefined ? NO_MOVE_CODE : encodeMove(kind, posted, position.turn))
}

/** Postings of one kind of game, growing. */
class PostingBuffer {
  private high = new Uint32Array(4096)
  private low = new Uint32Array(4096)
  private game = new Uint32Array(4096)
  private move = new Uint16Array(4096)
  private count = 0

  add(high: number, low: number, game: number, move: number): void {
    const at = this.count++
    if (at === this.high.length) this.grow()
    this.high[at] = high
    this.low[at] = low
    this.game[at] = game
    this.move[at] = move
  }

  take(): PostingColumns {
    const { count } = this
    this.count = 0
    return {
      high: this.high.slice(0, count),
      low: this.low.slice(0, count),
      game: this.game.slice(0, count),
      move: this.move.slice(0, count),
    }
  }

  private grow(): void {
    const double = <Column extends Uint32Array | Uint16Array>(column: Column, larger: Column): Column => {
      larger.set(column)
      return larger
    }
    const capacity = this.high.length * 2
    this.high = double(this.high, new Uint32Array(capacity))
    this.low = double(this.low, new Uint32Array(capacity))
    this.game = double(this.game, new Uint32Array(capacity))
    this.move = double(this.move, new Uint16Array(capacity))
  }
}

/** Plies a row can count. */
const MAX_PLIES = 0xffff

/** The values of a game's row. Text that is not there is null, as SQL has it. */
function gameRow(record: GameRecord, game: number, source: number, entry: number, errors: number): GameRow {
  const { header, nodes } = record
  const [player1, player2] = [playerOf(header, 1), playerOf(header, 2)]
  const stored = encodeRecord(record)
  const round = header.roundText ?? [header.round, header.subround].filter((part) => part !== undefined).join('.')
  const rating = (value: number | undefined) =>
    value !== undefined && value > 0 && value <= 0xffff ? Math.floor(value) : null
  return [
    game,
    source,
    entry,
    record.game,
    header.kind ?? null,
    record.variant ?? null,
    header.title ?? null,
    player1?.name ?? null,
    player2?.name ?? null,
    rating(player1?.rating),
    rating(player2?.rating),
    player1?.team?.name ?? null,
    player2?.team?.name ?? null,
    header.event?.name ?? null,
    header.event?.site ?? header.place ?? null,
    round === '' ? null : round,
    header.date ? (formatIsoDate(header.date) ?? null) : null,
    header.date?.year ?? null,
    resultSymbol(header.result),
    Math.min(stored.moves.length / 2, MAX_PLIES),
    header.openingCode ?? null,
    header.openingName ?? null,
    null,
    null,
    header.annotator ?? null,
    header.publication?.title ?? null,
    record.setup ?? null,
    stored.tree === null ? 0 : countVariations(nodes),
    errors,
    stored.tree === null ? null : commentText(record),
    stored.head,
    stored.moves,
    stored.tree,
  ]
}

/** All comments of a record in one text, for searching. */
function commentText({ nodes }: GameRecord): string | null {
  const texts = nodes.flatMap(({ comments }) => (comments ?? []).map(({ text }) => text))
  return texts.length === 0 ? null : texts.join('\n')
}
