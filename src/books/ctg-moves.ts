/**
 * The bytes that stand for moves in CTG books: docs/books.md, CTG. They are known from ctgreader (MIT licence,
 * copyright (c) 2016 Shivkumar Shivaji), after Stephan Vermeire; here they are ordered by piece.
 */

/** What a byte stands for: which piece of its kind, and how far it goes, counted around the edge of the board. */
export interface CtgStep {
  /** The letter of the kind. */
  kind: string
  /** Which of the pieces of the kind, counted from 1 over a1, a2 ... h8. */
  number: number
  forward: number
  right: number
}

export const CASTLE_SHORT = 107
export const CASTLE_LONG = 246

/** For each kind the moves that have a byte: number, steps forward, steps to the right, and the byte in hexadecimal. */
const MOVES: Readonly<Record<string, string>> = {
  P: `
    110ec 1118b 1170c 120db 21004 21196 217d1 22062 31055 3117c 31727 3209b 410cf 411eb 41706 420e6
    510bb 51100 517de 5205f 610cb 6112d 61782 620b1 71018 7115c 717c7 720c8 810a3 81114 81724 8204a`,
  N: `
    11236 116f7 12134 12785 1618a 167da 172e9 1760f 212d2 216d3 2214c 227f3 2612a 26730 272e0 27601`,
  B: `
    1112e 1171b 122c1 126c3 1330d 13566 1446a 1533c 15515 162b2 1663a 17126 17712 211f5 21754 222c2
    22622 233b9 235ca 2449f 253cc 25532 26279 26609 27172 2771d`,
  R: `
    1017f 102cd 10398 104ef 1056e 10652 10786 11081 120e8 1307a 14099 15087 16050 170e1 201c4 202a9
    2030e 204ad 205b5 206d8 20721 2107d 220f4 230e3 240c5 250a5 2607b 27069`,
  Q: `
    1012f 10274 10331 104e5 10539 10629 1078f 11005 111f1 117d7 1209d 122a2 126d9 13094 13345 1357e
    14037 144e7 150b7 1534b 15528 1609a 16280 16661 170fd 17142 177ed 201f8 20203 203fa 20408 205bc
    207f0 2104d 21192 217ee 220bd 222fb 2268e 230a0 233ae 235fe 240b0 24438 250c6 2533b 25541 2601a
    260f9 262ab 26623 270c9 27163 2776f`,
  K: `
    101be 10797 11013 11167 117df 1700a 17144 1778c`,
}

/** What each byte stands for; undefined for castling and for bytes without a meaning. */
export const CTG_STEPS: readonly (CtgStep | undefined)[] = makeSteps()

function makeSteps(): (CtgStep | undefined)[] {
  const steps = new Array<CtgStep | undefined>(256).fill(undefined)
  for (const [kind, rows] of Object.entries(MOVES)) {
    for (const row of rows.trim().split(/\s+/)) {
      const [number, forward, right] = Array.from(row.slice(0, 3), Number) as [number, number, number]
      steps[Number.parseInt(row.slice(3), 16)] = { kind, number, forward, right }
    }
  }
  return steps
}
