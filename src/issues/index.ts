/**
 * Issues and errors as data, and the sentences for people in every language. Imports nothing.
 * @module ludograph/issues
 */
export * from './catalogue.ts'
export * from './collector.ts'
export * from './describe.ts'
export * from './english/language.ts'
export * from './errors.ts'
export * from './issue.ts'
export * from './languages.ts'
