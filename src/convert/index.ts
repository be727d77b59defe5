/**
 * What can be done with records after reading them: find the format,
 * convert and list the losses, validate, inspect.
 * @module ludograph/convert
 */
export * from './convert.ts'
export * from './detect.ts'
export * from './features-used.ts'
export * from './inspect.ts'
export * from './losses.ts'
export * from './open.ts'
export * from './validate.ts'
