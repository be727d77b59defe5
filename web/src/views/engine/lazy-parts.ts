/** The engine's views, each shown once their chunk is loaded. */
import { areEnginesKnown, loadEngines } from '../../state/engines/start.ts'
import { lazily } from '../shell/lazily.tsx'

export const EngineOverlay = lazily(async () => (await import('./parts.ts')).EngineOverlay)
export const EnginePane = lazily(async () => (await loadParts())?.EnginePane ?? (() => null))
export const EngineTasks = lazily(async () => (await loadParts())?.EngineTasks ?? (() => null))
export const EvaluationBar = lazily(async () => (await import('./parts.ts')).EvaluationBar)

/** The views that need to know the engines; what went wrong has been said. */
async function loadParts() {
  await loadEngines()
  return areEnginesKnown.value ? await import('./parts.ts') : undefined
}
