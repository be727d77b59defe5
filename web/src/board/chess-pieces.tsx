/** Pieces of chess, drawn in a square of 100 units. */

const SHAPES: Readonly<Record<string, { body: string; lines?: string; top?: string }>> = {
  p: {
    body: 'M50 22a12 12 0 0 1 8.5 20.5c6 3 9 6 9 9.5H59c1 10 4 15 11 21v11H30V73c7-6 10-11 11-21h-8.5c0-3.500 3-6.500 9-9.500A12 12 0 0 1 50 22z',
  },
  r: { body: 'M25 84V74l7-5V45l-6-5V20h11v7h7.500v-7h11v7H63v-7h11v20l-6 5v24l7 5v10z', lines: 'M32 45H68M32 69H68' },
  b: {
    body: 'M50 12a6 6 0 0 1 4 10.500C63 29 69 38 67 47c-1 5-4 8-7 10l3 13c8 1 12 4 12 12v2H25v-2c0-8 4-11 12-12l3-13c-3-2-6-5-7-10-2-9 4-18 13-24.500A6 6 0 0 1 50 12z',
    lines: 'M50 32V47M42.500 39H57.500M40 57H60M37 70H63',
  },
  n: {
    body: 'M33 84c0-17 10-22 13-33-5 3-10 3-14 6l-6 6c-5 1-9-4-7-8l8-17c2-6 5-10 10-13l1-11 9 8c17 1 30 15 30 36 0 10-2 17-2 26z',
    lines: 'M37 37h.1M25 54l3 1',
  },
  q: {
    body: 'M28 84v-8l4-7L20 35l16 17 3-27 11 25 11-25 3 27 16-17-12 34 4 7v8z M20 30.500a4.500 4.500 0 1 0 .1 0z M39 17a4.500 4.500 0 1 0 .1 0z M61 17a4.500 4.500 0 1 0 .1 0z M80 30.500a4.500 4.500 0 1 0 .1 0z',
    lines: 'M32 69H68M28 77H72',
  },
  k: {
    body: 'M28 84v-9l4-7C16 57 15 40 29 36c8-2 17 3 21 12 4-9 13-14 21-12 14 4 13 21-3 32l4 7v9z M50 46c-8-9-8-16 0-21 8 5 8 12 0 21z',
    lines: 'M32 68H68M28 76H72',
    top: 'M50 25V12M44 17.5H56',
  },
}

/** A piece by its letter of FEN, in capitals for White. */
export function ChessPiece({ letter }: { letter: string }) {
  const shape = SHAPES[letter.toLowerCase()]
  if (!shape) return null
  return (
    <g
      class={letter === letter.toLowerCase() ? 'chess-piece black' : 'chess-piece white'}
      transform="translate(-6 -7) scale(1.12)"
    >
      {shape.top && <path class="outline" d={shape.top} />}
      <path class="body" d={shape.body} />
      {shape.lines && <path class="detail" d={shape.lines} />}
    </g>
  )
}
