/** The settings file that ChessBase keeps beside a database, of either generation. docs/formats/chessbase.md, Files. */
import type { Source } from '../../bytes/source.ts'
import { SETTINGS_EXTENSION } from './parts.ts'
import type { TextReader } from './text.ts'

/** The longest settings file that is read. */
const MAX_SETTINGS = 1 << 16

/** The title that ChessBase shows for a database; undefined if its settings give it none. */
export function settingsTitle(
  files: { part(extension: typeof SETTINGS_EXTENSION): Source | undefined },
  text: TextReader,
): string | undefined {
  const settings = files.part(SETTINGS_EXTENSION)
  if (!settings) return undefined
  const lines = text.field(settings.read(0, MAX_SETTINGS))
  return /^Title=(.+?)\r?$/m.exec(lines)?.[1]
}
