/** Why tests do not run on a machine. */

/** What tests may need and a machine may lack, by the names that `LUDOGRAPH_REQUIRE` takes. */
export const NEEDS = [
  'corpus',
  'browser',
  'platform',
  'clickhouse',
  'spark',
  'git',
  'scid',
  'syzygy',
  'python',
  'tool',
] as const

export type Need = (typeof NEEDS)[number]

/** Why a test or a group of tests did not run. */
export interface SkipReason {
  /** What is missing; `nothing` for a test that was skipped without a reason. */
  need: Need | 'nothing'
  reason: string
}
