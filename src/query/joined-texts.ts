/** Many texts that are searched together: one search through a long text takes less time than one through each of many. */
import { foldWords } from './fold.ts'
import { foldFor, heldWords, makeTextTest, type TextKind } from './text.ts'

/** No folded text has one. */
const SEPARATOR = '\n'

/** Folded texts of one kind, joined. */
export class JoinedTexts {
  private readonly kind: TextKind
  private readonly joined: string
  /** Where each text begins, and where one more would. */
  private readonly starts: Uint32Array

  constructor(kind: TextKind, texts: readonly string[]) {
    const folded = texts.map((text) => foldFor(kind, text))
    this.kind = kind
    this.joined = folded.join(SEPARATOR)
    this.starts = new Uint32Array(folded.length + 1)
    for (const [index, { length }] of folded.entries()) {
      this.starts[index + 1] = this.starts[index]! + length + SEPARATOR.length
    }
  }

  /** Tells the places of the texts that match what was typed, some more than once. */
  eachMatch(wanted: string, take: (place: number) => void): void {
    const { joined, starts } = this
    const matches = makeTextTest(this.kind, wanted)
    // Initials stand for words only beside a word that is there, so that one of them is in every text that matches.
    for (const word of heldWords(foldWords(wanted))) {
      let place = 0
      for (let at = joined.indexOf(word); at >= 0; at = joined.indexOf(word, starts[place])) {
        while (starts[place + 1]! <= at) place++
        if (matches(joined.slice(starts[place], starts[place + 1]! - SEPARATOR.length))) take(place)
        place++
      }
    }
  }
}
