/** Which games of a block can show a pattern at all, by the signatures of their main lines (positions/segment/segment-signatures.ts). */
import { USUAL_SIZE } from '../../model/record.ts'
import { MEN } from '../../positions/main-line.ts'
import type { Pattern } from '../question/pattern.ts'
import { placePattern } from '../question/placed.ts'

/** Looks at the signatures of blocks for the men of a pattern. */
export class Candidates {
  /** Games 0 to 31 of the block looked at last, and games 32 to 63, a bit each. */
  low = 0
  high = 0
  /** For each image, for each of its squares that is not empty, the places of the men that may stand there. */
  private readonly images: Uint32Array[][]

  private constructor(images: Uint32Array[][]) {
    this.images = images
  }

  /**
   * What to look for; undefined where an image asks for empty squares alone, which every game may have, and where the
   * pattern has none on the usual board: signatures say nothing of other boards.
   */
  static of(pattern: Pattern): Candidates | undefined {
    const { columns, rows } = USUAL_SIZE[pattern.game]
    const men = MEN[pattern.game].length
    const images = placePattern(pattern, columns, rows).map(({ squares, allowed }) => {
      const wanted: Uint32Array[] = []
      for (const [index, square] of squares.entries()) {
        const bits = allowed[index]!
        if (bits & 1) continue
        const places = Array.from({ length: men }, (_, man) => man).filter((man) => (bits >> (man + 1)) & 1)
        wanted.push(Uint32Array.from(places, (man) => (square * men + man) * 2))
      }
      return wanted
    })
    return images.length === 0 || images.some((wanted) => wanted.length === 0) ? undefined : new Candidates(images)
  }

  /** Finds the games of a block in which all men of an image stood on their squares, at whatever time. */
  look(signature: Uint32Array): void {
    let low = 0
    let high = 0
    for (const wanted of this.images) {
      let [one, other] = [-1, -1]
      for (const places of wanted) {
        let [any, more] = [0, 0]
        for (let index = 0; index < places.length; index++) {
          const place = places[index]!
          any |= signature[place]!
          more |= signature[place + 1]!
        }
        one &= any
        other &= more
        if ((one | other) === 0) break
      }
      low |= one
      high |= other
    }
    this.low = low
    this.high = high
  }
}
