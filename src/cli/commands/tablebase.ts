/** `ludograph tablebase`: how a position of chess with few men ends with best play. */
import type { Command } from 'commander'
import { parsePosition } from '../../query/position.ts'
import { chess, type ChessPosition } from '../../rules/chess/index.ts'
import {
  type Category,
  countMen,
  describeTablebaseAnswer,
  hasFewMen,
  opposite,
  type Tablebase,
  type TablebaseAnswer,
  type TablebaseFacts,
} from '../../tablebases/index.ts'
import { orExplain } from '../read/query.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { openTablebase } from '../read/tablebases.ts'
import { CommandError, countOf, examples, EXIT, formatTable, note, paint, print, printJson } from '../show/terminal.ts'

interface TablebaseCommandOptions {
  moves?: string
  limit?: number
  json?: boolean
}

export function addTablebase(program: Command): void {
  program
    .command('tablebase')
    .description('How a position of chess with few men ends with best play, and what each move leads to')
    .argument(
      '<tablebase>',
      "folder of Syzygy tables, or address of a service with the interface of lichess's tablebase",
    )
    .argument('[position]', 'FEN (default: the initial position, for use with --moves)')
    .option('--moves <moves>', 'moves from there, in any notation')
    .option('--limit <count>', 'list at most COUNT moves, the best ones', positiveNumber)
    .option('--json', 'as JSON')
    .addHelpText(
      'before',
      examples(
        'tablebase syzygy "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"',
        'tablebase https://tablebase.lichess.ovh "4k3/6KP/8/8/8/8/7p/8 w - - 0 1"',
        'tablebase http://localhost:9000 "8/8/8/8/8/2k5/2p5/2K5 w - - 0 1" --json',
      ),
    )
    .action(runTablebase)
}

async function runTablebase(
  place: string,
  text: string | undefined,
  { moves, limit, json = false }: TablebaseCommandOptions,
): Promise<void> {
  const tablebase = openTablebase(place)
  const position = orExplain(() => parsePosition('chess', text, moves)) as ChessPosition
  if (!hasFewMen(position, tablebase.men)) throw new CommandError(explainUnfit(position, tablebase), EXIT.usage)
  const whole = await tablebase.lookUp(position)
  if (!whole) throw new CommandError(`${tablebase.name} does not have this position`, EXIT.issues)
  const found = { ...whole, moves: whole.moves.slice(0, limit) }
  if (json) return printJson({ fen: chess.format(position), ...describeTablebaseAnswer(position, found) })
  print(formatAnswer(position, found))
  const hidden = whole.moves.length - found.moves.length
  if (hidden > 0) note(`${countOf(hidden, 'more move')}; see --limit`)
}

/** Why a position is in no tablebase. */
function explainUnfit(position: ChessPosition, { name, men }: Tablebase): string {
  const count = countMen(position)
  if (count > men) return `the position has ${count} men; ${name} has positions with at most ${men}`
  return position.rights === 0
    ? 'tablebases have only positions that games can reach'
    : 'tablebases have no positions in which a side may castle'
}

function formatAnswer(position: ChessPosition, { moves, ...facts }: TablebaseAnswer): string {
  const side = position.turn === 1 ? 'White' : 'Black'
  const rows = moves.map(({ move, ...after }) => [
    paint('bold', chess.writeMove(position, move)),
    RESULTS[opposite(after.category)],
    ...distances(after),
  ])
  const head = `${side} to move: ${paint('bold', RESULTS[facts.category])}${distances(facts)
    .filter((text) => text !== '')
    .map((text) => `, ${text}`)
    .join('')}`
  if (rows.length === 0 && facts.category === 'loss') return `${side} is mated`
  return rows.length === 0 ? head : `${head}\n${formatTable(rows)}`
}

/** The distances in plies as they are called everywhere. */
function distances({ category, dtz, dtm }: TablebaseFacts): string[] {
  if (category === 'draw') return ['', '']
  return [named('DTZ', dtz), named('DTM', dtm)]
}

function named(name: string, plies: number | undefined): string {
  return plies === undefined ? '' : `${name} ${Math.abs(plies)}`
}

const RESULTS: Readonly<Record<Category, string>> = {
  loss: 'loss',
  'maybe-loss': 'loss, or a draw by the fifty-move rule',
  'blessed-loss': 'draw by the fifty-move rule, else a loss',
  draw: 'draw',
  unknown: 'unknown',
  'cursed-win': 'draw by the fifty-move rule, else a win',
  'maybe-win': 'win, or a draw by the fifty-move rule',
  win: 'win',
}
