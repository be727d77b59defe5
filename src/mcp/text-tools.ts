/** Tools that take the text of game files: convert it, or import it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MemoryFileSet, MemorySource } from '../bytes/source.ts'
import { MemorySinkSet } from '../bytes/sink.ts'
import { Conversion } from '../convert/convert.ts'
import { openGames } from '../convert/open.ts'
import { importSources } from '../database/import/import.ts'
import { FORMATS } from '../formats/index.ts'
import { describeIssue } from '../issues/describe.ts'
import { ArgumentError, decodeText, requireText, textContent, textOf, type Arguments, type Tool } from './tool.ts'

/** Bytes of text at most. */
const MAX_TEXT = 1 << 23

const TEXT = { type: 'string', description: 'the text of a file with games: PGN, SGF, GGF, JSON lines ...' }
const NAME = { type: 'string', description: 'name of the file; its extension helps to detect the format' }

export const convertTool: Tool = {
  name: 'convert_text',
  title: 'Convert a game file',
  description: 'Converts the text of a file with games into another format, and tells what that format cannot store.',
  properties: { text: TEXT, name: NAME, to: { type: 'string', description: 'pgn, sgf, jsonl, ggf, wei7 ...' } },
  required: ['text', 'to'],
  async run(_database, given) {
    const to = requireText(given, 'to')
    const target = FORMATS.find(({ id }) => id === to)
    if (!target?.write) throw new ArgumentError(`${to.slice(0, 40)} is not a format that can be written`)
    const { name, bytes } = fileOf(given)
    const { collection } = await openGames(new MemoryFileSet(new MemorySource(name, bytes)))
    const sinks = new MemorySinkSet(`games${target.extensions[0]}`)
    const writer = await target.write(sinks)
    const conversion = new Conversion(target)
    conversion.begin(writer, collection)
    conversion.copyAll(collection, writer)
    conversion.finish(writer)
    const [output] = sinks.files.values()
    const text = sinks.files.size === 1 && output ? decodeText(output) : undefined
    if (text === undefined) throw new ArgumentError(`${to} is not a format of text`)
    const { counts, losses } = conversion
    const lost = losses.list().map((loss) => `${loss.count} × ${describeIssue(loss)}`)
    return [textContent(text), textContent({ ...counts, losses: lost })]
  },
}

export const importTool: Tool = {
  name: 'import_games',
  title: 'Import games',
  description: 'Imports the games of a text into the database. The name identifies it as a source of the database.',
  properties: { text: TEXT, name: NAME },
  required: ['text', 'name'],
  isChange: true,
  async run(database, given) {
    const { name, bytes } = fileOf(given)
    const folder = mkdtempSync(join(tmpdir(), 'ludograph-'))
    try {
      const path = join(folder, 'games')
      writeFileSync(path, bytes)
      return [textContent(await importSources(database, [{ path, name }]))]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function fileOf(given: Arguments): { name: string; bytes: Uint8Array<ArrayBuffer> } {
  const bytes = new TextEncoder().encode(requireText(given, 'text'))
  if (bytes.length > MAX_TEXT) throw new ArgumentError(`the text is longer than ${MAX_TEXT} bytes`)
  return { name: textOf(given, 'name') ?? 'games', bytes }
}
