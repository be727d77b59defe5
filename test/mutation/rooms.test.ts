/** Every source has a room whose tests must notice faults in it, and the rooms name only what is there. */
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { filesBelow } from '../support/files-below.ts'
import { ROOMS } from './rooms.ts'

const root = join(import.meta.dirname, '..', '..')

function paths(places: readonly string[]): string[] {
  const files = places.flatMap((place) => filesBelow(join(root, place), /\.tsx?$/))
  return files.map((file) => relative(root, file).replaceAll('\\', '/'))
}

/** Sentences, which people look through, lists of what others export, and what is compiled from the kernel. */
const WITHOUT_CODE =
  /^src\/(index|formats\/chess-kernel\/module|issues\/index|issues\/named-params|issues\/[a-z]+\/.+)\.ts$/

it('every source is in one room', () => {
  const rooms = Object.values(ROOMS).flatMap(({ sources }) => paths(sources))
  expect(rooms.filter((path, index) => rooms.indexOf(path) !== index)).toEqual([])
  expect(paths(['src']).filter((path) => !rooms.includes(path) && !WITHOUT_CODE.test(path))).toEqual([])
})

it.each(Object.entries(ROOMS))('the room %s has tests', (_, { tests, shared = [], always = [] }) => {
  for (const place of [...tests, ...shared, ...always])
    expect(paths([place]).filter((path) => path.endsWith('.test.ts'))).not.toEqual([])
})
