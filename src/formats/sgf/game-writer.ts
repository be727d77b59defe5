/**
 * Writes one record as a game tree. The root has lines of its own; after it, lines are broken before a node or property
 * that would make them longer than {@link LINE_LENGTH}, and every variation begins a new line. Values are never broken.
 * docs/formats/sgf.md, Writing.
 */
import { fromBase64 } from '../../bytes/text.ts'
import { IssueCollector } from '../../issues/collector.ts'
import { PositionError, messageOf } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { boardSize, USUAL_SIZE, type GameRecord } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import { moveColour } from '../../model/move.ts'
import { formatMove, MAX_SIDE, parseSize, type Board } from './board.ts'
import { nameAlternatingColours, nameColours } from './colours.ts'
import { encodingOfLabel, labelOfEncoding } from './encoding.ts'
import { APPLICATION } from './game.ts'
import { lineBreakOf, NATIVE_ID, nodeNative, type NativeProperty, type NativeValue } from './native.ts'
import { textOf, unknownProperties, writeHeader, writeNode, type WrittenProperty } from './node-writer.ts'
import { formatNodePrivate, formatRecordPrivate } from './private.ts'
import { NODE_PROPERTY, RECORD_PROPERTY } from './private-text.ts'
import type { WriteContext } from './property.ts'
import { setupOf, type Setup } from './setup.ts'
import { CLOSE_VALUE, leadBytesOf, valueEnd } from './syntax.ts'
import { escapeText, isClosedValue } from './text.ts'

const LINE_LENGTH = 78

/** Properties that every root has once. */
const STRUCTURE = ['FF', 'GM', 'CA', 'SZ'] as const

/** Text, or bytes that are written unchanged. */
export type Piece = string | Uint8Array

export class GameWriter {
  /** Why the record cannot be written. */
  readonly refusal: Issue | undefined
  readonly issues = new IssueCollector()
  private readonly record: GameRecord
  private readonly encoding: string
  private readonly isPrivate: boolean
  private readonly board: Board
  private readonly rootContext: WriteContext
  private readonly context: WriteContext
  private column = 0
  /** Whether something written has line breaks other than line feeds. */
  private hasReturns = false
  private readonly written: Piece[] = []

  /** @param lineBreak how lines end; as they did where the record was read by default */
  constructor(record: GameRecord, encoding: string, isPrivate: boolean, lineBreak = lineBreakOf(record.native)) {
    this.encoding = encoding
    this.isPrivate = isPrivate
    const game = record.game === 'othello' ? 'othello' : 'go'
    this.board = { game, ...boardSize(record) }
    const lose = (property: string) => this.issues.add('sgf/unread-dropped', 'warning', { property })
    this.context = { board: this.board, lineBreak, lose }
    this.record = { ...record, nodes: record.nodes.map((node) => ({ ...node })) }
    let setup: Setup | undefined
    try {
      this.refusal = this.findRefusal()
      if (!this.refusal) {
        setup = setupOf(this.record)
        this.nameColours(setup)
      }
    } catch (error) {
      if (!(error instanceof PositionError)) throw error
      this.refusal = issue('sgf/bad-start', 'error', { reason: messageOf(error) })
    }
    this.rootContext = { ...this.context, setup }
  }

  private findRefusal(): Issue | undefined {
    const { game, columns, rows } = this.board
    if (this.record.game !== game) {
      return issue('loss/game', 'error', { format: NATIVE_ID, game: this.record.game })
    }
    const most = MAX_SIDE[game]
    if (columns <= most && rows <= most) return undefined
    return issue('sgf/board-size', 'error', { most, columns, rows })
  }

  /** SGF writes every move with its colour. */
  private nameColours(setup: Setup | undefined): void {
    if (this.board.game === 'othello') nameColours(this.record)
    else nameAlternatingColours(this.record, setup?.turn ?? 1)
  }

