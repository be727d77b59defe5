/** Random wei7 documents that keep every constraint of the specification and use every construct. */
import type { Colour } from '../../src/model/move.ts'
import { makePass, makePlacement } from '../../src/model/move.ts'
import { go, type GoPosition } from '../../src/rules/go/index.ts'
import { randomInt } from './random.ts'

type Random = () => number
type Object = Record<string, unknown>

/** Kinds of documents: a tree of moves alone, a live timeline, or both mixed. */
export type DocumentKind = 'tree' | 'timeline' | 'mixed'

/** A document with its random choices. The size may be a rectangle of up to `maxSide`. */
export function randomDocument(random: Random, kind: DocumentKind, maxSide = 19): Object {
  return new DocumentMaker(random, kind, maxSide).make()
}

const SYMBOLS = 'azAZ09@#$%&*?'
const TEXTS = ['围棋', 'a\nb', 'quotes " and \\', ']:;', '  spaces ', '😀', 'x: y', 'Aji']

interface Line {
  positions: GoPosition[]
  isBegun: boolean
}

class DocumentMaker {
  private readonly random: Random
  private readonly kind: DocumentKind
  private readonly columns: number
  private readonly rows: number
  private readonly participants: number
  /** Trees still to be made, so that the document does not grow without end. */
  private left = 12

  constructor(random: Random, kind: DocumentKind, maxSide: number) {
    this.random = random
    this.kind = kind
    this.columns = 2 + this.below(maxSide - 1)
    this.rows = this.chance(3) ? this.columns : 2 + this.below(maxSide - 1)
    this.participants = kind === 'tree' ? this.below(4) : 1 + this.below(4)
  }

  make(): Object {
    const { columns, rows } = this
    const position = go.start({ size: { columns, rows } })
    const document: Object = { format: 'wei7', version: '3.0' }
    if (columns !== 19 || rows !== 19 || this.chance(2)) {
      document['size'] = columns === rows && this.chance(2) ? columns : { width: columns, height: rows }
    }
    if (this.participants > 0 || this.chance(2)) document['info'] = this.info()
    document['tree'] = this.tree({ positions: [position], isBegun: false }, true)
    return document
  }

  private below(limit: number): number {
    return randomInt(this.random, limit)
  }

  /** True one time in so many. */
  private chance(times: number): boolean {
    return this.below(times) === 0
  }

  private text(): string {
    return TEXTS[this.below(TEXTS.length)]!
  }

  private line(): string {
    return this.text().replaceAll('\n', ' ')
  }

  private info(): Object {
    const info: Object = {}
    for (const key of ['domain', 'id', 'name', 'place']) if (this.chance(2)) info[key] = this.line()
    if (this.chance(2)) info['rules'] = this.rules()
    if (this.chance(2)) {
      info['time'] = ['2013-03-06T10:10Z', '2012-02-29T23:59:59Z', '2011-09-05T18:35:19.5822023Z'][this.below(3)]
    }
    if (this.participants > 0 || this.chance(4)) {
      info['participants'] = Array.from({ length: this.participants }, () => {
        const participant: Object = {}
        for (const key of ['domain', 'id', 'name', 'title', 'rank']) if (this.chance(3)) participant[key] = this.line()
        return participant
      })
    }
    if (this.chance(2)) info['players'] = this.players()
    if (this.chance(2)) info['result'] = this.result()
    return info
  }

  private rules(): Object {
    const rules: Object = {}
    const type = (['Chinese', 'Japanese', 'Korean'] as const)[this.below(3)]!
    if (this.chance(2)) rules['type'] = type
    if (this.chance(2)) rules['scoring'] = type === 'Chinese' ? 'area' : 'territory'
    if (this.chance(2)) rules['komi'] = this.below(20) / 2
    return rules
  }

  private players(): Object[] {
    const order = Array.from({ length: this.participants }, (_, index) => index)
    if (this.chance(2)) order.reverse()
    return order
      .filter(() => !this.chance(3))
      .map((participant) => (this.chance(4) ? { participant } : { participant, color: this.colour() }))
  }

  private result(): Object {
    if (this.chance(4)) return { winner: null }
    const winner = this.colour()
    return this.chance(2) ? { winner } : { winner, margin: (1 + this.below(1023)) / 2 }
  }

