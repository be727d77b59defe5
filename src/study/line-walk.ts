/**
 * Walks through games that reached a position: how they came to it, what was played then, where the men stood some moves
 * later, and what was left at the end.
 */
import type { Colour, Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import { MEN } from '../positions/main-line.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position, Rules } from '../rules/rules.ts'
import { inverseSymmetry, transformMove, transformSquare } from '../rules/symmetry.ts'
import { PositionCounts, type CountedGame } from '../repertoire/position-counts.ts'
import { addPoints, emptyScore, shareOf, type Score } from '../repertoire/scores.ts'

/** Where a man of one side came to stand. */
export interface Placement {
  /** The letter of the man, a capital one for colour 1 in chess and xiangqi; `1` or `2` for stones. */
  man: string
  square: string
  /** The share of the games, from 0 to 1, and the points of that side in them. */
  share: number
  score?: number
}

/** Typical plans: what had changed some plies later. */
export interface Plans {
  plies: number
  /** Games that lasted so long. */
  games: number
  placements: { colour: Colour; list: Placement[] }[]
  /** The share of the games in which both sides had fewer of a man, by its small letter; pawns left out; none in games of stones. */
  exchanged: { man: string; share: number }[]
}

/** What was left at the end of games. */
export interface Ending extends Score {
  /** The men but kings, those of colour 1 first: `RP v BP`; many of one kind are told once. */
  material: string
  score?: number
}

/** Plies after which plans are looked at. */
const PLAN_PLIES = 20
const PLACEMENTS = 10
/** Plies after which a game is not expected to come to the position. */
const LATEST = 120
/** Men but pawns and kings that a side has at most in an ending. */
const ENDING_MEN: Readonly<Partial<Record<Game, number>>> = { chess: 2, xiangqi: 2 }
/** Men that do not tell what an ending is: kings, and the defenders of xiangqi. */
const UNTOLD: Readonly<Partial<Record<Game, string>>> = { chess: 'k', xiangqi: 'kab' }

/** Men in the order in which an ending names them. */
const STRENGTH = 'QRBNC'

/** Counts of the games that reached a position. */
export class LineWalk {
  readonly counts: PositionCounts
  /** Games in which the position was found. */
  games = 0
  private readonly game: Game
  private readonly rules: Rules
  private readonly asked: Position
  private readonly depth: number
  private readonly key: number
  private readonly symmetry: number
  private readonly position: Position
  private readonly byOrder = new Map<string, { line: Move[]; games: number }>()
  private readonly byMaterial = new Map<string, Score>()
  private readonly placed = new Map<number, Score>()
  private readonly before: string[]
  private readonly exchanges = new Map<string, number>()
  private planned = 0
  private plies = 0

  constructor(game: Game, position: Position, recentFrom: number, depth: number) {
    this.game = game
    this.rules = rulesOf(game)
    this.asked = position
    this.depth = depth
    this.counts = new PositionCounts(game, recentFrom)
    const { key, symmetry } = this.counts.keyOf(position)
    this.key = key
    this.symmetry = symmetry
    this.position = this.rules.start()
    this.before = piecesOf(position)
  }

  /** Walks through a game from the usual start. */
  add(moves: readonly Move[], game: CountedGame): void {
    const { rules, position } = this
    let played = 0
    let symmetry = -1
    for (; played <= Math.min(moves.length, LATEST); played++) {
      const found = this.counts.keyOf(position)
      if (found.key === this.key) {
        symmetry = found.symmetry
        break
      }
      if (played === moves.length) break
      rules.play(position, moves[played]!)
    }
    if (symmetry >= 0) {
      this.games++
      this.plies += moves.length
      this.countOrder(moves.slice(0, played), symmetry)
      const from = played
      for (; played <= moves.length; played++) {
        const ply = played - from
        if (ply <= this.depth) this.counts.add(position, moves[played], game)
        if (ply === PLAN_PLIES) this.countPlans(symmetry, game)
        if (played === moves.length) break
        rules.play(position, moves[played]!)
      }
      this.countEnding(game)
    }
    while (position.ply > 0) rules.undo(position)
  }

  /** Counts how a game came to the position, turned as the position that was asked for. */
  private countOrder(moves: readonly Move[], symmetry: number): void {
    const { columns, rows } = this.asked
    const back = inverseSymmetry(this.symmetry)
    const line = this.rules.canonicalKey
      ? moves.map((move) => transformMove(transformMove(move, symmetry, columns, rows), back, columns, rows))
      : moves
    if (line.length === 0) return
    const text = line.join(' ')
    const order = this.byOrder.get(text)
    if (order) order.games++
    else this.byOrder.set(text, { line: [...line], games: 1 })
  }

  private countPlans(symmetry: number, { points }: CountedGame): void {
    const { columns, rows } = this.asked
    const back = inverseSymmetry(this.symmetry)
    this.planned++
    const men = MEN[this.game]
    const left = new Map<string, number>()
    for (let square = 0; square < columns * rows; square++) {
      const piece = this.position.pieceAt(square)
      if (piece === '') continue
      left.set(piece, (left.get(piece) ?? 0) + 1)
      const own = this.rules.canonicalKey
        ? transformSquare(transformSquare(square, symmetry, columns, rows), back, columns, rows)
        : square
      if (this.before[own] === piece) continue
      const number = own * men.length + men.indexOf(piece)
      const score = this.placed.get(number) ?? emptyScore()
      this.placed.set(number, score)
      addPoints(score, points)
    }
    for (const man of new Set(men.toLowerCase())) {
      if ('kp12'.includes(man)) continue
      const isFewer = (piece: string) => (left.get(piece) ?? 0) < this.before.filter((one) => one === piece).length
      if (isFewer(man) && isFewer(man.toUpperCase())) this.exchanges.set(man, (this.exchanges.get(man) ?? 0) + 1)
    }
  }

  private countEnding({ points }: CountedGame): void {
    const most = ENDING_MEN[this.game]
    if (most === undefined) return
    const untold = UNTOLD[this.game]!
    const sides: string[][] = [[], []]
    for (const piece of piecesOf(this.position)) {
      if (piece === '' || untold.includes(piece.toLowerCase())) continue
      sides[piece === piece.toUpperCase() ? 0 : 1]!.push(piece.toUpperCase())
    }
    if (sides.some((men) => men.filter((man) => man !== 'P').length > most)) return
    const told = sides.map((men) => {
      const pieces = men
        .filter((man) => man !== 'P')
        .sort((one, other) => STRENGTH.indexOf(one) - STRENGTH.indexOf(other))
      return `${pieces.join('')}${men.includes('P') ? 'P' : ''}` || '–'
    })
    const material = told.join(' v ')
    const score = this.byMaterial.get(material) ?? emptyScore()
    this.byMaterial.set(material, score)
    addPoints(score, points)
  }

  /** The orders of moves in which games came to the position, the most frequent first; none of the start. */
  orders(most: number): { line: Move[]; games: number }[] {
    return [...this.byOrder.values()].sort((left, right) => right.games - left.games).slice(0, most)
  }

  /** What had changed some plies later; undefined if no game lasted so long. */
  plans(): Plans | undefined {
    if (this.planned === 0) return undefined
    const men = MEN[this.game]
    const all = [...this.placed]
      .map(([number, score]) => ({ number, score, man: men[number % men.length]! }))
      .sort((left, right) => right.score.games - left.score.games || left.number - right.number)
    const placements = ([1, 2] as const).map((colour) => ({
      colour,
      list: all
        .filter(({ man }) => colourOf(man) === colour)
        .slice(0, PLACEMENTS)
        .map(({ number, score, man }): Placement => {
          const first = shareOf(score)
          return {
            man,
            square: this.rules.formatSquare(this.asked, Math.floor(number / men.length)),
            share: score.games / this.planned,
            ...(first !== undefined && { score: colour === 1 ? first : 1 - first }),
          }
        }),
    }))
    const exchanged = [...this.exchanges]
      .sort(([, left], [, right]) => right - left)
      .map(([man, games]) => ({ man, share: games / this.planned }))
    return { plies: PLAN_PLIES, games: this.planned, placements, exchanged }
  }

  /** What was left at the end of the games that came to an ending, the most frequent first. */
  endings(most: number): Ending[] {
    return [...this.byMaterial]
      .sort(([one, left], [other, right]) => right.games - left.games || (one < other ? -1 : 1))
      .slice(0, most)
      .map(([material, score]) => {
        const share = shareOf(score)
        return { material, ...score, ...(share !== undefined && { score: share }) }
      })
  }

  /** Plies of a game on average. */
  get meanPlies(): number | undefined {
    return this.games === 0 ? undefined : Math.round(this.plies / this.games)
  }
}

function piecesOf(position: Position): string[] {
  return Array.from({ length: position.columns * position.rows }, (_, square) => position.pieceAt(square))
}

/** The colour of a man by its letter. */
function colourOf(man: string): Colour {
  if (man === '1') return 1
  return man !== '2' && man === man.toUpperCase() ? 1 : 2
}
