/**
 * Endgame tablebases of chess: how positions with few men end, from Syzygy tables or a service that the
 * caller names. The contract is in tablebase.ts. Imports the model, bytes and rules only, and no Node module.
 * @module ludograph/tablebases
 */
export { describeTablebaseAnswer, type DescribedTablebaseAnswer, type DescribedTablebaseMove } from './describe.ts'
export { isServiceAddress, ServiceTablebase, type ServiceOptions } from './service.ts'
export { SyzygyTablebase } from './syzygy/syzygy.ts'
export { CATEGORIES, countMen, hasFewMen, opposite, type Category } from './tablebase.ts'
export type { Tablebase, TablebaseAnswer, TablebaseFacts, TablebaseMove } from './tablebase.ts'
