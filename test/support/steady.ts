/**
 * An option of Node for processes that read TypeScript in several threads. Node 24 does that with WebAssembly, and its
 * engine can end the whole process ("Check failed: jit_page.has_value()") when two threads replace the code between
 * JavaScript and WebAssembly that all of them share; with this budget of calls it is never replaced. The kernel of the
 * program is not concerned: it calls no JavaScript. See `WasmImportWrapperCache::Free` in the stack, and https://github.com/nodejs/node/issues/64500.
 */
export const STEADY = '--wasm-wrapper-tiering-budget=1000000000'
