/** Runs the benchmarks, all or those whose names contain a word: `npm run bench -- pgn`. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'bench')
const words = process.argv.slice(2)
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort()
if (names.length === 0) {
  console.error(`no benchmark is called ${words.join(' or ')}; there are: ${readdirSync(folder).join(', ')}`)
  process.exit(2)
}
let failures = 0
for (const name of names) {
  console.log(`\n=== ${name}`)
  if (spawnSync(process.execPath, ['--expose-gc', join(folder, name)], { stdio: 'inherit' }).status !== 0) failures++
}
process.exit(failures === 0 ? 0 : 1)
