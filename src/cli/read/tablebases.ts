/** Endgame tablebases by what users name: a folder of Syzygy tables, or the address of a service. */
import { openSyzygyFolder } from '../../node/syzygy-folder.ts'
import { isServiceAddress, ServiceTablebase, type Tablebase } from '../../tablebases/index.ts'

/** Opens a tablebase. Throws FormatError for a place that holds none, and the system's error for one that cannot be read. */
export function openTablebase(place: string): Tablebase {
  return isServiceAddress(place) ? new ServiceTablebase(place) : openSyzygyFolder(place)
}
