/**
 * Studies of a database: dossiers of players, with what they play, where they score, and what they played first; reports
 * of openings.
 * @module ludograph/study
 */
export * from './dossier.ts'
export type { ClockReport } from './clocks.ts'
export type { Deviation } from './deviations.ts'
export type { ScoredLine } from './extremes.ts'
export type { RepertoireGap, RepertoireMeeting } from './meeting.ts'
export type { DatabaseShare, TreeMove, Trend } from './move-tree.ts'
export { dossierPage } from './dossier-page.ts'
export { dossierRecords } from './dossier-records.ts'
export { treeRecord, type TreeRecordOptions } from './tree-record.ts'
export type { Ending, Placement, Plans } from './line-walk.ts'
export * from './report.ts'
export { reportPage, reportRecords } from './report-page.ts'
export * from './check-repertoire.ts'
