/** `ludograph explore`: what was played in a position, and how it went. */
import { InvalidArgumentError, type Command } from 'commander'
import { inferGame } from '../../query/parse.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import { parsePosition } from '../../query/position.ts'
import type { PositionStore } from '../../database/stores/store.ts'
import { describeExploration, describeTree } from '../../database/search/describe-exploration.ts'
import type { DatabaseExploration, ExploreOptions } from '../../database/search/explore.ts'
import {
  followTree,
  MAX_TREE_DEPTH,
  MAX_TREE_MOVES,
  type ExploredTree,
  type TreeMove,
} from '../../database/search/explore-tree.ts'
import type { Game } from '../../model/record.ts'
import { rulesOf } from '../../rules/index.ts'
import type { ExploredMove } from '../../positions/exploration.ts'
import type { Position } from '../../rules/rules.ts'
import { isBookPath } from '../read/books.ts'
import { parseCount, tellOfGame } from '../read/database.ts'
import { withPositionStore } from '../read/store.ts'
import { exploreBook } from './explore-book.ts'
import { givenOption } from '../read/option-use.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { makeQuery } from '../read/make-query.ts'
import { orExplain, refuseTwoPositions, withQueryOptions } from '../read/query.ts'
import { formatGames } from './search.ts'
import {
  CommandError,
  countOf,
  examples,
  EXIT,
  formatTable,
  grouped,
  note,
  paint,
  print,
  printJson,
  foundNothing,
} from '../show/terminal.ts'

interface ExploreCommandOptions extends ConditionTexts {
  tree?: number
  limit?: number
  games?: number
  json?: boolean
}

export function addExplore(program: Command): void {
  const command = program
    .command('explore')
    .description('Opening explorer: the moves played in a position, with counts, results and ratings')
    .argument(
      '<database>',
      'folder of the database, address of a cluster or of published positions, or an opening book (.bin, .ctg)',
    )
    .argument('[position]', 'FEN or the position text of the game (default: the initial position)')
    .option('--limit <count>', 'list at most COUNT moves, the most played ones', positiveNumber)
    .option('--games <count>', 'list COUNT games, strongest players first', parseCount)
    .option(
      '--tree <depth>',
      `show a tree of the most played moves, DEPTH plies deep (at most ${MAX_TREE_MOVES} moves)`,
      parseDepth,
    )
    .option('--json', 'as JSON')
  withQueryOptions(command)
    .addHelpText(
      'before',
      examples(
        'explore games.db',
        'explore games.db --moves "e4 c5 Nf3" --tree 3',
        'explore othello.db --moves f5d6c3d3c4',
        'explore games.db --moves "d4 Nf6" --min-rating 2500 --since 2010 --games 5',
        'explore book.bin --moves "e4 c5"',
        'explore https://example.org/games.db',
        'explore clickhouse://host/chess --min-rating 2400',
      ),
    )
    .action(async (folder: string, text: string | undefined, options: ExploreCommandOptions) => {
      refuseTwoPositions(text, options.position)
      if (isBookPath(folder)) {
        const unused = givenOption(command, ['--position', '--moves', '--limit', '--json'])
        if (unused)
          throw new CommandError(`${unused} does not work with an opening book, which has no games`, EXIT.usage)
        return await exploreBook(folder, { ...options, position: text ?? options.position })
      }
      await withPositionStore(folder, async (store) => runExplore(store, text, options))
    })
}

function parseDepth(text: string): number {
  const depth = parseCount(text)
  if (depth > MAX_TREE_DEPTH) throw new InvalidArgumentError(`expected a depth up to ${MAX_TREE_DEPTH}.`)
  return depth
}

async function runExplore(
  store: PositionStore,
  text: string | undefined,
  { tree, limit, games, json, moves, position: positionText, ...conditions }: ExploreCommandOptions,
): Promise<void> {
  const kinds = await store.kinds()
  const { game: asked, ...query } = makeQuery(conditions, kinds)
  const board = { ...withText('position', text ?? positionText), ...withText('moves', moves) }
  const game = asked ?? inferGame(board, kinds)
  tellOfGame(game, asked, kinds)
  const position = orExplain(() => parsePosition(game, board.position, board.moves))
  const options: ExploreOptions = { query }
  const whole = await store.explore(game, position, games === undefined ? options : { ...options, games })
  const exploration = { ...whole, moves: whole.moves.slice(0, limit) }
  const exploreAt = async (at: Position) => await store.explore(game, at, { query })
  const followed = tree === undefined ? undefined : await followTree(exploreAt, game, position, { depth: tree })
  if (whole.games === 0) foundNothing()
  if (json) {
    const tree = followed && { ...followed, moves: describeTree(game, position, followed.moves) }
    return printJson({ ...describeExploration(game, position, exploration), ...(tree && { tree }) })
  }
  print(formatExploration(game, position, exploration))
  const hidden = whole.moves.length - exploration.moves.length
  if (hidden > 0) note(`${countOf(hidden, 'more move')}; see --limit`)
  if (exploration.samples?.length) print(`\n${formatGames(exploration.samples)}`)
  if (followed && followed.moves.length > 0) printTree(followed)
}

function withText(name: 'position' | 'moves', text: string | undefined): ConditionTexts {
  return text === undefined ? {} : { [name]: text }
}

function formatExploration(game: Game, position: Position, exploration: DatabaseExploration): string {
  const { opening } = exploration
  const name = opening ? `${paint('bold', [opening.code, opening.name].filter(Boolean).join(' '))}\n` : ''
  if (exploration.games === 0) return `${name}No game in the database reached this position.`
  const rules = rulesOf(game)
  const rows = exploration.moves.map((move) => [
    paint('bold', rules.writeMove(position, move.move)),
    grouped(move.games),
    share(move.games, exploration.games),
    results(move),
    String(move.rating ?? ''),
    String(move.performance ?? ''),
    move.lastYear === 0 ? '' : String(move.lastYear),
  ])
  const header = ['move', 'games', '', 'first / draw / second', 'rating', 'performance', 'last'].map((cell) =>
    paint('dim', cell),
  )
  const ended = exploration.ended > 0 ? `\n${countOf(exploration.ended, 'game')} ended here` : ''
  return `${name}${countOf(exploration.games, 'game')}, ${results(exploration)}\n\n${formatTable([header, ...rows])}${ended}`
}

function results({ games, first, draws, second }: Pick<ExploredMove, 'games' | 'first' | 'draws' | 'second'>): string {
  return [first, draws, second].map((count) => share(count, games).padStart(4)).join(' ')
}

function share(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)}%`
}

/** Every move on a line, indented below the previous move. */
function printTree({ moves, depth, isCut }: ExploredTree): void {
  print('')
  printMoves(moves, '')
  if (isCut) note(`tree cut at depth ${depth}; one level more would exceed ${MAX_TREE_MOVES} moves`)
}

function printMoves(moves: readonly TreeMove[], indent: string): void {
  for (const move of moves) {
    print(`${indent}${move.text}  ${paint('dim', `${grouped(move.games)}  ${results(move)}`)}`)
    printMoves(move.moves, `${indent}  `)
  }
}
