/** How well players played over several games, added up and as a table. */
import type { PlaySummary } from '../../engines/index.ts'
import { formatTable, paint } from './terminal.ts'

/** The summaries of several games as one: means by moves, the accuracy by games. */
export function sumUp(summaries: readonly PlaySummary[]) {
  const moves = summaries.reduce((sum, each) => sum + each.moves, 0)
  const mean = (valueOf: (summary: PlaySummary) => number | undefined, weightOf: (summary: PlaySummary) => number) => {
    const known = summaries.filter((each) => valueOf(each) !== undefined && weightOf(each) > 0)
    const weight = known.reduce((sum, each) => sum + weightOf(each), 0)
    return weight === 0 ? undefined : known.reduce((sum, each) => sum + valueOf(each)! * weightOf(each), 0) / weight
  }
  const count = (name: keyof PlaySummary['counts']) => summaries.reduce((sum, each) => sum + each.counts[name], 0)
  const phase = (name: keyof PlaySummary['phases']) => ({
    moves: summaries.reduce((sum, each) => sum + each.phases[name].moves, 0),
    averageLoss:
      mean(
        (each) => each.phases[name].averageLoss,
        (each) => each.phases[name].moves,
      ) ?? 0,
  })
  const accuracy = mean(
    (each) => each.accuracy,
    () => 1,
  )
  const centipawnLoss = mean(
    (each) => each.centipawnLoss,
    (each) => each.moves,
  )
  return {
    moves,
    ...(accuracy !== undefined && { accuracy }),
    averageLoss:
      mean(
        (each) => each.averageLoss,
        (each) => each.moves,
      ) ?? 0,
    ...(centipawnLoss !== undefined && { centipawnLoss }),
    counts: { inaccuracy: count('inaccuracy'), mistake: count('mistake'), blunder: count('blunder') },
    phases: { opening: phase('opening'), middlegame: phase('middlegame'), endgame: phase('endgame') },
  }
}

/** A table with a row for each player. */
export function formatPlayers(
  players: readonly ({ name: string; games: number } & ReturnType<typeof sumUp>)[],
): string {
  const percent = (value: number) => `${(100 * value).toFixed(1)}%`
  const head = ['', 'games', 'moves', 'accuracy', 'lost a move', '?!', '?', '??', 'opening', 'middlegame', 'endgame']
  const rows = players.map(({ name, games, moves, accuracy, averageLoss, centipawnLoss, counts, phases }) => [
    name,
    String(games),
    String(moves),
    accuracy === undefined ? '' : `${accuracy.toFixed(0)}%`,
    percent(averageLoss) + (centipawnLoss === undefined ? '' : ` (${centipawnLoss.toFixed(0)} cp)`),
    String(counts.inaccuracy),
    String(counts.mistake),
    String(counts.blunder),
    ...[phases.opening, phases.middlegame, phases.endgame].map((phase) =>
      phase.moves > 0 ? percent(phase.averageLoss) : '',
    ),
  ])
  return formatTable([head.map((word) => paint('bold', word)), ...rows])
}
