/**
 * fast-check with one seed for all properties, so that a quick run tries the same examples every time and fails where a
 * change is to blame. A full run tries others each time; what it finds prints its own seed. A small one tries fewer.
 */
import * as fc from 'fast-check'
import { isFullRun, lessened } from './scale.ts'

if (!isFullRun) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_123 })

/** Examples of a property that does not say how many. */
const USUAL_RUNS = 100

export * from 'fast-check'

/** Checks a property with as many examples as the run has. */
export function assert<Ts>(property: fc.IAsyncProperty<Ts>, parameters?: fc.Parameters<Ts>): Promise<void>
export function assert<Ts>(property: fc.IProperty<Ts>, parameters?: fc.Parameters<Ts>): void
export function assert<Ts>(
  property: fc.IProperty<Ts> | fc.IAsyncProperty<Ts>,
  parameters: fc.Parameters<Ts> = {},
): void | Promise<void> {
  return fc.assert(property, { ...parameters, numRuns: lessened(parameters.numRuns ?? USUAL_RUNS, 20) })
}
