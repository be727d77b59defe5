/** Chooses the scan for what is searched. */
import type { Game } from '../model/record.ts'
import { hasStones } from '../positions/main-line.ts'
import { USUAL_SIZE } from '../model/record.ts'
import { ImageScan } from './image-scan.ts'
import type { Material } from './material.ts'
import { MenScan } from './men-scan.ts'
import { NeighbourScan } from './neighbour-scan.ts'
import type { Pattern } from './pattern.ts'
import { orientedPlaces } from './placed.ts'
import type { LineScan, ScanOptions } from './scan.ts'

/** What the main line of a game must show in one of its positions. */
export interface LineConditions {
  pattern?: Pattern
  material?: Material
}

/** Images on a board beyond which a scan by neighbourhoods is faster. */
const MAX_IMAGES = 512

/** A scan of the lines of a game for what they must show; undefined when nothing is asked of them. */
export function makeScan(
  game: Game,
  { pattern, material }: LineConditions,
  options: ScanOptions,
): LineScan | undefined {
  if (!hasStones(game)) return new MenScan(game, pattern, material, options)
  if (!pattern) return undefined
  return countImages(pattern) <= MAX_IMAGES ? new ImageScan(pattern, options) : new NeighbourScan(pattern, options)
}

/** How many images a pattern has on a usual board, about. */
function countImages(pattern: Pattern): number {
  const { columns, rows } = pattern.board ?? USUAL_SIZE[pattern.game]
  return orientedPlaces(pattern, columns, rows).reduce(
    (sum, { lefts, tops }) => sum + (lefts[1] - lefts[0] + 1) * (tops[1] - tops[0] + 1),
    0,
  )
}
