/** The engine's part of the page, which is loaded when it is first wanted. */
import { signal } from '@preact/signals'
import { attempt } from '../state/files/library.ts'
import { record } from '../state/editing/editing.ts'
import { isEmbedded } from '../state/page/embedded.ts'
import { chooseTab, chosenTab } from '../state/page/tabs.ts'

async function load() {
  const { EngineOverlay, EnginePane, EvaluationBar, findEngines, toggleAnalysis } = await import('./engine/parts.ts')
  await findEngines()
  return { EngineOverlay, EnginePane, EvaluationBar, toggleAnalysis }
}

export const engineParts = signal<Awaited<ReturnType<typeof load>> | undefined>(undefined)

let loading: Promise<void> | undefined

/** Loads the engine's views, and looks for engines. */
export function loadEngines(): Promise<void> {
  return (loading ??= attempt(async () => {
    engineParts.value = await load()
  }).then(() => {
    if (!engineParts.value) loading = undefined
  }))
}

/** Starts or stops the engine, from anywhere. */
export async function toggleEngine(): Promise<void> {
  if (isEmbedded || !record.value) return
  if (chosenTab.value !== 'engine') chooseTab('engine')
  await loadEngines()
  engineParts.value?.toggleAnalysis()
}
