/**
 * Pieces of xiangqi. Their characters are drawn stroke by stroke in a square
 * of 100 units, so that they look the same without a Chinese font.
 */

import { XIANGQI_CHARACTERS } from '../../../src/diagrams/piece-shapes.ts'
import { xiangqiPieces } from '../state/page/settings.ts'

/** The characters with a different traditional form. */
const TRADITIONAL_HORSE =
  'M26 8V58M26 8H82M26 25H76M26 41H76M54 8V58M26 58H86Q86 80 76 92L66 86M14 70L8 90M32 70L34 86M48 70L52 84M62 68L68 80'
const TRADITIONAL_CHARIOT = 'M16 20H84M26 34H74V66H26ZM26 50H74M8 80H92M50 6V96'

const TRADITIONAL: Readonly<Record<string, string>> = {
  K: 'M26 4L20 15M16 15V92M16 15H42V42H16M16 56H44V88H16M54 30V78M54 30H92V68Q92 78 82 75M73 8V96',
  k: 'M30 8V94M12 12V42M12 42H30M6 58H30M16 58Q16 80 6 92M62 6Q56 22 42 34M60 18H86Q76 46 44 56M58 28L66 38M40 62H94M76 48V84Q76 94 64 90M50 70L58 82',
  N: TRADITIONAL_HORSE,
  n: TRADITIONAL_HORSE,
  R: TRADITIONAL_CHARIOT,
  r: TRADITIONAL_CHARIOT,
}

/** Pictures for those who do not read Chinese, by the kind of the piece: filled shapes, and lines on them. */
const PICTURES: Readonly<Record<string, { body: string; lines: string }>> = {
  k: { body: 'M24 74L18 34L36 50L50 24L64 50L82 34L76 74Z', lines: 'M26 65H74' },
  a: { body: 'M26 48Q30 26 50 26Q70 26 74 48H94V58H74L72 74H28L26 58H6V48Z', lines: 'M30 56H70' },
  b: {
    body: 'M28 76V52Q22 44 26 34Q30 24 44 24H60Q80 26 80 46Q80 54 76 58L82 72L74 76L66 62H62Q64 40 50 42Q58 52 54 60Q50 66 44 62V76Z',
    lines: 'M66 38h.1',
  },
  n: {
    body: 'M36 76C36 64 44 59 46 51 42 53 39 53 35 55L30 60C25 61 22 57 24 53L31 39C33 34 36 31 41 28L42 20 50 27C64 28 74 39 74 56 74 64 72 70 72 76Z',
    lines: 'M40 41h.1',
  },
  r: {
    body: 'M26 76V68L32 64V44L26 40V24H36V30H45V24H55V30H64V24H74V40L68 44V64L74 68V76Z',
    lines: 'M32 45H68M32 63H68',
  },
  c: {
    body: 'M20 44L70 26L78 44L58 53A15 15 0 1 1 31 63Q22 58 20 44Z',
    lines: 'M45 65h.1',
  },
  p: {
    body: 'M50 24A11 11 0 0 1 58 43Q66 46 66 51H59Q60 61 69 67V76H31V67Q40 61 41 51H34Q34 46 42 43A11 11 0 0 1 50 24Z',
    lines: 'M36 68H64',
  },
}

/** A piece by its letter of FEN, in capitals for Red. */
export function XiangqiPiece({ letter }: { letter: string }) {
  if (!(letter in XIANGQI_CHARACTERS)) return null
  return (
    <g class={letter === letter.toLowerCase() ? 'xiangqi-piece black' : 'xiangqi-piece red'}>
      <circle class="soft-shadow" cx="52.5" cy="55" r="50" />
      <circle class="disc" cx="50" cy="50" r="44" />
      <circle class="ring" cx="50" cy="50" r="37.5" />
      <Face letter={letter} />
    </g>
  )
}

function Face({ letter }: { letter: string }) {
  const set = xiangqiPieces.value
  if (set === 'pictures') {
    const { body, lines } = PICTURES[letter.toLowerCase()]!
    return (
      <g transform="translate(7.5 7.5) scale(0.85)">
        <path class="picture" d={body} />
        <path class="picture-lines" d={lines} />
      </g>
    )
  }
  const strokes = (set === 'traditional' && TRADITIONAL[letter]) || XIANGQI_CHARACTERS[letter]
  return <path class="character" d={strokes} transform="translate(25 24) scale(0.5 0.52)" />
}
