/**
 * The rules of the four games behind one contract.
 * @module ludograph/rules
 */
export * from './replay.ts'
export * from './rules.ts'
