/** Databases of given records, and what is wrong with one. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { Database, importSources, verifyDatabase } from '../../src/database/index.ts'
import type { Format } from '../../src/formats/format.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import type { Issue } from '../../src/issues/index.ts'
import type { GameRecord } from '../../src/model/index.ts'

/** Files of a segment in the folder of the index: itself, and the columns of its games. */
export const FILES_OF_SEGMENT = 2

/** Records as a file of a format. */
export async function writeRecords(format: Format, records: readonly GameRecord[]): Promise<Uint8Array> {
  const sinks = new MemorySinkSet('games')
  const writer = await format.write!(sinks)
  for (const record of records) writer.add(record)
  writer.finish()
  return [...sinks.files.values()][0]!
}

/** A new database below a folder, open for writing, into which a file of some records was imported. */
export async function importRecords(folder: string, name: string, records: readonly GameRecord[]): Promise<Database> {
  const path = join(folder, `${name}.jsonl`)
  writeFileSync(path, await writeRecords(jsonl, records))
  const database = await Database.open(join(folder, name))
  await importSources(database, [{ path }])
  return database
}

/** What a database holds, apart from when and in which files. Rejects if anything is wrong with it. */
export async function contentOf(folder: string): Promise<string> {
  const database = await Database.open(folder)
  try {
    const problems = await problemsOf(database)
    if (problems.length > 0) throw new Error(`problems: ${JSON.stringify(problems)}`)
    const tables = ['games', 'sources', 'aliases', 'labelled_games', 'labels', 'saved_searches']
    const known = await database.catalogue.rows('SELECT table_name FROM information_schema.tables')
    const there = new Set(known.map(({ table_name: name }) => String(name)))
    const rows = tables
      .filter((table) => there.has(table))
      .map(async (table) => {
        const columns = table === 'sources' ? '* EXCLUDE (imported)' : '*'
        return [table, await database.catalogue.rows(`SELECT hash(COLUMNS(${columns})) FROM ${table} ORDER BY ALL`)]
      })
    return JSON.stringify(await Promise.all(rows), (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
  } finally {
    database.close()
  }
}

/** What `verify` finds. */
export async function problemsOf(database: Database): Promise<Issue[]> {
  const problems: Issue[] = []
  for await (const problem of verifyDatabase(database)) problems.push(problem)
  return problems
}
