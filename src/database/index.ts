/**
 * The database: import everything, search any position, explore openings.
 * @module ludograph/database
 */
export * from './aliases.ts'
export * from './conditions.ts'
export * from './database.ts'
export * from './entities.ts'
export * from './duplicates.ts'
export * from './explore.ts'
export * from './explore-tree.ts'
export * from './import.ts'
export type { ImportSource } from './import-source.ts'
export * from './merge-duplicates.ts'
export * from './parquet.ts'
export * from './pattern.ts'
export * from './rebuild-index.ts'
export * from './remove.ts'
export * from './save.ts'
export * from './search.ts'
export * from './sources.ts'
export * from './suggest-aliases.ts'
export * from './verify.ts'
