/** Opens SGF files. */
import type { FileSet } from '../../bytes/source.ts'
import { encodingName } from '../../bytes/text.ts'
import { IssueCollector, shorten } from '../../issues/collector.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { Origin } from '../../model/record.ts'
import type { CollectionFacts, Collection, Entry, EntryOptions, Listing, ReadOptions } from '../format.ts'
import type { Board } from './board.ts'
import { encodingOfLabel } from './encoding.ts'
import { SgfFile, type Tree } from './file.ts'
import { readGame, readHeader, type GameSource } from './game.ts'
import { keepTextAfter } from './native.ts'

/** Opens a file. Throws FormatError if there is no game tree in it. */
export function openSgf(files: FileSet, options: ReadOptions = {}): Collection {
  const { encoding, settings } = options
  const forced = encoding === undefined ? undefined : (encodingName(encoding) ?? encodingOfLabel(encoding))
  if (encoding !== undefined && forced === undefined) throw new TypeError(`unknown encoding: ${encoding}`)
  return new SgfCollection(new SgfFile(files.main, forced), forcedGame(settings?.['game']))
}

function forcedGame(value: string | undefined): Board['game'] | undefined {
  if (value === undefined || value === 'go' || value === 'othello') return value
  throw new TypeError(`the setting game is go or othello, not ${value}`)
}

class SgfCollection implements Collection {
  readonly format = 'sgf'
  readonly issues: readonly Issue[]
  private readonly file: SgfFile
  private readonly forcedGame: Board['game'] | undefined

  constructor(file: SgfFile, forcedGame: Board['game'] | undefined) {
    this.file = file
    this.forcedGame = forcedGame
    const damage = { encoding: file.transcodedFrom ?? '' }
    this.issues = file.isDamaged ? [issue('sgf/undecodable', 'warning', damage, { file: file.name })] : []
  }

  get about(): CollectionFacts {
    if (!this.file.tree(0)) return {}
    const { record, document } = this.entry(0)
    const { version, encoding } = (record ?? document!).origin!
    const about: CollectionFacts = {}
    if (version !== undefined) about.version = version
    if (encoding !== undefined) about.encoding = encoding
    const { preface } = this.file
    if (preface !== undefined) about.comment = preface
    return about
  }

  get count(): number {
    return this.file.count
  }

  listing(index: number): Listing {
    const { start, end } = this.tree(index)
    const { game, header, isGame } = this.header(start, end)
    return { index, game, kind: isGame ? 'game' : 'text', header }
  }

  /** The header of a tree. All of it is decoded, because the bytes of the moves are also evidence of the encoding. */
  private header(start: number, end: number): ReturnType<typeof readHeader> {
    return readHeader(this.source(start, end), new IssueCollector({ file: this.file.name }))
  }

  entry(index: number): Entry {
    const tree = this.tree(index)
    const issues = new IssueCollector({ file: this.file.name })
    const source = this.source(tree.start, tree.end)
    const { record, document, version, encoding } = readGame(source, issues)
    if (tree.isBare) issues.add('sgf/no-first-bracket', 'warning', {}, { offset: tree.start })
    if (tree.isOpen) issues.add('sgf/unclosed-tree', 'warning', {})
    const after = this.file.textAfter(index)
    if (after?.hasBrackets) issues.add('sgf/bracket-too-many', 'warning', {}, { offset: after.at })
    if (after && after.text !== '') {
      issues.add('sgf/text-between', 'warning', { text: shorten(after.text) }, { offset: after.at })
      keepTextAfter(record ?? document!, after.text)
    }
    const entry: Entry = { index, issues: issues.list() }
    const origin: Origin = { format: 'sgf', file: this.file.name, index, offset: tree.start, encoding }
    if (version !== undefined) origin.version = `FF[${shorten(version)}]`
    if (record) entry.record = Object.assign(record, { origin })
    if (document) entry.document = Object.assign(document, { origin })
    return entry
  }

  *entries({ from = 0, to = Infinity }: EntryOptions = {}): IterableIterator<Entry> {
    for (let index = Math.max(0, from); index < to && this.file.tree(index); index++) yield this.entry(index)
  }

  private tree(index: number): Tree {
    const tree = index >= 0 && Number.isInteger(index) ? this.file.tree(index) : undefined
    if (!tree) throw new TypeError(`there is no game with index ${index}`)
    return tree
  }

  private source(start: number, end: number): GameSource {
    return { decoded: this.file.decode(start, end), start, length: end - start, forcedGame: this.forcedGame }
  }
}
