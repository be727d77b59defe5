/**
 * The database: import everything, search any position, explore openings.
 * @module ludograph/database
 */
export { WriteError, type DiskTrouble } from './catalogue/write-error.ts'
export * from './names/aliases.ts'
export * from './database.ts'
export * from './names/entities.ts'
export * from './upkeep/duplicates.ts'
export * from './search/explore.ts'
export * from './search/explore-tree.ts'
export * from './import/import.ts'
export type { ImportSource } from './import/import-source.ts'
export * from './upkeep/merge-duplicates.ts'
export * from './export/parquet.ts'
export * from './upkeep/rebuild-index.ts'
export * from './upkeep/remove.ts'
export * from './import/save.ts'
export * from './search/describe-exploration.ts'
export * from './search/search.ts'
export * from './names/sources.ts'
export * from './names/suggest-aliases.ts'
export * from './upkeep/verify.ts'
