/**
 * The database: import everything, search any position, explore openings.
 * @module ludograph/database
 */
export { WriteError, type DiskTrouble } from './catalogue/write-error.ts'
export {
  addAlias,
  AliasError,
  listAliases,
  namesOfPlayer,
  removeAlias,
  spellingsOf,
  type Alias,
} from './collections/aliases.ts'
export { isClusterAddress, nameOfCluster, parseClusterAddress, type ClusterAddress } from './stores/cluster/address.ts'
export { Cluster, liveCondition, liveUnits, type LoadedUnit } from './stores/cluster/cluster.ts'
export * from './stores/cluster/cluster-store.ts'
export { loadDatabase, type LoadOptions, type LoadReport } from './stores/cluster/load.ts'
export * from './stores/cluster/upkeep.ts'
export { type Server } from './stores/cluster/server.ts'
export * from './stores/published-store.ts'
export * from './stores/store.ts'
export {
  addLabel,
  countLabels,
  dropLabel,
  LabelError,
  labelsOf,
  listNotes,
  removeLabel,
  setLabels,
  type LabelCount,
} from './collections/labels.ts'
export {
  backUpLabels,
  backUpLabelsOf,
  restoreLabels,
  type BackedUpGame,
  type LabelsBackup,
  type RestoredLabels,
} from './collections/backup.ts'
export { forgetAbsent, listAbsent, type AbsentGame } from './collections/identity.ts'
export {
  listSavedSearches,
  removeSavedSearch,
  SavedSearchError,
  saveSearch,
  type SavedSearch,
} from './collections/saved-searches.ts'
export * from './database.ts'
export * from './names/entities.ts'
export type { ListedEvent, ListedPlayer } from './names/name-lists.ts'
export * from './names/head-to-head.ts'
export * from './names/records.ts'
export type { Edition } from './names/editions.ts'
export { TIE_BREAKS, usualTieBreaks, type EventKind, type TieBreak } from './names/tie-breaks.ts'
export * from './upkeep/duplicates.ts'
export * from './search/explore.ts'
export * from './search/explore-tree.ts'
export * from './import/import.ts'
export type { ImportSource } from './import/import-source.ts'
export * from './upkeep/merge-duplicates.ts'
export * from './upkeep/migrate.ts'
export * from './export/parquet.ts'
export * from './export/publish.ts'
export type { CatalogueState } from './recover/damaged-catalogue.ts'
export * from './recover/recover.ts'
export * from './upkeep/rebuild-index.ts'
export * from './import/remove-sources.ts'
export * from './import/save.ts'
export * from './search/describe-exploration.ts'
export * from './search/describe-patterns.ts'
export * from './search/patterns.ts'
export * from './search/search.ts'
export * from './names/sources.ts'
export * from './names/suggest-aliases.ts'
export * from './upkeep/verify.ts'
