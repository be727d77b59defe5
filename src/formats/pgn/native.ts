/**
 * What a record keeps of PGN that the model has no place for, under
 * `native.pgn`: `repeatedTags`, pairs of name and value; `lines`, text between
 * games and lines behind `%`.
 */
export const NATIVE_ID = 'pgn'
