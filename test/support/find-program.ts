/** Where programs of the system are. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The path of a program in the PATH, in Debian's folder of games, or in the folder of `LUDOGRAPH_ENGINES`; an empty one
 * leaves only the PATH.
 */
export function findProgram(name: string): string | undefined {
  const engines = process.env['LUDOGRAPH_ENGINES']
  const others = engines === '' ? [] : ['/usr/games', engines ?? '']
  return [...(process.env['PATH'] ?? '').split(delimiter), ...others]
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
}

/** The Tcl interpreter with the commands of Scid, which the Debian package has; `LUDOGRAPH_SCID` names another one. */
export function findScid(): string | undefined {
  return process.env['LUDOGRAPH_SCID'] ?? findProgram('tkscid')
}
