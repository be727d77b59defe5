/** One open database: its files, their heads, and the fixed records in them. */
import type { Source } from '../../bytes/source.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { TextReader } from '../chessbase/text.ts'
import { EntityFile } from './entity-file.ts'
import { HEAD_AT, RECORD_SIZE } from './detect.ts'
import {
  FORMAT_VERSION,
  readHeaderFileHead,
  readStoredRecord,
  type HeaderFileHead,
  type StoredRecord,
} from './header-records.ts'
import { REQUIRED_PARTS, type DatabaseFiles } from './parts.ts'

/** What texts are in that are not UTF-8; nothing in the files says it. */
const FALLBACK_ENCODING = 'windows-1252'

export class Cbh2Database {
  readonly files: DatabaseFiles
  readonly head: HeaderFileHead
  /** Number of games, texts and analyses. */
  readonly count: number
  readonly issues: Issue[] = []
  readonly text: TextReader
  /** The `.2cbg` and `.2cba` files. */
  readonly moves: Source | undefined
  readonly annotations: Source | undefined
  readonly entities: EntityFile | undefined

  /**
   * @param encoding label of the code page of texts that are not UTF-8. Throws FormatError when the `.2cbh` is not one.
   */
  constructor(files: DatabaseFiles, encoding = FALLBACK_ENCODING) {
    this.files = files
    this.text = new TextReader(encoding)
    this.head = readHeaderFileHead(files.headers)
    for (const part of REQUIRED_PARTS) if (!files.part(part)) this.missing(part)
    this.moves = files.part('.2cbg')
    this.annotations = files.part('.2cba')
    const entities = files.part('.2lid')
    if (entities) this.entities = new EntityFile(entities)
    this.issues.push(...(this.entities?.issues ?? []))
    this.count = this.countRecords()
    const { version } = this.head
    if (version !== FORMAT_VERSION) {
      const place = { file: files.headers.name, offset: HEAD_AT.version }
      this.issues.push(issue('chessbase/version', 'warning', { version }, place))
    }
  }

  /** The record of a game or text by its index from 0; undefined when none is there. */
  record(index: number): StoredRecord | undefined {
    const start = (index + 1) * RECORD_SIZE
    return readStoredRecord(this.files.headers.read(start, start + RECORD_SIZE))
  }

  /** Notes a file that is not there. Without moves and texts nothing else is worth much. */
  private missing(extension: string): void {
    const severity = extension === '.2cbg' ? 'error' : 'warning'
    const name = `${this.files.name}${extension}`
    this.issues.push(issue('chessbase/missing-part', severity, { name }, { file: this.files.headers.name }))
  }

  /** How many records there are: what the file has, whatever its head says. */
  private countRecords(): number {
    const { headers } = this.files
    const present = Math.floor(headers.size / RECORD_SIZE) - 1
    const stated = this.head.nextId - 1
    const place = { file: headers.name, offset: HEAD_AT.nextId }
    if (stated > present) this.issues.push(issue('chessbase/truncated', 'error', { stated, count: present }, place))
    else if (stated !== present) {
      this.issues.push(issue('chessbase/counter', 'warning', { stated: Math.max(0, stated), count: present }, place))
    }
    return present
  }
}
