/** `ludograph explore`: what was played in a position, and how it went. */
import type { Command } from 'commander'
import type { Database } from '../../database/database.ts'
import { explore, type Exploration, type ExploredMove } from '../../database/explore.ts'
import type { Game } from '../../model/record.ts'
import { rulesOf } from '../../rules/index.ts'
import type { Position } from '../../rules/rules.ts'
import { parseGame, parseNumber, readPosition, withDatabase } from '../database.ts'
import { countOf, examples, formatTable, paint, print } from '../terminal.ts'

interface ExploreOptions {
  kind?: Game
  moves?: string
  tree?: number
  json?: boolean
}

/** Moves of a position that a tree follows. */
const TREE_BREADTH = 5

export function addExplore(program: Command): void {
  program
    .command('explore')
    .description('The moves played in a position: how often, with what result, by whom')
    .argument('<database>', 'folder of the database')
    .argument('[position]', 'position text (FEN and its relatives); the usual start when left out')
    .option('--kind <game>', 'chess (the usual), xiangqi, go or othello', parseGame)
    .option('--moves <text>', 'moves that lead to the position: "e4 c5 Nf3" or f5d6c3')
    .option('--tree <depth>', 'follow the most played moves so deep', parseNumber)
    .option('--json', 'as JSON')
    .addHelpText(
      'before',
      examples(
        'explore games.db',
        'explore games.db --moves "e4 c5 Nf3" --tree 3',
        'explore games.db --kind othello --moves f5d6c3d3c4',
      ),
    )
    .action(async (folder: string, text: string | undefined, options: ExploreOptions) => {
      await withDatabase(folder, true, async (database) => {
        const { game, position } = readPosition(options.kind, text, options.moves)
        const exploration = await explore(database, game, position)
        if (options.json) return print(JSON.stringify(describe(game, position, exploration)))
        print(formatExploration(game, position, exploration))
        if (options.tree) await printTree(database, game, position, options.tree, '')
      })
    })
}

function describe(game: Game, position: Position, exploration: Exploration) {
  const rules = rulesOf(game)
  return {
    game,
    position: rules.format(position),
    ...exploration,
    moves: exploration.moves.map((move) => ({ ...move, text: rules.writeMove(position, move.move) })),
  }
}

function formatExploration(game: Game, position: Position, exploration: Exploration): string {
  if (exploration.games === 0) return 'No game of the database reached this position.'
  const rules = rulesOf(game)
  const rows = exploration.moves.map((move) => [
    paint('bold', rules.writeMove(position, move.move)),
    move.games.toLocaleString('en'),
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
  return `${countOf(exploration.games, 'game')}, ${results(exploration)}\n\n${formatTable([header, ...rows])}${ended}`
}

function results({ games, first, draws, second }: Pick<ExploredMove, 'games' | 'first' | 'draws' | 'second'>): string {
  return [first, draws, second].map((count) => share(count, games).padStart(4)).join(' ')
}

function share(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)}%`
}

/** Follows the most played moves, each line indented below its move. */
async function printTree(
  database: Database,
  game: Game,
  position: Position,
  depth: number,
  indent: string,
): Promise<void> {
  const rules = rulesOf(game)
  const { moves } = await explore(database, game, position)
  for (const move of moves.slice(0, TREE_BREADTH)) {
    print(
      `${indent}${rules.writeMove(position, move.move)}  ${paint('dim', `${move.games.toLocaleString('en')}  ${results(move)}`)}`,
    )
    if (depth <= 1) continue
    const next = rules.clone(position)
    rules.play(next, move.move)
    await printTree(database, game, next, depth - 1, `${indent}  `)
  }
}
