/**
 * fast-check with one seed for all properties, so that a quick run tries the same examples every time and fails where a
 * change is to blame. A full run tries others each time; what it finds prints its own seed.
 */
import fc from 'fast-check'
import { isFullRun } from './scale.ts'

if (!isFullRun) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_123 })

export { default } from 'fast-check'
