/** Issues of database. */
export const database = {
  'database/source-count': '{path} has {count:game|games}, its import counted {stated}',
  'database/game-number': 'two games have the same number',
  'database/segment': '{reason}; ludograph reindex rebuilds the index',
  'files/unreadable': 'the file cannot be read: {reason}',
  'database/source-number': 'two sources have the same number',
  'database/source-range': '{path} has game numbers that another source has too',
  'database/alias-twice': '{name} is an alias twice',
  'database/withdrawn-file': 'games are withdrawn from {name}, which is not a file of the index',
  'database/segment-row':
    'the catalogue has other numbers for {name} than the file itself; ludograph reindex rebuilds the index',
  'database/stray-positions':
    'the index has positions of {count:game|games} that do not exist, first of number {first}; ludograph reindex rebuilds the index',
  'database/manifest': 'positions.json does not list the files that are there; the next change corrects it',
  'database/catalogue': 'the catalogue cannot be read: {detail}',
  'database/game-source': 'game {id}: its number does not fit its source',
  'database/game-record': 'game {id}: its record cannot be read: {detail}',
  'database/game-column': 'game {id}: the column {column} differs from its record',
  'database/game-positions':
    'game {id}: the index has other positions than its moves; ludograph reindex rebuilds the index',
  'database/game-facts':
    'game {id}: the index has another result, rating or year than its record; ludograph reindex rebuilds the index',
  'database/more': '{count:more problem|more problems} of the kind {kind}',
} as const
