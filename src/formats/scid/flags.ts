/** Flags of games: docs/formats/scid.md, Flags. */

/** Bits that follow from the game itself. */
export const FLAG = { ownStart: 1, promotion: 2, underpromotion: 4, deleted: 8 } as const

/** The flags that people set, from bit 3 on, as Scid and the tag `ScidFlags` write them. */
const LETTERS = 'DWBMENPTKQ!?U123456'
const FIRST_BIT = 3

/** The flags that have a name of their own in each database. */
export const CUSTOM_FLAGS = ['1', '2', '3', '4', '5', '6'] as const

/** The letters of the flags that people set, the deleted mark left out. */
export function flagLetters(flags: number): string {
  if (flags < 1 << (FIRST_BIT + 1)) return ''
  let letters = ''
  for (let index = 1; index < LETTERS.length; index++) {
    if ((flags & (1 << (FIRST_BIT + index))) !== 0) letters += LETTERS[index]!
  }
  return letters
}

/** The bits of letters; undefined when one of them is not a flag. */
export function flagBits(letters: string): number | undefined {
  let flags = 0
  for (const letter of letters) {
    const index = LETTERS.indexOf(letter)
    if (index < 0) return undefined
    flags |= 1 << (FIRST_BIT + index)
  }
  return flags
}
