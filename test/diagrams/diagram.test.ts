/** Pictures of positions: what is drawn, where, and what above what. */
import { describe, expect, it } from 'vitest'
import { drawDiagram, type DiagramOptions } from '../../src/diagrams/diagram.ts'
import { CHESS_SHAPES, XIANGQI_CHARACTERS } from '../../src/diagrams/piece-shapes.ts'
import { makeMove, makePlacement, PASS, type Game } from '../../src/model/index.ts'
import { rulesOf, type Position } from '../../src/rules/index.ts'

/** An element by its name, with its attributes and the text behind it. */
interface Drawn {
  name: string
  text: string
  [attribute: string]: string
}

function elements(svg: string): Drawn[] {
  return [...svg.matchAll(/<(\w+)([^>]*)>([^<]*)/g)].map(([, name, attributes, text]) => ({
    ...Object.fromEntries([...attributes!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
    name: name!,
    text: text!,
  }))
}

function position(game: Game, text?: string, size?: { columns: number; rows: number }): Position {
  const rules = rulesOf(game)
  return text === undefined ? rules.start(size && { size }) : rules.parse(text)
}

const drawn = (game: Game, shown: Position, options?: DiagramOptions) => elements(drawDiagram(game, shown, options))

it.each(['chess', 'xiangqi', 'go', 'othello'] as const)(
  'a picture of %s is well-formed, with text in its coordinates alone',
  (game) => {
    const svg = drawDiagram(game, position(game))
    expect(svg).toMatch(/^<svg [^<]*>.*<\/svg>\n$/)
    const open: string[] = []
    let rest = svg.trimEnd()
    for (
      let tag = /^<(\/?)(\w+)[^<>]*?(\/?)>([^<]*)/.exec(rest);
      tag;
      tag = /^<(\/?)(\w+)[^<>]*?(\/?)>([^<]*)/.exec(rest)
    ) {
      const [whole, closes, name, isEmpty, text] = tag
      if (closes) expect(open.pop()).toBe(name)
      else if (!isEmpty) open.push(name!)
      if (text !== '') expect(open.at(-1)).toBe('text')
      rest = rest.slice(whole.length)
    }
    expect([open, rest]).toEqual([[], ''])
  },
)

describe('the frame', () => {
  it('has room for coordinates on all sides', () => {
    const [svg, paper] = drawn('chess', position('chess'))
    expect(svg).toMatchObject({ viewBox: '-46 -46 892 892', width: '446', height: '446' })
    expect(paper).toMatchObject({ x: '-46', y: '-46', width: '892', height: '892', fill: '#ece6d9' })
    const [wide] = drawn('xiangqi', position('xiangqi'))
    expect(wide).toMatchObject({ viewBox: '-46 -46 992 1092', width: '496', height: '546' })
  })

  it('is as small as the board without coordinates', () => {
    const bare = drawn('chess', position('chess'), { isBare: true })
    expect(bare[0]).toMatchObject({ viewBox: '0 0 800 800', width: '400', height: '400' })
    expect(bare.filter(({ name }) => name === 'text')).toEqual([])
  })
})

describe('coordinates', () => {
  it.each([
    ['chess', undefined, 'a b c d e f g h', '8 7 6 5 4 3 2 1'],
    ['xiangqi', undefined, 'a b c d e f g h i', '9 8 7 6 5 4 3 2 1 0'],
    ['othello', undefined, 'a b c d e f g h', '1 2 3 4 5 6 7 8'],
    ['go', { columns: 9, rows: 9 }, 'A B C D E F G H J', '9 8 7 6 5 4 3 2 1'],
    ['go', { columns: 27, rows: 2 }, 'A B C D E F G H J K L M N O P Q R S T U V W X Y Z AA BB', '2 1'],
  ] as const)('of %s on %j', (game, size, columns, rows) => {
    const shown = position(game, undefined, size)
    const texts = drawn(game, shown).filter(({ name }) => name === 'text')
    const [below, beside] = [texts.slice(0, shown.columns), texts.slice(shown.columns)]
    expect(below.map(({ text }) => text).join(' ')).toBe(columns)
    expect(beside.map(({ text }) => text).join(' ')).toBe(rows)
    expect(below.map(({ x, y }) => [x, y])).toEqual(
      below.map((_, column) => [String(column * 100 + 50), String(shown.rows * 100 + 34)]),
    )
    expect(beside.map(({ x, y }) => [x, y])).toEqual(beside.map((_, line) => ['-24', String(line * 100 + 62)]))
  })
})

describe('the board', () => {
  it('of chess has a dark square at the bottom left', () => {
    const squares = drawn('chess', position('chess'), { isBare: true })
      .filter(({ name }) => name === 'rect')
      .slice(1)
    expect(squares).toHaveLength(64)
    const colourAt = (x: number, y: number) =>
      squares.find((square) => square['x'] === String(x) && square['y'] === String(y))!['fill']
    const [dark, light] = [colourAt(0, 700), colourAt(100, 700)]
    expect(dark).not.toBe(light)
    for (const { x, y, fill, width, height } of squares) {
      expect(fill).toBe((Number(x) + Number(y)) % 200 === 100 ? dark : light)
      expect([width, height]).toEqual(['100', '100'])
    }
  })

  it('of Go has lines through the middle of its squares, Othello lines around them', () => {
    const lines = (game: Game, size: { columns: number; rows: number }) =>
      drawn(game, position(game, undefined, size)).find(({ name }) => name === 'path')!['d']
    expect(lines('go', { columns: 3, rows: 2 })).toBe('M50 50H250M50 150H250M50 50V150M150 50V150M250 50V150')
    expect(lines('othello', { columns: 6, rows: 6 })).toMatch(/^M0 0H600M0 100H600.*M0 600H600M0 0V600.*M600 0V600$/)
  })

  it('of xiangqi has a river that only the two edges cross, and two palaces', () => {
    const { d } = drawn('xiangqi', position('xiangqi')).find(({ name }) => name === 'path')!
    for (let row = 0; row < 10; row++) expect(d).toContain(`M50 ${50 + row * 100}H850`)
    for (let file = 1; file < 8; file++) expect(d).toContain(`M${50 + file * 100} 50V450M${50 + file * 100} 550V950`)
    expect(d).toContain('M50 50V950M850 50V950')
    expect(d).toContain('M350 50L550 250M550 50L350 250M350 750L550 950M550 750L350 950')
    expect(d!.split('M')).toHaveLength(1 + 10 + 14 + 2 + 4)
  })

  it.each([
    [19, [3, 9, 15], 9],
    [15, [3, 7, 11], 9],
    [13, [3, 9], 5],
    [11, [2, 8], 5],
    [9, [2, 6], 5],
    [7, [], 0],
    [10, [], 0],
  ] as const)('of Go with %i lines has its star points', (lines, at, count) => {
    const stars = drawn('go', position('go', undefined, { columns: lines, rows: lines })).filter(({ r }) => r === '10')
    expect(stars).toHaveLength(count)
    const places = stars.map(({ cx, cy }) => `${(Number(cx) - 50) / 100} ${(Number(cy) - 50) / 100}`)
    for (const column of at) for (const row of at) expect(places).toContain(`${column} ${row}`)
    if (count > 0) expect(places).toContain(`${(lines - 1) / 2} ${(lines - 1) / 2}`)
  })

  it('of Go that is not square has no star points', () => {
    const stars = drawn('go', position('go', undefined, { columns: 19, rows: 13 })).filter(({ r }) => r === '10')
    expect(stars).toEqual([])
  })
})

describe('men', () => {
  it('of chess are on their squares, White below and light, Black above and dark', () => {
    const svg = drawDiagram('chess', position('chess', '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1'), { isBare: true })
    const men = elements(svg)
    const groups = men.flatMap(({ name, transform }, index) => (name === 'g' ? [[transform, men[index + 1]]] : []))
    const fillOf = (at: string) => groups.find(([transform]) => transform === `translate(${at}) scale(1.12)`)
    expect(groups).toHaveLength(3)
    expect(fillOf('-6 693')![1]).toMatchObject({ d: CHESS_SHAPES['r']!.body, style: 'fill:#fffdf7' })
    expect(fillOf('394 693')![1]).toMatchObject({ d: CHESS_SHAPES['k']!.top })
    expect(fillOf('394 -7')![1]).toMatchObject({ d: CHESS_SHAPES['k']!.top })
    const bodies = men.filter(({ style }) => style !== undefined)
    expect(bodies.map(({ style }) => style).toSorted((left, right) => (left! < right! ? -1 : 1))).toEqual([
      'fill:#2d2b29',
      'fill:#fffdf7',
      'fill:#fffdf7',
    ])
    // Lines on a dark body are light.
    const rook = men.findIndex(({ d }) => d === CHESS_SHAPES['r']!.body)
    expect(men[rook + 1]).toMatchObject({ d: CHESS_SHAPES['r']!.lines, stroke: '#2d2b29' })
    const black = men.findIndex(({ style }) => style === 'fill:#2d2b29')
    expect(men[black + 1]).toMatchObject({ d: CHESS_SHAPES['k']!.lines, stroke: '#efe9dc' })
  })

  it('of chess have a shape each, and all but pawns have lines on it', () => {
    const all = drawn('chess', position('chess')).filter(({ style }) => style !== undefined)
    const shapes = new Set(all.map(({ d }) => d))
    expect(shapes.size).toBe(6)
    for (const shape of shapes) expect(shape).toMatch(/^M[\d.]+ .*z$/)
    expect(all).toHaveLength(32)
    const withLines = Object.entries(CHESS_SHAPES).filter(([, { lines }]) => lines)
    expect(withLines.map(([letter]) => letter).sort()).toEqual(['b', 'k', 'n', 'q', 'r'])
  })

  it('of xiangqi have a character each, some the same for both sides', () => {
    const paths = drawn('xiangqi', position('xiangqi')).filter(({ transform }) =>
      transform?.includes('scale(0.5 0.52)'),
    )
    expect(paths).toHaveLength(32)
    for (const { d } of paths) expect(d).toMatch(/^M\d/)
    const letters = 'RNBAKCPrnbakcp'
    expect(Object.keys(XIANGQI_CHARACTERS).sort()).toEqual([...letters].sort())
    const shared = letters
      .slice(0, 7)
      .split('')
      .filter((letter) => XIANGQI_CHARACTERS[letter] === XIANGQI_CHARACTERS[letter.toLowerCase()])
    expect(new Set(paths.map(({ d }) => d)).size).toBe(14 - shared.length)
  })

  it('of xiangqi are discs with a character in the colour of their side', () => {
    const men = drawn('xiangqi', position('xiangqi', '4k4/9/9/9/9/9/9/9/9/R3K4 w - - 0 1'))
    const at = (transform: string) => men.findIndex((element) => element['transform'] === transform)
    for (const [place, letter, colour] of [
      ['translate(0 900)', 'R', '#b3261e'],
      ['translate(400 900)', 'K', '#b3261e'],
      ['translate(400 0)', 'k', '#23262b'],
    ] as const) {
      const index = at(place)
      expect(men[index + 1]).toMatchObject({ name: 'circle', r: '44', stroke: colour, 'stroke-width': '3' })
      expect(men[index + 2]).toMatchObject({ name: 'circle', r: '37.5', fill: 'none', stroke: colour })
      expect(men[index + 3]).toMatchObject({ d: XIANGQI_CHARACTERS[letter], stroke: colour })
    }
    expect(men.filter(({ r }) => r === '44')).toHaveLength(3)
  })

  it('of Go and Othello are discs, black and white', () => {
    const othello = drawn('othello', position('othello')).filter(({ name }) => name === 'circle')
    expect(othello.map(({ cx, cy, r, fill }) => [cx, cy, r, fill])).toEqual([
      ['350', '350', '42', '#fdfcf8'],
      ['450', '350', '42', '#16181b'],
      ['350', '450', '42', '#16181b'],
      ['450', '450', '42', '#fdfcf8'],
    ])
    const rules = rulesOf('go')
    const go = rules.start({ size: { columns: 5, rows: 5 } })
    rules.play(go, makePlacement(1))
    rules.play(go, makePlacement(23))
    const stones = drawn('go', go).filter(({ r }) => r === '48')
    expect(stones.map(({ cx, cy, fill }) => [cx, cy, fill])).toEqual([
      ['150', '50', '#16181b'],
      ['350', '450', '#fdfcf8'],
    ])
  })
})

describe('the last move', () => {
  it('of chess colours both squares below the pieces', () => {
    const rules = rulesOf('chess')
    const shown = rules.start()
    rules.play(shown, makeMove(12, 28))
    const all = drawn('chess', shown, { lastMove: makeMove(12, 28) })
    const marks = all.filter((element) => element['fill-opacity'] !== undefined)
    expect(marks.map(({ x, y, rx }) => [x, y, rx])).toEqual([
      ['400', '600', '0'],
      ['400', '400', '0'],
    ])
    expect(all.indexOf(marks[1]!)).toBeLessThan(all.findIndex(({ style }) => style !== undefined))
  })

  it('of xiangqi is round', () => {
    const marks = drawn('xiangqi', position('xiangqi'), { lastMove: makeMove(0, 9) }).filter(({ rx }) => rx === '50')
    expect(marks.map(({ x, y }) => [x, y])).toEqual([
      ['0', '900'],
      ['0', '800'],
    ])
  })

  it('of Go and Othello is a point on the stone', () => {
    const rules = rulesOf('go')
    const shown = rules.start({ size: { columns: 9, rows: 9 } })
    rules.play(shown, makePlacement(12))
    const all = drawn('go', shown, { lastMove: makePlacement(12) })
    const points = all.filter(({ r }) => r === '13')
    expect(points.map(({ cx, cy }) => [cx, cy])).toEqual([['350', '150']])
    expect(all.indexOf(points[0]!)).toBeGreaterThan(all.findIndex(({ r }) => r === '48'))
    expect(all.filter((element) => element['fill-opacity'] !== undefined)).toEqual([])
  })

  it('that was a pass, or is not given, is not shown', () => {
    const shown = position('go', undefined, { columns: 9, rows: 9 })
    expect(drawn('go', shown, { lastMove: PASS })).toEqual(drawn('go', shown))
    expect(drawn('go', shown).filter(({ r }) => r === '13')).toEqual([])
    expect(drawn('chess', position('chess')).filter((element) => element['fill-opacity'] !== undefined)).toEqual([])
  })
})
