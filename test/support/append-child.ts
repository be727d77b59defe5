/**
 * A program that goes on adding the same games to a ChessBase database and marking one more as
 * deleted, to be killed: `node append-child.ts DATABASE RECORDS`, the records as a JSON file.
 */
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { stem } from '../../src/bytes/source.ts'
import { chessbase } from '../../src/formats/chessbase/format.ts'
import { appendToChessBase, markDeleted } from '../../src/formats/chessbase/append.ts'
import { partTest } from '../../src/formats/parts.ts'
import type { GameRecord } from '../../src/model/record.ts'
import { DiskFileEdit } from '../../src/node/file-edit.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'

const [path, records] = process.argv.slice(2) as [string, string]
const games = JSON.parse(readFileSync(records, 'utf8')) as GameRecord[]
const name = basename(path)
const edit = () => new DiskFileEdit(dirname(path), stem(name), partTest(chessbase, name))

process.stdout.write('begun\n')
for (let round = 0; ; round++) {
  const adding = edit()
  const files = new DiskFileSet(path)
  const appender = appendToChessBase(files, adding)
  for (const game of games) appender.add(game)
  appender.finish()
  files.close()
  adding.close()
  const marking = edit()
  const changed = new DiskFileSet(path)
  markDeleted(changed.main, marking, [round])
  changed.close()
  marking.close()
}
