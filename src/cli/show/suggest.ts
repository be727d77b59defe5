/** Suggests the word a user may have meant. */

/** The candidate with the fewest changed letters, if few enough to be a typo. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Insertions, deletions, replacements and transpositions that turn one word into the other (Damerau). */
function editDistance(left: string, right: string): number {
  const rows = [Array.from({ length: right.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= left.length; i++) {
    const row = [i]
    for (let j = 1; j <= right.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1)
      let least = Math.min(replaced, rows[i - 1]![j]! + 1, row[j - 1]! + 1)
      const isExchange = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      if (isExchange) least = Math.min(least, rows[i - 2]![j - 2]! + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return rows[left.length]![right.length]!
}
