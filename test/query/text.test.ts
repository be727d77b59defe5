import { describe, expect, it } from 'vitest'
import { type TextKind } from '../../src/query/text.ts'
import { makePlainTextTest } from '../../src/query/text.ts'

const matches = (kind: TextKind, wanted: string, text: string) => makePlainTextTest(kind, wanted)(text)

describe('names of people', () => {
  it.each([
    ['Magnus Carlsen', 'Carlsen, Magnus'],
    ['magnus carlsen', 'Carlsen,M'],
    ['Carlsen,Magnus', 'Magnus  CARLSEN'],
    ['Carlsen, M.', 'Carlsen, Magnus'],
    ['Robert James Fischer', 'Fischer, R.J.'],
    ['arls', 'Carlsen, Magnus'],
    ['muller', 'Müller, Karsten'],
    ['MÜLLER', 'Muller'],
    ['Grossschmidt', 'Großschmidt'],
    ['Lodz Sorensen', 'Sørensen, Łódź'],
    ['Vachier Lagrave', 'Vachier-Lagrave, Maxime'],
    ['vachierlagrave', 'Vachier-Lagrave, Maxime'],
    ['Vachier-Lagrave', 'VachierLagrave'],
    ['okelly', "O'Kelly de Galway"],
    ['O’Kelly', 'OKelly'],
    ['Чёрный', 'ЧЕРНЫЙ'],
    ['胡榮華', '胡荣华'],
    ['胡荣华', '胡榮華'],
    ['荣华', '胡 荣华'],
    ['胡荣华', '胡 荣华'],
    ['Hu Ronghua', '胡荣华'],
    ['HU RongHua', '胡榮華'],
    ['ronghua hu', '胡荣华'],
    ['Lü Qin', '吕钦'],
    ['Lv Qin', '吕钦'],
    ['zeng', '曾益谦'],
    ['Shan Xiali', '单霞丽'],
  ])('%s finds %s', (wanted, name) => {
    expect(matches('person', wanted, name)).toBe(true)
  })

  it.each([
    ['Magnus Carlsen', 'Carlsen, Henrik'],
    ['Magnus Carlsen', 'Magnusson, Carl'],
    ['Henrik Magnus Carlsen', 'Carlsen, M'],
    ['M C', 'Smythe, Ric'],
    ['Magnus Manfred', 'M'],
    ['Hu Ronghua', '胡玉山'],
    ['?', 'Carlsen, Magnus'],
    ['', 'Carlsen, Magnus'],
  ])('%s does not find %s', (wanted, name) => {
    expect(matches('person', wanted, name)).toBe(false)
  })
})

describe('other texts', () => {
  it('have no initials', () => {
    expect(matches('name', 'Asia Cup', 'A Cup')).toBe(false)
    expect(matches('name', 'zurich candidates', 'Candidates Tournament, Zürich 1953')).toBe(true)
    expect(matches('prose', 'sharper qxf7', 'Here 12.Qxf7+! is sharper.')).toBe(true)
    expect(matches('prose', 'dull qxf7', 'Here 12.Qxf7+! is sharper.')).toBe(false)
  })
})
