/** Engines are looked for, and what asks them is loaded, when one is first wanted. */
import { signal } from '@preact/signals'
import { record } from '../editing/editing.ts'
import { attempt } from '../files/library.ts'
import { isEmbedded } from '../page/embedded.ts'
import { chooseTab, chosenTab } from '../page/tabs.ts'

/** Whether engines were looked for. */
export const areEnginesKnown = signal(false)

let loading: Promise<void> | undefined

/** Looks for engines, once. */
export function loadEngines(): Promise<void> {
  return (loading ??= attempt(async () => {
    const { findEngines } = await import('./wanted.ts')
    await findEngines()
    areEnginesKnown.value = true
  }).then(() => {
    if (!areEnginesKnown.value) loading = undefined
  }))
}

/** Starts or stops the engine, from anywhere. */
export async function toggleEngine(): Promise<void> {
  if (isEmbedded || !record.value) return
  if (chosenTab.value !== 'engine') chooseTab('engine')
  await loadEngines()
  if (!areEnginesKnown.value) return
  const { toggleAnalysis } = await import('./wanted.ts')
  toggleAnalysis()
}
