/** Errors as data: made, described, and sent from one thread to another. */
import { expect, it } from 'vitest'
import {
  asksForPassword,
  CodedError,
  dataOf,
  errorOf,
  FormatError,
  messageOf,
  PositionError,
} from '../../src/issues/errors.ts'
import { describeError, describePlace, loadLanguage, withMessage } from '../../src/issues/index.ts'
import { issue, nodePlace } from '../../src/issues/issue.ts'

const reason = { id: 'xqf-field/title' } as const

it('have a name, a code, parameters, a place and an English sentence', () => {
  const error = new FormatError('xqf/version', { version: 20, last: 18 }, { file: 'a.xqf', offset: 2 })
  expect(error).toBeInstanceOf(CodedError)
  expect(error).toMatchObject({
    name: 'FormatError',
    code: 'xqf/version',
    params: { version: 20, last: 18 },
    place: { file: 'a.xqf', offset: 2 },
    message: 'XQF version 20 is not supported, only versions up to 18',
  })
  const elsewhere = error.at({ file: 'b.xqf' })
  expect(elsewhere).toBeInstanceOf(FormatError)
  expect({ ...elsewhere, message: elsewhere.message }).toEqual({
    ...error,
    message: error.message,
    place: { file: 'b.xqf' },
  })
  expect(new PositionError('position/piece', { letter: 'z' })).toMatchObject({
    name: 'PositionError',
    message: 'z is not a piece',
  })
  expect(new CodedError('position/piece', { letter: reason })).toMatchObject({ name: 'CodedError' })
})

it('hold terms in their sentences, in every language', async () => {
  const error = new CodedError('position/in-check', { side: { id: 'side/black' } })
  expect(error.message).toBe('Black is in check, but the other side is to move')
  expect(describeError(error)).toBe(error.message)
  expect(describeError(error, await loadLanguage('zh'))).toContain('黑方')
  expect(describeError(new Error('as it is'))).toBe('as it is')
  expect(describeError(7)).toBe('7')
})

it('are the same again after they were plain data', () => {
  const errors = [
    new FormatError('xqf/version', { version: 20, last: 18 }, { file: 'a.xqf', offset: 2 }),
    new CodedError('position/piece', { letter: 'z' }),
  ]
  for (const error of errors) {
    const again = errorOf(structuredClone(dataOf(error)))
    expect(again.constructor).toBe(error.constructor)
    expect({ ...again, message: again.message }).toEqual({ ...error, message: error.message })
    expect(messageOf(again as CodedError)).toEqual({ id: error.code, params: error.params })
  }
})

it('of the system keep what failed, and of programs their message', () => {
  const failed = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open', path: '/a', errno: -2 })
  const data = dataOf(failed)
  expect(data).toEqual({ message: 'no such file', code: 'ENOENT', syscall: 'open', path: '/a' })
  const again = errorOf(data)
  expect(again).not.toBeInstanceOf(CodedError)
  expect(again).toMatchObject({ message: 'no such file', code: 'ENOENT', syscall: 'open', path: '/a' })
  expect(dataOf(new TypeError('of a program'))).toEqual({ message: 'of a program' })
  expect(dataOf('thrown')).toEqual({ message: 'thrown' })
})

it('ask for a password when that is what is missing', () => {
  for (const code of ['archive/password-missing', 'archive/password-wrong'] as const) {
    expect(asksForPassword(new FormatError(code, {}, {}))).toBe(true)
  }
  expect(asksForPassword(new FormatError('file/not-journal', {}, {}))).toBe(false)
  expect(asksForPassword(new Error('archive/password-missing'))).toBe(false)
  expect(asksForPassword(undefined)).toBe(false)
})

it('are in places, which count games from 1 and name the root of a document', async () => {
  const place = { file: 'a.pgn', line: 3, column: 4, pointer: '/steps/1', offset: 1234, record: 1233, node: 6 }
  expect(describePlace(place)).toBe('a.pgn, line 3, column 4, /steps/1, offset 1234, game 1234, node 6')
  expect(describePlace({ pointer: '' })).toBe('the root')
  expect(describePlace({ line: 3, record: 0 }, await loadLanguage('zh'))).toBe('第 3 行, 第 1 局')
  expect(describePlace({})).toBe('')
  expect([nodePlace(0), nodePlace(1)]).toEqual([undefined, { node: 1 }])
})

it('and issues are given their sentence in JSON', () => {
  const found = issue('pgn/illegal-move', 'error', { move: 'e5' }, { record: 2 })
  expect(withMessage(found)).toEqual({ ...found, message: expect.stringContaining('e5') })
})
