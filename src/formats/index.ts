/**
 * The formats Ludograph knows, as a list of values. A caller may narrow it;
 * there is no registry.
 * @module ludograph/formats
 */
import type { Format } from './format.ts'

export * from './feature.ts'
export * from './format.ts'

/** Every format, in alphabetical order of its id. */
export const FORMATS: readonly Format[] = []
