/** Chooses the scan for what is searched. */
import type { Game } from '../../model/record.ts'
import { hasStones } from '../../positions/main-line.ts'
import type { Material } from '../question/material.ts'
import { MenScan } from './men-scan.ts'
import type { Pattern } from '../question/pattern.ts'
import type { LineScan, ScanOptions } from './line-scan.ts'
import { StoneScan } from './stone-scan.ts'

/** What the main line of a game must show in one of its positions. */
export interface LineConditions {
  pattern?: Pattern
  material?: Material
}

/** A scan of the lines of a game for what they must show; undefined when nothing is asked of them. */
export function makeScan(
  game: Game,
  { pattern, material }: LineConditions,
  options: ScanOptions,
): LineScan | undefined {
  if (!hasStones(game)) return new MenScan(game, pattern, material, options)
  return pattern && new StoneScan(pattern, options)
}
