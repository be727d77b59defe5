/**
 * Pieces of xiangqi. Their characters are drawn stroke by stroke in a square
 * of 100 units, so that they look the same where no Chinese font is installed.
 */

const SCHOLAR = 'M15 40H85M50 14V82M24 82H76'
const HORSE = 'M24 16H70L66 48M34 18L28 48H82Q82 80 72 90L62 84M12 68H64'
const CHARIOT = 'M18 22H84M46 8L26 50H80M10 70H90M54 36V94'
const CANNON =
  'M12 36L16 52M44 30L38 46M28 10V40Q26 72 8 90M30 54Q36 66 44 76M62 8Q58 24 46 36M58 24H88Q88 56 80 64L72 58M56 40H74V58H56M56 40V78Q56 88 66 88H84Q92 88 92 76'

const CHARACTERS: Readonly<Record<string, string>> = {
  K: 'M14 26V58M32 10V50Q30 76 12 90M46 72V30H88V64Q88 74 78 70M67 8V94',
  A: 'M32 10Q26 30 10 48M24 36V92M40 42H94M67 12V84M46 84H90',
  B: 'M8 32H48M29 8V94M29 36Q22 58 8 72M33 44L46 58M58 16V90M58 16H90V90M58 40H90M58 62H90M58 86H90',
  N: HORSE,
  R: CHARIOT,
  C: CANNON,
  P: 'M70 8Q50 16 28 18M28 18V64M28 38H78M60 38V64M8 66H92M36 76Q28 88 12 94M64 76Q74 86 88 94',
  k: 'M30 8V94M10 24L18 40M8 68L28 52M62 6Q56 22 42 34M60 18H86Q76 46 44 56M58 28L66 38M40 62H94M76 48V84Q76 94 64 90M50 70L58 82',
  a: SCHOLAR,
  b: 'M42 4Q34 18 18 28M38 14H64L54 26M26 26H76V46H26ZM50 26Q48 42 16 60M42 46Q62 58 58 82Q56 96 42 90M50 56Q38 68 16 74M56 70Q42 84 16 92M82 50Q74 58 60 62M58 56Q70 78 92 88',
  n: HORSE,
  r: CHARIOT,
  c: CANNON,
  p: 'M50 4L54 16M14 20H88M34 22Q30 38 14 50M36 34L46 48M66 22Q62 38 50 50M66 34L84 50M8 64H92M50 50V96',
}

/** A piece by its letter of FEN, in capitals for Red. */
export function XiangqiPiece({ letter }: { letter: string }) {
  const strokes = CHARACTERS[letter]
  if (!strokes) return null
  return (
    <g class={letter === letter.toLowerCase() ? 'xiangqi-piece black' : 'xiangqi-piece red'}>
      <circle class="disc" cx="50" cy="50" r="44" />
      <circle class="ring" cx="50" cy="50" r="37.5" />
      <path class="character" d={strokes} transform="translate(25 24) scale(0.5 0.52)" />
    </g>
  )
}
