/** fast-check as the tests use it, under the name that it usually has. */
export * as default from './fast-check.ts'
