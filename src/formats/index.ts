/**
 * The formats Ludograph knows, as a list of values. A caller may narrow it;
 * there is no registry.
 * @module ludograph/formats
 */
import type { Format } from './format.ts'
import { RECOGNISED } from './recognised.ts'
import { wei7 } from './wei7/format.ts'
import { xqf } from './xqf/format.ts'

export * from './feature.ts'
export * from './format.ts'

/** Every format, in alphabetical order of its id; those that are only recognised at the end. */
export const FORMATS: readonly Format[] = [wei7, xqf, ...RECOGNISED]
