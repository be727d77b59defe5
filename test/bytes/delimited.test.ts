import { expect, test } from 'vitest'
import { delimitedRow } from '../../src/bytes/delimited.ts'

const csv = { separator: ',' }

test('cells with separators, quotes, line breaks or outer spaces are quoted', () => {
  expect(delimitedRow(['Vos, Anna', 'say "b"', 'a\nb', ' x', 12, undefined, 'plain'], csv)).toBe(
    '"Vos, Anna","say ""b""","a\nb"," x",12,,plain\r\n',
  )
  expect(delimitedRow(['a;b', 'a,b'], { separator: ';' })).toBe('"a;b";a,b\r\n')
})

test('text that a spreadsheet would calculate is marked as text, numbers and lone signs are not', () => {
  const cells = ['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\tx', '-', '-2', '+3,5', '1-0', '', '\n=1', '＝1+1', '－1']
  expect(delimitedRow(cells, csv)).toBe(`'=1+1,'+cmd|x,'-2+3,'@SUM(A1),'\tx,-,-2,"+3,5",1-0,,"'\n=1",'＝1+1,'－1\r\n`)
  expect(delimitedRow(['=1+1'], { separator: ',', keepsFormulas: true })).toBe('=1+1\r\n')
})
