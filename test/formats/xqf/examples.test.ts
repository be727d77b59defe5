import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { validate } from '../../../src/convert/validate.ts'
import { countVariations } from '../../../src/model/tree.ts'
import { exampleFiles } from '../../support/xqf-examples.ts'
import { openXqf, readXqf } from '../../support/xqf.ts'

const folder = join(import.meta.dirname, '../../../examples/xiangqi')

test('the example files are as the script writes them, and valid', async () => {
  for (const [name, bytes] of await exampleFiles()) {
    expect(new Uint8Array(readFileSync(join(folder, name))), name).toEqual(bytes)
    expect([...validate(await openXqf(bytes))], name).toEqual([])
    const { record } = await readXqf(bytes)
    expect(countVariations(record.nodes), name).toBeGreaterThan(1)
    expect(record.nodes.filter((node) => node.comments).length, name).toBeGreaterThan(5)
  }
})
