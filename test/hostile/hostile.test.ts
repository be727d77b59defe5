/**
 * Every reader with every kind of hostile bytes: the cases that were found and
 * are kept, and a seeded sample of new ones. `npm run fuzz` tries them without end.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { NamedBytes } from '../support/named-bytes.ts'
import { needsCorpus } from '../support/needs.ts'
import { seededRandom } from '../support/random.ts'
import { lessened, scaled } from '../support/scale.ts'
import { parseCase } from './case-file.ts'
import { mutateFiles, type Material } from './mutators.ts'
import type { Target } from './target.ts'
import { materialOf, TARGETS, targetOf } from './targets.ts'

/** A reader that has opened too few mutants is given up to so many times as many. */
const MOST_ROUNDS = 4

const folder = join(import.meta.dirname, 'cases')
const cases = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))

describe('kept cases', () => {
  test('there are some', () => {
    expect(cases.length).toBeGreaterThan(20)
  })

  test.each(cases)('%s', async (name) => {
    const { target, files } = parseCase(readFileSync(join(folder, name), 'utf8'))
    await targetOf(target).check(files, 'everything')
  })
})

describe.each(TARGETS)('$name', (target) => {
  test('inputs of our own are read and written in every way', async () => {
    const inputs = await target.inputs()
    for (const files of inputs) expect(await target.check(files, 'everything')).toBe(true)
  })

  test('of which one file is cut at any length', async () => {
    const inputs = [...(await target.inputs()), ...target.realInputs()]
    const cuts = inputs.flatMap((files) =>
      files.flatMap(([name, bytes], index) =>
        Array.from({ length: bytes.length }, (_, length) => files.with(index, [name, bytes.subarray(0, length)])),
      ),
    )
    // A step that is no divisor of the sizes of records meets every field of them.
    const step = Math.max(1, Math.floor(cuts.length / lessened(target.isSlow ? scaled(40, 2000) : scaled(400, 20_000))))
    for (let at = 0; at < cuts.length; at += step % 2 === 0 ? step + 1 : step) await target.check(cuts[at]!, 'read')
  })

  test('mutants of them', async () => {
    const inputs = await target.inputs()
    await tryMutants(target, inputs, materialOf(target, inputs))
  })

  if (target.realFolders.length > 0) {
    test('mutants of small real files', needsCorpus(...target.realFolders), async () => {
      const [own, real] = [await target.inputs(), target.realInputs()]
      await tryMutants(target, real, materialOf(target, [...own, ...real]))
    })
  }
})

/** Reads mutants of some inputs, the same at every run. */
async function tryMutants(target: Target, inputs: readonly NamedBytes[][], material: Material): Promise<void> {
  const random = seededRandom(20)
  const count = lessened(target.isSlow ? scaled(10, 2000) : scaled(70, 20_000), 8)
  // Mutants that nobody opens test nothing behind the first look. Of some formats most are refused, so more are tried.
  const wanted = target.isSealed ? 0 : count / 4
  let opened = 0
  for (let round = 0; round < count || (opened <= wanted && round < MOST_ROUNDS * count); round++) {
    const files = mutateFiles(inputs[round % inputs.length]!, random, material)
    if (await target.check(files, round % 4 === 0 ? 'everything' : 'read')) opened++
  }
  if (!target.isSealed) expect(opened).toBeGreaterThan(wanted)
}