  private colour(): Colour {
    return (1 + this.below(2)) as Colour
  }

  private point(square: number): Object {
    return { x: square % this.columns, y: Math.floor(square / this.columns) }
  }

  private tree(line: Line, isRoot = false): Object {
    this.left--
    const tree: Object = {}
    if (this.chance(3)) tree['title'] = this.chance(8) ? '' : this.text()
    if (this.chance(isRoot ? 2 : 3)) tree['pre'] = this.pre(line)
    if (!this.chance(4)) tree['steps'] = this.steps(line)
    const count = this.left > 0 ? this.below(4) : 0
    if (count > 0) tree['branches'] = this.branches(line, count)
    else if (this.chance(10)) tree['branches'] = []
    return tree
  }

  private branches(line: Line, count: number): Object[] {
    return Array.from({ length: count }, () =>
      this.tree({ positions: line.positions.map((position) => position.clone()), isBegun: line.isBegun }),
    )
  }

  private pre(line: Line): Object {
    const pre: Object = {}
    if (!line.isBegun && this.chance(2)) {
      pre['stones'] = this.stones(line.positions[0]!)
      line.isBegun = (pre['stones'] as unknown[]).length > 0
    } else if (this.chance(8)) pre['stones'] = []
    if (this.chance(3)) pre['problem'] = { color: this.colour() }
    if (this.chance(2)) pre['marks'] = this.marks()
    if (this.chance(2)) pre['comment'] = this.chance(6) ? '' : this.text()
    return pre
  }

  /** Stones apart from one another, so that each has a liberty. */
  private stones(position: GoPosition): Object[] {
    const stones: Object[] = []
    for (let square = this.below(3); square < this.columns * this.rows; square += 2 + this.below(9)) {
      const [x, y] = [square % this.columns, Math.floor(square / this.columns)]
      if ((x + y) % 2 === 1) continue
      const color = this.colour()
      position.set(square, color)
      stones.push({ color, point: this.point(square) })
    }
    return stones
  }

  private marks(): Object[] {
    const squares = new Set(Array.from({ length: this.below(4) }, () => this.below(this.columns * this.rows)))
    return [...squares].map((square) => this.mark(square))
  }

  private mark(square: number): Object {
    return { point: this.point(square), symbol: SYMBOLS[this.below(SYMBOLS.length)] }
  }

  private steps(line: Line): Object[] {
    const steps: Object[] = []
    let time = 0
    for (let count = this.below(12); count > 0; count--) {
      const isLive = this.kind === 'timeline' || (this.kind === 'mixed' && this.chance(4))
      const action = isLive && this.chance(2) ? this.liveAction(line) : this.move(line)
      if (!action) continue
      const step: Object = { action }
      if (isLive && this.chance(2)) step['time'] = time += this.below(1000) / 8
      if (isLive && !this.chance(5)) step['actor'] = this.below(this.participants)
      if (this.chance(5)) step['marks'] = this.marks()
      if (this.chance(4)) step['comment'] = this.chance(6) ? '' : this.text()
      steps.push(step)
    }
    return steps
  }

  private liveAction(line: Line): Object | undefined {
    const kind = this.below(4)
    if (kind === 0) return { type: 'message', value: this.text() }
    if (kind === 1) return { type: 'mark', value: this.mark(this.below(this.columns * this.rows)) }
    if (kind === 2) return { type: 'result', value: this.result() }
    const made = line.positions.length - 1
    if (made === 0) return undefined
    const value = 1 + this.below(Math.min(made, 3))
    line.positions.length -= value
    return { type: 'takeback', value }
  }

  private move(line: Line): Object | undefined {
    const position = line.positions[line.positions.length - 1]!.clone()
    const color = this.chance(6) ? this.colour() : position.turn
    const value: Object = { color, point: null }
    if (this.chance(12)) position.play(makePass(color))
    else {
      const square = this.below(this.columns * this.rows)
      if (position.stoneAt(square) !== 0) return undefined
      value['point'] = this.point(square)
      position.play(makePlacement(square, color))
    }
    line.positions.push(position)
    line.isBegun = true
    if (this.chance(4)) value['evaluation'] = ['good', 'bad', 'trick', 'controversial'][this.below(4)]
    if (this.chance(8)) value['problem'] = { color: this.colour() }
    return { type: 'move', value }
  }
}