  /** The game tree, followed by a line break. */
  pieces(): Piece[] {
    const { nodes } = this.record
    const childCounts = countChildren(nodes)
    // Parents of the variations that are open.
    const forks: number[] = []
    let isRootOpen = true
    this.put('(')
    this.writeRoot()
    for (let index = 1; index < nodes.length; index++) {
      const { parent } = nodes[index]!
      if (this.isJoined(index, childCounts)) {
        this.putProperties('', writeNode(nodes[index]!, this.natives(nodes[index]!), this.context))
        continue
      }
      // A node that does not follow the previous one ends all lines down from its parent.
      if (parent !== index - 1) this.closeForks(forks, parent)
      if (isRootOpen) this.breakLine()
      isRootOpen = false
      if (childCounts[parent]! > 1) {
        forks.push(parent)
        this.breakLine()
        this.put('(')
      }
      this.writeNode(nodes[index]!)
    }
    // The last line break shows a reader how the lines inside values end.
    if (this.hasReturns || this.context.lineBreak !== '\n') this.breakLine()
    this.put(`${')'.repeat(forks.length)})`)
    this.breakLine()
    return this.written
  }

  private closeForks(forks: number[], parent: number): void {
    while (forks.length > 0 && forks.at(-1)! >= parent) {
      forks.pop()
      this.put(')')
    }
  }

  private natives(node: MoveNode): NativeProperty[] | undefined {
    return nodeNative(node.native).properties
  }

  /** Whether a node goes into the SGF node of its parent: it has only a move, and is the only child. */
  private isJoined(index: number, childCounts: Uint32Array): boolean {
    const node = this.record.nodes[index]!
    if (!nodeNative(node.native).joined || node.parent !== index - 1 || childCounts[node.parent] !== 1) return false
    const written = writeNode(node, this.natives(node), this.context)
    const isOnlyMove = written.length === 1 && (written[0]!.id === 'B' || written[0]!.id === 'W')
    return isOnlyMove && this.privateOf(node, written).length === 0
  }

  private writeNode(node: MoveNode): void {
    const isMove = node.move !== undefined && node.native === undefined && isBare(node)
    const bareMove = isMove ? formatMove(node.move!, this.board) : undefined
    if (bareMove !== undefined) {
      this.put(`;${moveColour(node.move!) === 2 ? 'W' : 'B'}[${bareMove}]`)
      return
    }
    if (node.move !== undefined && formatMove(node.move, this.board) === undefined) {
      this.issues.add('sgf/unwritable-move', 'warning', {})
    }
    const natives = this.natives(node)
    const properties = writeNode(node, natives, this.context)
    const privates = this.privateOf(node, properties)
    this.putProperties(';', this.asVariation([...properties, ...unknownProperties(natives, false), ...privates]))
  }

  /**
   * Readers take `(;FF[` and `(;GM[` as the beginning of another game, so in a variation they come after another
   * property.
   */
  private asVariation(properties: readonly WrittenProperty[]): readonly WrittenProperty[] {
    const isOfRoot = ({ id }: WrittenProperty) => id === 'FF' || id === 'GM'
    if (!properties[0] || !isOfRoot(properties[0])) return properties
    const others = properties.filter((property) => !isOfRoot(property))
    if (others.length > 0) return [...others, ...properties.filter(isOfRoot)]
    this.issues.add('sgf/root-property', 'warning', {})
    return []
  }

  private privateOf(node: MoveNode, written: readonly WrittenProperty[]): WrittenProperty[] {
    const values = isBare(node) ? undefined : formatNodePrivate(node, written, this.context)
    if (!values) return []
    if (this.isPrivate) return [{ id: NODE_PROPERTY, values }]
    this.issues.add('sgf/no-private', 'warning', {})
    return []
  }

  private writeRoot(): void {
    const root = this.record.nodes[0]!
    const natives = this.natives(root)
    const structure = this.structure(natives)
    const properties = [
      ...structure,
      ...writeHeader(this.record.header, natives, this.rootContext),
      ...writeNode(root, natives, this.rootContext),
      ...unknownProperties(
        natives?.filter(([id]) => id !== 'CA' && id !== 'SZ'),
        true,
      ),
    ]
    for (const id of STRUCTURE) {
      const found = natives?.filter((native) => native[0] === id).flatMap(([, ...values]) => values) ?? []
      // The size that is written need not be one of those that were kept: it is the board's.
      const written = id === 'SZ' && found.length > 0 ? structure.find((property) => property.id === id)!.values : []
      // A value that is there twice says no more than once.
      if (new Set([...found, ...written].map((value) => textOf(value).trim())).size > 1) this.context.lose?.(id)
    }
    const values = formatRecordPrivate(this.record, properties, this.rootContext)
    if (values && this.isPrivate) properties.push({ id: RECORD_PROPERTY, values })
    else if (values) this.issues.add('sgf/no-private', 'warning', {})
    this.putProperties(';', properties)
  }

