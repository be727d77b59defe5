/** Issues of database. */
export const database = {
  'database/about': 'a database has no room for the text about the whole file',
  'database/source-count': '{path} has {count:game|games}; its import counted {stated}',
  'database/game-number': 'two games have the same number',
  'database/segment': '{reason}; ludograph reindex rebuilds the index',
  'files/unreadable': 'the file cannot be read: {reason}',
  'files/damaged-within': 'part of the file could not be decompressed: {reason}',
  'database/source-number': 'two sources have the same number',
  'database/source-range': '{path} and another source have the same game numbers',
  'database/alias-twice': '{name} is an alias twice',
  'database/tombstone-file': 'there are tombstones for {name}, which is not a file of the index',
  'database/segment-row': 'the catalogue and the header of {name} disagree; ludograph reindex rebuilds the index',
  'database/stray-positions':
    'the index has positions of {count:game|games} that do not exist, the first with number {first}; ludograph reindex rebuilds the index',
  'database/unlisted-files':
    'the folder of the index has {count:file|files} that nothing uses; the next change of the database deletes what it can',
  'database/manifest': 'positions.json does not list the files that are there; the next change corrects it',
  'database/catalogue': 'the catalogue cannot be read: {detail}',
  'database/game-source': 'game {id}: the number does not match the source',
  'database/game-record': 'game {id}: the record cannot be read: {detail}',
  'database/game-column': 'game {id}: the column {column} differs from its record',
  'database/game-positions':
    'game {id}: the positions in the index differ from its moves; ludograph reindex rebuilds the index',
  'database/game-facts':
    'game {id}: the result, rating or year in the index differs from its record; ludograph reindex rebuilds the index',
  'database/index-column':
    'game {id}: the column {column} in the index differs from the catalogue; ludograph reindex rebuilds the index',
  'database/more': '{count:more problem|more problems} of kind {id}',
} as const
