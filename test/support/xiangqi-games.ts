/** The bare moves of plain xiangqi PGN files without variations, for tests and benches that need games and no parser. */

export interface PlainXiangqiGame {
  /** Set-up position, absent for the usual start. */
  fen?: string
  /** Moves as written. */
  moves: string[]
}

/** Every game of a text: lines of tags, then moves; comments, numbers, results and what follows a ruled line are left out. */
export function xiangqiGames(text: string): PlainXiangqiGame[] {
  const games: PlainXiangqiGame[] = []
  for (const chunk of text.split(/^(?=\[(?:Game|Event) )/m)) {
    const body = chunk.replaceAll(/^\[.*$|\{[^}]*\}/gm, ' ').split(/^\s*={4,}/m)[0]!
    const moves = body
      .split(/\s+/)
      .map((token) => token.replace(/^[0-9]+\.+/, ''))
      .filter((token) => token !== '' && !/^(?:\*|[01]-[01]|1\/2-1\/2)$/.test(token))
    const fen = /\[FEN "([^"]+)"/.exec(chunk)?.[1]
    if (moves.length > 0) games.push(fen === undefined ? { moves } : { fen, moves })
  }
  return games
}
