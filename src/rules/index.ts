/**
 * The rules of the four games behind one contract.
 * @module ludograph/rules
 */
export * from './go/index.ts'
export * from './replay.ts'
export * from './rules.ts'
export * from './symmetry.ts'
