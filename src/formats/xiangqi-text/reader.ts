/** Opens texts with xiangqi games, and lists of positions: docs/formats/xiangqi-text.md. */
import type { FileSet } from '../../bytes/source.ts'
import { IssueCollector, shorten } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import { issue } from '../../issues/issue.ts'
import { emptyRecord, type GameRecord } from '../../model/record.ts'
import type { Collection, ReadOptions } from '../format.ts'
import { readText } from '../server-text.ts'
import { RecordCollection } from '../record-collection.ts'
import { readStart } from '../xiangqi/start-text.ts'
import { looksLikeText, positionsOf } from './detect.ts'
import { readGame } from './game.ts'

/** Opens a text. Throws FormatError when it looks like no game. */
export function openXiangqiText(files: FileSet, options: ReadOptions = {}): Collection {
  const { name } = files.main
  const { text, encoding, guessed } = readText(files.main, options.encoding)
  if (looksLikeText(text) === 0) {
    throw new FormatError('xiangqi/not-format', { format: 'xiangqi-text' }, { file: name, offset: 0 })
  }
  const isList = /^\[FEN_INDEX\s/m.test(text)
  const positions = isList ? undefined : positionsOf(text)
  const parts = isList
    ? text.split(/^(?=\[FEN_INDEX\s)/m).filter((part) => part.startsWith('[FEN_INDEX'))
    : (positions ?? [text])
  const before = isList
    ? text
        .slice(0, text.search(/^\[FEN_INDEX\s/m))
        .replaceAll('\uFEFF', '')
        .trim()
    : ''
  const place = { file: name, offset: 0 }
  const leftOut = before === '' ? [] : [issue('text/left-out', 'warning', { text: shorten(before) }, place)]
  return new RecordCollection(
    'xiangqi-text',
    'xiangqi',
    { encoding },
    {
      count: parts.length,
      read: (index) => {
        const issues = new IssueCollector({ file: name, record: index })
        const read = isList ? readPosition : positions ? readFen : readGame
        const record = read(parts[index]!, issues)
        record.origin = { format: 'xiangqi-text', file: name, index, encoding }
        return { record, issues: issues.list() }
      },
    },
    [...guessed, ...leftOut],
  )
}

/** A position of a list of FEN. */
function readFen(fen: string, issues: IssueCollector): GameRecord {
  const record = emptyRecord('xiangqi')
  const { setup } = readStart(fen, issues)
  if (setup !== undefined) record.setup = setup
  return record
}

/** A line with a tag of a position. */
const READ_TAG = /^\[(?:FEN|EVENT|FEN_INDEX)\s+"[^"\n]*"\]\s*$/

/** A position of a list: tags without a game. */
function readPosition(text: string, issues: IssueCollector): GameRecord {
  const tag = (name: string) => new RegExp(`^\\[${name}\\s+"([^"\\n]*)"`, 'm').exec(text)?.[1] ?? ''
  const record = emptyRecord('xiangqi')
  const { setup } = readStart(tag('FEN'), issues)
  if (setup !== undefined) record.setup = setup
  const title = tag('EVENT')
  if (title !== '') record.header.title = title
  const others = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '' && !READ_TAG.test(line))
  for (const line of others) issues.add('text/left-out', 'warning', { text: shorten(line.trim()) })
  const number = tag('FEN_INDEX')
  if (number !== '') record.header.tags = { FenIndex: number }
  return record
}
