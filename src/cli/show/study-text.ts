/** Trees of moves and scores as text for the terminal. */
import { numberedLine } from '../../repertoire/line-text.ts'
import type { TreeMove } from '../../study/move-tree.ts'
import { treeRows } from '../../study/page.ts'
import { shareOf, type Score } from '../../repertoire/scores.ts'
import { resultsText } from '../../study/figures.ts'
import { TREND_TEXTS } from '../../study/tree-record.ts'
import { countOf, formatTable, grouped, paint } from './terminal.ts'

/** A share from 0 to 1 as `62%`; nothing if it is not known. */
export function shareText(share: number | undefined): string {
  return share === undefined ? '' : `${Math.round(100 * share)}%`
}

/** Games, results and score in one line: `12 games, +5 =4 -3, 58%`. */
export function scoreText(score: Score): string {
  return [countOf(score.games, 'game'), resultsText(score), shareText(shareOf(score))]
    .filter((part) => part !== '')
    .join(', ')
}

/** A table under dim heads; columns without anything in them are left out. */
export function headedTable(heads: readonly string[], rows: readonly (readonly string[])[], indent = '  '): string {
  const used = heads.map((_, column) => rows.some((row) => row[column] !== ''))
  const only = (row: readonly string[]) => row.filter((_, column) => used[column])
  return formatTable([only(heads).map((head) => paint('dim', head)), ...rows.map(only)], indent)
}

/** A tree, a row for each line up to the next choice. */
export function treeText(tree: readonly TreeMove[], ply = 0): string {
  const rows = treeRows(tree, ply).map(({ chain, indent, ply: at }) => {
    const first = chain[0]!
    const { transposesTo } = chain.at(-1)!
    const same = transposesTo === undefined ? '' : paint('dim', ` = ${transposesTo}`)
    const moves = numberedLine(
      chain.map(({ san }) => san),
      at,
    )
    return [
      `${'  '.repeat(indent)}${moves}${same}`,
      grouped(first.games),
      shareText(first.share),
      shareText(first.score),
      String(first.lastYear ?? ''),
      shareText(first.database?.share),
      first.trend ? TREND_TEXTS[first.trend] : '',
    ]
  })
  return headedTable(['moves', 'games', 'chosen', 'score', 'last', 'all', 'trend'], rows)
}

/** Parts of a text under bold or dim titles; empty ones are left out. */
export function partsText(parts: readonly (readonly [title: string, text: string])[]): string {
  return parts
    .filter(([, text]) => text !== '')
    .map(([title, text]) => (title === '' ? text : `${paint('bold', title)}\n${text}`))
    .join('\n\n')
}
