/** Issues of ccbridge. */
export const ccbridge = {
  'ccbridge/record-version': 'record version {version} is newer than the known ones; read like version 2',
  'ccbridge/flags': 'a move has unknown flags ({flags}); the moves after it are not read',
  'ccbridge/missing-record': 'the index lists a record that the file does not have',
  'ccbridge/moved-record': 'the record is not where the index says; it was found by its GUID',
  'ccbridge/index-cut': 'the index claims {stated:entry|entries}; the file has room for {found}',
  'ccbridge/unknown-state': 'unknown state {state} of an entry',
  'ccbridge/guid': 'the GUIDs of the index and the record differ; CCBridge rejects such records',
  'ccbridge/inflated-size': 'the file states {stated} bytes of games and holds {found}',
  'ccbridge/damaged-games': 'the compressed games are damaged; those before the damage were read',
} as const