  /** The properties every root begins with. */
  private structure(natives: readonly NativeProperty[] | undefined): WrittenProperty[] {
    const { game } = this.board
    const hasApplication = natives?.some(([id, first]) => id === 'AP' && textOf(first!).trim() !== '') === true
    const [charset] = this.found(natives, 'CA', (text) => encodingOfLabel(text) === this.encoding)
    const [size] = this.found(natives, 'SZ', (text) => this.isSize(text))
    const all: NativeProperty[] = [
      ['FF', '4'],
      ['GM', game === 'go' ? '1' : '2'],
      charset ?? ['CA', labelOfEncoding(this.encoding)],
      ...(hasApplication ? [] : [['AP', APPLICATION] satisfies NativeProperty]),
      size ?? ['SZ', this.sizeText()],
    ]
    return all.map(([id, ...values]) => ({ id, values }))
  }

  /** A kept property of the root, if its value still agrees with the record. */
  private found(
    natives: readonly NativeProperty[] | undefined,
    wanted: string,
    isTrue: (text: string) => boolean,
  ): NativeProperty[] {
    return (natives ?? []).filter(([id, first]) => id === wanted && isTrue(textOf(first!)))
  }

  private sizeText(): string {
    const { columns, rows } = this.board
    return columns === rows ? String(columns) : `${columns}:${rows}`
  }

  /** Whether a value would be read as the size of the board, even if it is odd or the default. */
  private isSize(text: string): boolean {
    const { game, columns, rows } = this.board
    const size = parseSize(text) ?? USUAL_SIZE[game]
    return size.columns === columns && size.rows === rows
  }

  private putProperties(prefix: string, properties: readonly WrittenProperty[]): void {
    if (properties.length === 0) this.put(prefix)
    let before = prefix
    for (const { id, values } of properties) {
      const text = values.map((value) => (typeof value === 'string' ? `[${value}]` : this.bytesText(id, value)))
      if (text.every((value) => typeof value === 'string')) this.put(`${before}${id}${text.join('')}`)
      else for (const piece of [`${before}${id}`, ...text.flat()]) this.putRaw(piece)
      before = ''
    }
  }

  /** Bytes that are not text are written unchanged if the encoding is still the same and the value still closes. */
  private bytesText(property: string, value: Exclude<NativeValue, string>): string | Piece[] {
    const bytes = fromBase64(value.base64)
    const closed = Uint8Array.of(...bytes, CLOSE_VALUE)
    const isClosed = valueEnd(closed, 0, closed.length, leadBytesOf(this.encoding)) === bytes.length
    if (value.encoding === this.encoding && isClosed) return ['[', bytes, ']']
    this.issues.add('sgf/bytes-as-text', 'warning', { property })
    return `[${closedText(textOf(value))}]`
  }

  /** Writes text that must stay together, on a new line if this one is full. */
  private put(text: string): void {
    if (this.column > 0 && this.column + text.length > LINE_LENGTH) this.breakLine()
    this.putRaw(text)
  }

  private putRaw(piece: Piece): void {
    this.written.push(piece)
    if (typeof piece === 'string' ? piece.includes('\r') : piece.includes(0x0d)) this.hasReturns = true
    const lastBreak = typeof piece === 'string' ? piece.lastIndexOf('\n') : -1
    this.column = lastBreak < 0 ? this.column + piece.length : piece.length - lastBreak - 1
  }

  private breakLine(): void {
    if (this.column > 0) this.putRaw(this.context.lineBreak)
    this.column = 0
  }
}

/** Text that can stand between brackets as it is; one that cannot is escaped as a whole. */
function closedText(text: string): string {
  return isClosedValue(text) ? text : escapeText(text)
}

/** Whether a node holds nothing but a move. */
function isBare(node: MoveNode): boolean {
  for (const key in node) {
    if (key === 'parent' || key === 'move') continue
    const isOwn = key === 'native' && Object.keys(node.native!).every((id) => id === NATIVE_ID)
    if (!isOwn) return false
  }
  return true
}

function countChildren(nodes: readonly MoveNode[]): Uint32Array {
  const counts = new Uint32Array(nodes.length)
  for (let index = 1; index < nodes.length; index++) counts[nodes[index]!.parent]!++
  return counts
}
