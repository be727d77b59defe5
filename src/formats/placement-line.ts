/** Main lines of Go and Othello for the fast path, taken from records or filled move by move. */
import { PositionError } from '../issues/errors.ts'
import type { Game, GameRecord, Header } from '../model/record.ts'
import { mainLine } from '../model/tree.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'
import type { ScannedGame } from './format.ts'

/**
 * A main line. Its keys are computed on demand. Every move is played, whatever is on its point, as Go programs do, so
 * only an unreadable move ends a line early.
 */
export class PlacementLine implements ScannedGame {
  index = 0
  game: Game = 'go'
  setup: string | undefined
  readonly variant = undefined
  declare size?: { columns: number; rows: number }
  moves = new Int32Array(512)
  length = 0
  damaged = false
  header: () => Header = () => ({ players: [], result: { outcome: 'unfinished' } })
  private keysMade = new Uint32Array(0)
  private hasKeys = false

  get keys(): Uint32Array {
    if (!this.hasKeys) this.makeKeys()
    return this.keysMade
  }

  /** Clears the line. */
  begin(index: number): void {
    this.index = index
    this.game = 'go'
    this.setup = undefined
    this.length = 0
    this.damaged = false
    this.hasKeys = false
    delete this.size
  }

  add(move: number): void {
    if (this.length === this.moves.length) this.grow()
    this.moves[this.length++] = move
  }

  /** Makes room for more moves. */
  grow(): Int32Array<ArrayBuffer> {
    const larger = new Int32Array(this.moves.length * 2)
    larger.set(this.moves)
    this.moves = larger
    return larger
  }

  /** Copies the main line of a record; its start includes everything set up before the first move. */
  take(record: GameRecord): void {
    const rules = rulesOf(record.game)
    const position = rules.start(record)
    const usual = rules.format(position)
    this.game = record.game
    if (record.size) this.size = record.size
    for (const index of [0, ...mainLine(record.nodes)]) {
      const { edits, turn, move, unread } = record.nodes[index]!
      const changes = edits !== undefined || turn !== undefined
      if (unread || (changes && this.length > 0)) {
        this.damaged = true
        break
      }
      if (changes) rules.edit!(position, edits ?? [], turn)
      if (move !== undefined) this.add(move)
    }
    const start = rules.format(position)
    if (record.setup !== undefined || start !== usual) this.setup = start
    if (!this.canStart()) {
      this.setup = undefined
      this.length = 0
      this.damaged = true
    }
  }

  /** Whether the rules accept the start: records may set up impossible positions. */
  private canStart(): boolean {
    try {
      this.start()
      return true
    } catch (error) {
      if (error instanceof PositionError) return false
      throw error
    }
  }

  private start(): Position {
    return rulesOf(this.game).start({
      ...(this.setup !== undefined && { setup: this.setup }),
      ...(this.size !== undefined && { size: this.size }),
    })
  }

  private makeKeys(): void {
    const needed = (this.length + 1) * 2
    if (this.keysMade.length < needed) this.keysMade = new Uint32Array(Math.max(needed, 1024))
    const rules = rulesOf(this.game)
    const position = this.start()
    rules.key(position, this.keysMade, 0)
    for (let ply = 0; ply < this.length; ply++) {
      rules.play(position, this.moves[ply]!)
      rules.key(position, this.keysMade, (ply + 1) * 2)
    }
    this.hasKeys = true
  }
}
