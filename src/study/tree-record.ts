/** Trees of moves as records: an ordinary game of any format, with the statistics as comments. */
import type { Colour, Move } from '../model/move.ts'
import { emptyRecord, type Game, type GameRecord } from '../model/record.ts'
import type { MoveNode } from '../model/tree.ts'
import { MACHINE_STYLES, rulesOf } from '../rules/index.ts'
import type { Position, Rules } from '../rules/rules.ts'
import { percent } from './figures.ts'
import type { TreeMove, Trend } from './move-tree.ts'

/** What a record of a tree says of itself. */
export interface TreeRecordOptions {
  title: string
  /** The player whose moves these are, if it is one. */
  player?: { name: string; colour: Colour }
  /** A text on the whole. */
  comment?: string
  /** Position text of the start, if it is not the usual one. */
  setup?: string
  /** Moves that lead to the tree, for programs. */
  before?: readonly string[]
}

/** The record of a tree. */
export function treeRecord(
  game: Game,
  tree: readonly TreeMove[],
  { title, player, comment, setup, before: leading = [] }: TreeRecordOptions,
): GameRecord {
  const record = emptyRecord(game)
  const rules = rulesOf(game)
  record.header.title = title
  record.header.event = { name: title }
  record.header.kind = 'opening'
  if (player) record.header.players.push({ colour: player.colour, name: player.name })
  if (setup !== undefined) record.setup = setup
  const nodes: MoveNode[] = [{ parent: -1 }]
  const start = rules.start(setup === undefined ? {} : { setup })
  for (const text of leading) {
    const move = readUci(rules, start, text)
    rules.play(start, move)
    nodes.push({ parent: nodes.length - 1, move })
  }
  const root = nodes.length - 1
  if (comment) nodes[root]!.comments = [{ text: comment, placement: 'after' }]
  const waiting: { move: TreeMove; parent: number; position: Position }[] = []
  const push = (moves: readonly TreeMove[], parent: number, position: Position) => {
    for (const move of moves.toReversed()) waiting.push({ move, parent, position })
  }
  push(tree, root, start)
  while (waiting.length > 0) {
    const { move, parent, position: before } = waiting.pop()!
    const played = readUci(rules, before, move.uci)
    const position = rules.clone(before)
    rules.play(position, played)
    const index = nodes.push({
      parent,
      move: played,
      comments: [{ text: statisticsText(move), placement: 'after' }],
    })
    push(move.moves, index - 1, position)
  }
  record.nodes = nodes
  return record
}

/** A move of a tree. */
function readUci(rules: Rules, position: Position, text: string): Move {
  const move = rules.readMove(position, text, MACHINE_STYLES[rules.game])
  if (move === undefined) throw new TypeError(`${text} is not a move of ${rules.format(position)}`)
  return move
}

/** What the trends are called. */
export const TREND_TEXTS: Readonly<Record<Trend, string>> = {
  more: 'more often lately',
  less: 'less often lately',
  new: 'only lately',
  dropped: 'not lately',
}

/** The statistics of a move as a sentence. */
function statisticsText(move: TreeMove): string {
  const { games, won, drawn, lost, score, share, lastYear, trend, database, opening, transposesTo } = move
  const parts = [
    `${games} ${games === 1 ? 'game' : 'games'} (${percent(share)}), +${won} =${drawn} -${lost}`,
    ...(score === undefined ? [] : [`${percent(score)} of the points`]),
    ...(lastYear === undefined ? [] : [`last ${lastYear}`]),
    ...(trend ? [TREND_TEXTS[trend]] : []),
    ...(database ? [`all players ${percent(database.share)} of ${Math.round(database.games / database.share)}`] : []),
  ]
  const name = opening && [opening.eco, opening.name].filter(Boolean).join(' ')
  const transposed = transposesTo === undefined ? '' : `; goes on as after ${transposesTo}`
  return `${name ? `${name}: ` : ''}${parts.join(', ')}${transposed}`
}
