import { describe, expect, it } from 'vitest'
import { toggleGlyph, toggleMark, type Mark } from '../../src/model/index.ts'

describe('glyphs put by hand', () => {
  it('replace one of their kind, and are removed when added again', () => {
    const good = toggleGlyph([], 1)
    expect(good).toEqual([{ nag: 1 }])
    expect(toggleGlyph(good, 2)).toEqual([{ nag: 2 }])
    expect(toggleGlyph([{ nag: 16 }], 1)).toEqual([{ nag: 1 }, { nag: 16 }])
    expect(toggleGlyph([{ nag: 1 }, { nag: 16 }], 18)).toEqual([{ nag: 1 }, { nag: 18 }])
    expect(toggleGlyph([{ nag: 1 }, { nag: 36 }], 132)).toEqual([{ nag: 1 }, { nag: 36 }, { nag: 132 }])
    expect(toggleGlyph([{ nag: 1 }, { nag: 16 }], 16)).toEqual([{ nag: 1 }])
  })

  it('judge the move from 1 to 9 and the position from 10 to 21', () => {
    const both = [{ nag: 3 }, { nag: 15 }]
    const replaced = (nag: number) => toggleGlyph(both, nag).map((glyph) => glyph.nag)
    expect([1, 9].map(replaced)).toEqual([
      [1, 15],
      [9, 15],
    ])
    expect([10, 21].map(replaced)).toEqual([
      [3, 10],
      [3, 21],
    ])
    expect([22, 0].map(replaced)).toEqual([
      [3, 15, 22],
      [0, 3, 15],
    ])
  })
})

describe('marks drawn by hand', () => {
  const circle: Mark = { shape: 'circle', at: 5 }
  const green: Mark = { shape: 'colour', at: 5, paint: 'green' }
  const arrow: Mark = { shape: 'arrow', at: 5, to: 9 }

  it('are beside one another, one shape to a square', () => {
    const all = [circle, green, arrow].reduce<Mark[]>(toggleMark, [])
    expect(all).toEqual([circle, green, arrow])
    const triangle: Mark = { shape: 'triangle', at: 5 }
    expect(toggleMark(all, triangle)).toEqual([green, arrow, triangle])
    expect(toggleMark(all, { shape: 'arrow', at: 9, to: 5 })).toHaveLength(4)
  })

  it('change their colour, and are removed when drawn again', () => {
    const red: Mark = { ...green, paint: 'red' }
    expect(toggleMark([green], red)).toEqual([red])
    expect(toggleMark([green, circle], green)).toEqual([circle])
    expect(toggleMark([arrow], { ...arrow })).toEqual([])
  })
})
