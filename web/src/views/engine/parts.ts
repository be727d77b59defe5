/** The engine's views, in one chunk that is loaded when an engine is first wanted. */
export { EngineOverlay } from './EngineOverlay.tsx'
export { EnginePane, EngineTasks } from './EnginePane.tsx'
export { EvaluationBar } from './EvaluationBar.tsx'
