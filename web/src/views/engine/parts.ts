/** The engine's views and what they do, in one chunk that is loaded when an engine is first asked for. */
export { findEngines } from '../../state/engines/find.ts'
export { toggleAnalysis } from '../../state/engines/analysis.ts'
export { EngineOverlay } from './EngineOverlay.tsx'
export { EnginePane } from './EnginePane.tsx'
export { EvaluationBar } from './EvaluationBar.tsx'
