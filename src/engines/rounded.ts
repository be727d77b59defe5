/**
 * What is meaningful of an engine's value: a winning chance to a hundredth of a percent, points to a hundredth. More digits
 * are noise of the search, and formats hold no more.
 */

/** A chance from 0 to 1, to four digits. */
export function roundedChance(chance: number): number {
  return Math.round(Math.max(0, Math.min(1, chance)) * 10_000) / 10_000
}

/** Points of a lead, to two digits. */
export function roundedLead(points: number): number {
  // Adding 0 makes 0 of -0.
  return Math.round(points * 100) / 100 + 0
}
