/**
 * Every command that changes a database, on a disk that loses power: whichever changes of the disk were not synced, and
 * whichever parts of these are there all the same, the database opens as before or as after, and as after once the
 * command has said so. Unlike the disk of failing-disk.ts, this one sees what DuckDB writes.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAlias, addLabel, backUpLabels, importSources, saveSearch, setLabels } from '../../src/database/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import type { GameRecord } from '../../src/model/index.ts'
import { contentOf, importRecords, writeRecords } from '../support/databases.ts'
import { PROGRAM } from '../support/program.ts'
import { randomGames } from '../support/random-games.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { needsRecordedDisk, recordRun, SimulatedDisk, type RecordedRun } from '../support/recorded-disk.ts'
import { scaled } from '../support/scale.ts'

/** Power cuts tried of each command. */
const POWER_CUTS = scaled(12, 96)
/** Moments at which each command is killed; all of them in a full run. */
const KILLS = scaled(6, Infinity)

const root = mkdtempSync(join(tmpdir(), 'ludograph-power-'))
const template = join(root, 'template')
const DATABASE = 'games.db'

beforeAll(async () => {
  mkdirSync(template)
  const [first, ...others] = randomGames('chess', 400, 1) as [GameRecord, ...GameRecord[]]
  const twice = { ...first, header: { ...first.header, event: { name: 'Open', site: 'Paris' } } }
  const database = await importRecords(template, DATABASE, [first, ...others])
  await importSources(database, [{ path: await made('more.jsonl', [twice, ...randomGames('chess', 3, 2)]) }])
  await addLabel(database, 'tag', 'classic', [1, 2, 3])
  await setLabels(database, 4, { tags: ['old'], collections: ['mine/best'], note: 'from before' })
  await addAlias(database, 'One', 'Other')
  await saveSearch(database, 'mine', { tag: 'classic' })
  writeFileSync(join(template, 'labels.json'), JSON.stringify(await backUpLabels(database)))
  await setLabels(database, 4, { tags: [], collections: [] })
  database.close()
  await made('new.jsonl', randomGames('othello', 40, 3))
  await made('edited.jsonl', randomGames('chess', 1, 5))
})

afterAll(() => rmSync(root, { recursive: true }))

async function made(name: string, records: readonly GameRecord[]): Promise<string> {
  const path = join(template, name)
  writeFileSync(path, await writeRecords(jsonl, records))
  return path
}

/** Commands that change a database, with the files they take. */
const COMMANDS: Record<string, readonly string[]> = {
  import: ['import', DATABASE, 'new.jsonl'],
  remove: ['remove', DATABASE, 'more'],
  edit: ['edit', DATABASE, '2', 'edited.jsonl'],
  compact: ['compact', DATABASE],
  reindex: ['reindex', DATABASE],
  'dedupe --merge': ['dedupe', DATABASE, '--merge'],
  note: ['note', DATABASE, '3', 'to look at'],
  'tag --all': ['tag', DATABASE, 'new', '--all'],
  'tag --remove': ['tag', DATABASE, 'classic', '--ids', '1,2', '--remove'],
  collection: ['collection', DATABASE, 'mine/other', '--ids', '5,6'],
  saved: ['saved', DATABASE, 'yours', '--tag', 'classic'],
  'labels restore': ['labels', 'restore', DATABASE, 'labels.json'],
  aliases: ['aliases', DATABASE, 'Four', 'Three'],
}

/** Runs a command in a copy of the template. */
async function recorded(words: readonly string[]): Promise<{ run: RecordedRun; before: string; after: string }> {
  const folder = mkdtempSync(join(root, 'run-'))
  cpSync(template, folder, { recursive: true })
  const before = await contentOf(join(folder, DATABASE))
  const absolute = words.map((word) => (word === DATABASE || /\.json/.test(word) ? join(folder, word) : word))
  const run = await recordRun(folder, [...PROGRAM, ...absolute])
  expect(run, run.output).toMatchObject({ code: 0 })
  const after = await contentOf(join(folder, DATABASE))
  rmSync(folder, { recursive: true })
  return { run, before, after }
}

describe('a command on a disk that loses power', needsRecordedDisk(), () => {
  it.each(Object.entries(COMMANDS))('%s leaves the state before or after', async (_name, words) => {
    const { run, before, after } = await recorded(words)
    const { changes } = run
    const said = changes.findLastIndex(({ kind }, index) => {
      // What is said before anything is synced is no news of the change.
      return kind === 'say' && changes.slice(0, index).some((earlier) => earlier.kind === 'sync')
    })
    const random = seededRandom(changes.length)
    const step = Math.max(1, changes.length / KILLS)
    const kills = Array.from({ length: Math.ceil(changes.length / step) }, (_, index) => Math.floor(index * step))
    const cuts = Array.from({ length: POWER_CUTS }, () => randomInt(random, changes.length + 1))
    for (const [isPowerCut, moments] of [
      [false, kills],
      [true, cuts],
    ] as const) {
      for (const moment of moments) {
        const disk = new SimulatedDisk(run)
        for (const change of changes.slice(0, moment)) disk.make(change)
        const torn = changes[moment]
        // The write that was being made is there in part.
        if (torn?.kind === 'write') {
          disk.make({ ...torn, bytes: torn.bytes.subarray(0, randomInt(random, torn.bytes.length)) })
        }
        const folder = mkdtempSync(join(root, 'cut-'))
        if (isPowerCut) disk.leaveAfterPowerCut(folder, random)
        else disk.leave(folder)
        const what = `${isPowerCut ? 'power cut' : 'kill'} at ${moment} of ${changes.length}`
        const content = await contentOf(join(folder, DATABASE)).catch((error: unknown) => {
          throw new Error(`${what}, kept in ${folder}`, { cause: error })
        })
        expect(moment > said && said !== -1 ? [after] : [before, after], what).toContain(content)
        rmSync(folder, { recursive: true })
      }
    }
    console.log(`${words[0]}: ${changes.length} changes of the disk, ${kills.length} kills, ${cuts.length} power cuts`)
  })
})
