/** Endgame tablebases by what users name: the address of a service. */
import { ServiceTablebase, type Tablebase } from '../tablebases/index.ts'

/** Opens a tablebase. Throws FormatError for a place that holds none. */
export function openTablebase(place: string): Tablebase {
  return new ServiceTablebase(place)
}
