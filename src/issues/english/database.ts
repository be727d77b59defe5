/** Issues of database. */
export const database = {
  'database/source-count': '{path} has {count:game|games}, its import counted {stated}',
  'database/game-number': 'two games have the same number',
  'database/segment': '{reason}; ludograph reindex rebuilds the index',
  'database/index-count': 'the position index has {indexed:game|games} of {game}, the catalogue {count}',
  'files/unreadable': 'the file cannot be read: {reason}',
} as const
