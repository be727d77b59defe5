/** Reads material as people write it; docs/patterns.md says how. Errors name the character at which they begin, from 1. */
import { PositionError } from '../../issues/errors.ts'
import type { Game } from '../../model/record.ts'
import { hasStones, MEN } from '../../positions/main-line.ts'
import type { Material, MaterialSum } from './material.ts'
import { manOf } from './pattern.ts'
import { PAWN_KINDS, type PawnCount, type PawnKind } from './pawns.ts'

/** More men of a kind than any board has. */
const MANY = 255

/** Points of the men of chess by their letters, for differences. */
const POINTS: Record<string, number> = { P: 1, N: 3, B: 3, R: 5, Q: 9 }

/** Reads material. Throws PositionError. */
export function parseMaterial(game: Game, text: string): Material {
  if (hasStones(game)) throw new PositionError('material/game', { game })
  if (text.trim() === '') throw new PositionError('material/empty', {})
  const [, before = '', letters] = /^(\s*)([A-Za-z]+)\s*$/.exec(text) ?? []
  if (letters !== undefined && !pawnKindOf(letters)) return { game, ways: [exactly(game, letters, before.length + 1)] }
  return parseConditions(game, text)
}

/** Sums that say exactly these men, of which the first stands at a character of the text. */
function exactly(game: Game, letters: string, at: number): MaterialSum[] {
  const counts = new Array<number>(MEN[game].length + 1).fill(0)
  for (const [index, letter] of [...letters].entries()) {
    const man = manOf(game, letter)
    if (man === 0) throw new PositionError('pattern/piece', { sign: letter, game, at: at + index })
    counts[man]!++
  }
  return counts
    .slice(1)
    .map((count, index) => ({ weights: weightsOf(game, [[index + 1, 1]]), least: count, most: count }))
}

function weightsOf(game: Game, men: readonly (readonly [man: number, weight: number])[]): number[] {
  const weights = new Array<number>(MEN[game].length + 1).fill(0)
  for (const [man, weight] of men) weights[man] = weight
  return weights
}

/** Conditions one after the other: `R>=1 minor=2 vs q`. */
function parseConditions(game: Game, text: string): Material {
  const [one, other, ...more] = text.split(/\bvs\b/)
  if (more.length > 0) throw new PositionError('material/condition', { at: text.lastIndexOf('vs') + 1 })
  const material: Material = { game, ways: [] }
  const pawns: PawnCount[][] = []
  if (other === undefined) {
    const own: PawnCount[] = []
    material.ways = [parseSums(game, text, 1, undefined, material, own)]
    pawns.push(own)
  } else {
    const start = text.length - other.length + 1
    material.ways = ([1, 2] as const).map((colour) => {
      const own: PawnCount[] = []
      pawns.push(own)
      return [
        ...parseSums(game, one!, 1, colour, material, own),
        ...parseSums(game, other, start, colour === 1 ? 2 : 1, material, own),
      ]
    })
  }
  if (pawns.some((own) => own.length > 0)) material.pawns = pawns
  return material
}

/**
 * @param colour whose men all letters mean; undefined where capitals mean those of colour 1 and small letters those of
 *   colour 2
 * @param pawns gets the pawns that are asked for
 */
function parseSums(
  game: Game,
  text: string,
  at: number,
  colour: 1 | 2 | undefined,
  material: Material,
  pawns: PawnCount[],
): MaterialSum[] {
  const sums: MaterialSum[] = []
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const place = at + index
    const bishops = /^bishops=(same|opposite)$/.exec(word)?.[1]
    const lasting = /^for=(\d{1,3})$/.exec(word)?.[1]
    if (bishops !== undefined) {
      if (game !== 'chess') throw new PositionError('material/condition', { at: place })
      material.bishops = bishops as 'same' | 'opposite'
    } else if (lasting !== undefined) {
      material.lasting = Math.max(1, Number(lasting))
    } else {
      const { name, least, most } = parseCount(word, place)
      const kind = game === 'chess' ? pawnKindOf(name) : undefined
      if (kind) {
        pawns.push({ kind, colour: colour ?? (/^[A-Z]/.test(name) ? 1 : 2), least, most })
        continue
      }
      const men = menNamed(game, name, colour)
      if (!men) throw new PositionError('pattern/piece', { sign: name, game, at: place })
      sums.push({ weights: weightsOf(game, men), least, most })
    }
  }
  return sums
}

/** The kind of pawns that a word names. */
function pawnKindOf(name: string): PawnKind | undefined {
  return PAWN_KINDS.find((kind) => kind === name.toLowerCase())
}

/** A name and the numbers between which its count has to be. */
function parseCount(word: string, at: number): { name: string; least: number; most: number } {
  const [, name = '', sign = '', low = '', dash = '', high = ''] =
    /^([A-Za-z]+?)(>=|<=|=)?(-?\d{1,3})?(?:(\.\.|-)(-?\d{1,3}))?$/.exec(word) ?? []
  // A sign needs a number behind it.
  if (name === '' || (low === '' && (sign !== '' || dash !== ''))) throw new PositionError('material/condition', { at })
  // A name alone is one or more.
  if (low === '') return { name, least: 1, most: MANY }
  if (dash !== '') return { name, least: Number(low), most: Number(high) }
  const count = Number(low)
  return { name, least: sign === '<=' ? -MANY : count, most: sign === '>=' ? MANY : count }
}

/** The men that a name means, with their weights; undefined when it means none. */
function menNamed(game: Game, name: string, colour: 1 | 2 | undefined): [man: number, weight: number][] | undefined {
  const letters = [...MEN[game]]
  const half = letters.length / 2
  const ownedBy = (letter: string, side: 1 | 2): number =>
    manOf(game, side === 1 ? letter.toUpperCase() : letter.toLowerCase())
  if (name.length === 1) {
    const man = colour === undefined ? manOf(game, name) : ownedBy(name, colour)
    return man === 0 ? undefined : [[man, 1]]
  }
  const side = colour ?? (/^[A-Z]/.test(name) ? 1 : 2)
  switch (name.toLowerCase()) {
    case 'minor':
      return game === 'chess' ? ['N', 'B'].map((letter) => [ownedBy(letter, side), 1]) : undefined
    case 'men':
      return letters.slice(0, half).map((letter) => [ownedBy(letter, side), 1])
    case 'points':
      return game === 'chess'
        ? Object.entries(POINTS).map(([letter, points]) => [ownedBy(letter, side), points])
        : undefined
    case 'diff':
      if (game !== 'chess') return undefined
      return Object.entries(POINTS).flatMap(([letter, points]): [number, number][] => [
        [ownedBy(letter, side), points],
        [ownedBy(letter, side === 1 ? 2 : 1), -points],
      ])
    default:
      return undefined
  }
}
