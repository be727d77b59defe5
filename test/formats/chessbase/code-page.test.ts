/** The vote on the code page of a database. */
import { describe, expect, it } from 'vitest'
import { encodeText } from '../../../src/bytes/text.ts'
import { CODE_PAGES, CodePageVote } from '../../../src/formats/chessbase/code-page.ts'

/** Names and comments as databases of each region hold them. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  'windows-1250': ['Černý, Jiří', 'Łódź', 'Kraków', 'Szabó László', 'Žižka', 'Gligorić', 'Bílý má výhodu'],
  'windows-1251': ['Иванов', 'Каспаров, Гарри', 'Партия «Ход»', 'Чемпионат мира', 'Белые стоят лучше'],
  'windows-1252': ['Hübner', 'Lékó', 'Mårdell', 'La combinación más bella', 'größe', 'Die Stärke'],
  'windows-1253': ['Παπαϊωάννου', 'Αθήνα', 'Ελλάδα'],
  'windows-1254': ['İstanbul', 'Yılmaz', 'Türkiye Şampiyonası', 'Ateş'],
  'windows-1255': ['גלפנד', 'אליפות ישראל'],
  'windows-1256': ['القاهرة', 'بطولة'],
  'windows-1257': ['Širovs, Aleksejs', 'Rīga', 'Šiauliai', 'Jānis'],
}

function vote(texts: readonly Uint8Array[]): string {
  const votes = new CodePageVote()
  for (const text of texts) votes.add(text)
  return votes.winner()
}

describe('the code page', () => {
  it.each(Object.entries(SAMPLES))('%s is found by the letters of its languages', (label, texts) => {
    const encoded = texts.map((text) => encodeText(text, label))
    expect(encoded.flatMap(({ lost }) => lost)).toEqual([])
    expect(vote(encoded.map(({ bytes }) => bytes))).toBe(label)
    expect(CODE_PAGES).toContain(label)
  })

  it('is the usual one when nothing speaks for another', () => {
    expect(vote([])).toBe('windows-1252')
    expect(vote([new TextEncoder().encode('Алехин'), encodeText('Kasparov', 'utf-8').bytes])).toBe('windows-1252')
  })

  it('is not swayed by the signs of figurines and diagrams', () => {
    const figurines = [0xa3, 0xa5, 0xa3, 0xa5, 0x9e, 0xa2].map((byte) => Uint8Array.of(byte, 0x66, 0x33))
    expect(vote([...figurines, ...figurines, encodeText('Führung für Weiß', 'windows-1252').bytes])).toBe(
      'windows-1252',
    )
  })
})
