/** Collected issues: the first of each kind with its place, the others as a number. */
import { expect, it } from 'vitest'
import { IssueCollector, shorten } from '../../src/issues/collector.ts'

it('lists the first of each kind and counts the others', () => {
  const issues = new IssueCollector({ file: 'a.pgn', record: 4 })
  expect(issues.hasErrors).toBe(false)
  issues.add('pgn/illegal-move', 'warning', { move: 'e5' }, { offset: 7 })
  expect(issues.hasErrors).toBe(false)
  issues.add('pgn/unreadable-move', 'error', { move: '??', plies: 3 })
  issues.add('pgn/illegal-move', 'warning', { move: 'e6' }, { offset: 9 })
  issues.add('pgn/illegal-move', 'warning', { move: 'e7' }, () => expect.unreachable())
  expect(issues.hasErrors).toBe(true)
  expect(issues.left).toBe(0)
  expect(issues.list()).toEqual([
    {
      id: 'pgn/illegal-move',
      severity: 'warning',
      params: { move: 'e5' },
      place: { file: 'a.pgn', record: 4, offset: 7 },
      count: 3,
    },
    {
      id: 'pgn/unreadable-move',
      severity: 'error',
      params: { move: '??', plies: 3 },
      place: { file: 'a.pgn', record: 4 },
    },
  ])
})

it('lists more of each kind where asked, and counts on with the last', () => {
  const issues = new IssueCollector({}, { each: 2 })
  for (const move of ['a', 'b', 'c', 'd']) issues.add('pgn/illegal-move', 'error', { move })
  expect(issues.list()).toEqual([
    { id: 'pgn/illegal-move', severity: 'error', params: { move: 'a' } },
    { id: 'pgn/illegal-move', severity: 'error', params: { move: 'b' }, count: 3 },
  ])
})

it('lists no more than it may, and counts what is left out', () => {
  const issues = new IssueCollector({}, { each: 5, most: 2 })
  for (const move of ['a', 'b', 'c', 'd']) issues.add('pgn/illegal-move', 'error', { move }, { offset: 1 })
  expect(issues.list().map(({ params }) => params)).toEqual([{ move: 'a' }, { move: 'b' }])
  expect(issues.left).toBe(2)
})

it('places may be found only when they are listed', () => {
  const issues = new IssueCollector()
  issues.add('pgn/illegal-move', 'error', { move: 'a' }, () => ({ offset: 3 }))
  expect(issues.list()[0]!.place).toEqual({ offset: 3 })
})

it('shortens text that is too long, and no other', () => {
  expect(shorten('abc', 3)).toBe('abc')
  expect(shorten('abcd', 3)).toBe('abc...')
  expect(shorten('x'.repeat(40))).toHaveLength(40)
  expect(shorten('x'.repeat(41))).toHaveLength(43)
})
