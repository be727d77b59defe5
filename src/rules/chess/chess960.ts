/**
 * The 960 start positions in Reinhard Scharnagl's numbering: first the two bishops, then the queen and the two knights
 * on the remaining squares, and finally rook, king, rook. The standard start position is 518.
 */

/** Columns of the two knights among the five that bishops and queen leave, by the last part of the number. */
const KNIGHTS = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 4],
  [1, 2],
  [1, 3],
  [1, 4],
  [2, 3],
  [2, 4],
  [3, 4],
] as const

/** FEN of the start position with a number from 0 to 959. Throws TypeError for any other number. */
export function chess960Start(number: number): string {
  const row = backRowOf(number)
  return `${row.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${row} w KQkq - 0 1`
}

/** Every back row with its number, made when first asked for. */
let numbers: ReadonlyMap<string, number> | undefined

/** The number of a back row such as `RNBQKBNR`; undefined when it is none of the 960. */
export function chess960Number(backRow: string): number | undefined {
  numbers ??= new Map(Array.from({ length: 960 }, (_, number) => [backRowOf(number), number]))
  return numbers.get(backRow)
}

function backRowOf(number: number): string {
  if (!Number.isInteger(number) || number < 0 || number > 959) throw new TypeError(`no Chess960 start ${number}`)
  const row: string[] = Array.from({ length: 8 }, () => '')
  const put = (piece: string, place: number) => {
    const free = row.flatMap((taken, column) => (taken === '' ? [column] : []))
    row[free[place]!] = piece
  }
  row[(number % 4) * 2 + 1] = 'B'
  row[(Math.floor(number / 4) % 4) * 2] = 'B'
  put('Q', Math.floor(number / 16) % 6)
  const [first, second] = KNIGHTS[Math.floor(number / 96)]!
  put('N', first)
  put('N', second - 1)
  for (const piece of 'RKR') put(piece, 0)
  return row.join('')
}
