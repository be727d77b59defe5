/** Saves games that the worker does not have: those of a database, and those selected. It gets them in portions. */
import type { GameRecord } from '../../../../src/model/record.ts'
import { ask } from '../../worker/client.ts'
import type { SaveForm, SaveOutcome } from '../../worker/protocol.ts'
import { changedRecords } from '../editing/editing.ts'
import { count, source } from './library.ts'
import { progress } from './opening.ts'
import { selected, selectedPortions } from './selection.ts'
import { words } from '../../words/index.ts'

/** Games of a portion: a request to a database each. */
const PORTION = 500

/** Saves the selected games, undefined if cancelled. */
export async function saveSelected(form: SaveForm): Promise<SaveOutcome | undefined> {
  return await saveGiven(form, selected.value.size, selectedPortions(PORTION))
}

/** Saves all games of a list of a database, however long, undefined if cancelled. */
export async function saveListed(form: SaveForm): Promise<SaveOutcome | undefined> {
  return await saveGiven(form, count.value, listedRecords())
}

/** The games of the list, with the changes made in them. Throws if the list has changed meanwhile. */
async function* listedRecords(): AsyncGenerator<readonly GameRecord[]> {
  const [listed, total, changed] = [source.value, count.value, changedRecords.value]
  const seen = new Set<number>()
  for (let from = 0; from < total; from += PORTION) {
    const entries = await listed.entries!(from, Math.min(total, from + PORTION))
    for (const { index } of entries) seen.add(index)
    if (seen.size < Math.min(total, from + PORTION)) throw new Error(words.listChanged)
    yield entries.flatMap(({ index, record }) => changed.get(index) ?? record ?? [])
  }
}

async function saveGiven(
  form: SaveForm,
  total: number,
  portions: AsyncIterable<readonly GameRecord[]>,
): Promise<SaveOutcome | undefined> {
  await ask('beginSaving', form, total)
  try {
    let done = 0
    for await (const records of portions) {
      if (!(await ask('saveMore', records))) break
      done += records.length
      progress.value = { ...progress.value, saving: done / total }
    }
  } catch (error) {
    await ask('cancelSaving')
    throw error
  }
  return await ask('finishSaving')
}
