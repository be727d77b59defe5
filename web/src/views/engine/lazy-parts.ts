/** The engine's views, each shown once their chunk is loaded. */
import { areEnginesKnown, loadEngines } from '../../state/engines/start.ts'
import { lazily } from '../shell/lazily.tsx'

export const EngineOverlay = lazily(async () => (await import('./parts.ts')).EngineOverlay)
export const EnginePane = lazily(async () => {
  await loadEngines()
  // What went wrong has been said.
  return areEnginesKnown.value ? (await import('./parts.ts')).EnginePane : () => null
})
export const EvaluationBar = lazily(async () => (await import('./parts.ts')).EvaluationBar)
