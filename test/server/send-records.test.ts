/** A game as a file says what its format could not store. */
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { makePlacement } from '../../src/model/move.ts'
import { emptyRecord } from '../../src/model/record.ts'
import { sendRecords } from '../../src/server/games.ts'

test('what a format cannot store is in a header of the answer', async () => {
  const record = emptyRecord('othello')
  record.header.players = [{ colour: 1, name: 'Ann' }]
  record.nodes.push({ parent: 0, move: makePlacement(37) })
  const losses = async (format: string) => {
    const answer = await new Hono().get('/', (context) => sendRecords(context, [record], 'game', format)).request('/')
    expect(answer.status).toBe(200)
    return answer.headers.get('Ludograph-Losses')
  }
  expect(JSON.parse((await losses('othello-text'))!)).toEqual([{ id: 'loss/players', severity: 'warning', count: 1 }])
  expect(await losses('sgf')).toBeNull()
})
