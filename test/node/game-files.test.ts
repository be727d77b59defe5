/** Which files among many hold games. */
import { expect, it } from 'vitest'
import { gameFilesAmong } from '../../src/node/index.ts'

const found = (...paths: string[]) => gameFilesAmong(paths).map(({ path, isOrphan }) => [path, isOrphan])

it('parts of databases are left to their main file, whatever the case of its name', () => {
  expect(found('a/base.cbh', 'a/base.cbg', 'a/BASE.cba', 'a/x.pgn')).toEqual([
    ['a/base.cbh', false],
    ['a/x.pgn', false],
  ])
})

it('of a database without its main file, the first part is reported', () => {
  expect(found('a/base.cbg', 'a/base.cba', 'a/other.cbh', 'a/other.cbg', 'b/base.cbh')).toEqual([
    ['a/other.cbh', false],
    ['b/base.cbh', false],
    ['a/base.cbg', true],
  ])
})

it('files of WTHOR share their parts with all beside them', () => {
  expect(found('a/WTH_2001.wtb', 'a/WTHOR.JOU', 'a/WTHOR.TRN', 'b/WTHOR.JOU')).toEqual([
    ['a/WTH_2001.wtb', false],
    ['b/WTHOR.JOU', true],
  ])
})
