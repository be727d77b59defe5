/** The bare moves of plain PGN files without variations, for tests and benches that need games and no parser. */

/** The SAN moves of every game, comments and numbers left out. */
export function sanGames(text: string, limit = Number.POSITIVE_INFINITY): string[][] {
  const games: string[][] = []
  for (const chunk of text.split(/\r?\n\r?\n(?=\[Event )/)) {
    if (games.length >= limit) break
    const body = chunk.replaceAll(/^\[.*\]\r?$/gm, '').replaceAll(/\{[^}]*\}|;.*$/gm, ' ')
    games.push(body.split(/[\s.]+/).filter((token) => /^[a-hNBRQKO]/.test(token)))
  }
  return games
}
