/** Counts how the games of a folder ended, whatever their formats: `node tabulate-results.ts FOLDER`. */
import { readGames } from 'ludograph/node'

const folder = process.argv[2] ?? 'examples'
const counts = new Map<string, number>()
for await (const { record, issues, file } of readGames(folder)) {
  for (const issue of issues) if (issue.severity === 'error') console.error(file, issue.id)
  if (!record) continue
  const { outcome, winner } = record.header.result
  const result = outcome === 'win' ? `${record.game}: colour ${winner} wins` : `${record.game}: ${outcome}`
  counts.set(result, (counts.get(result) ?? 0) + 1)
}
for (const [result, games] of counts) console.log(result, games)
