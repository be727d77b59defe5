/** What formats are called in sentences, by their ids; the same in every language. */
export const FORMAT_NAMES: Readonly<Record<string, string>> = {
  chessbase: 'ChessBase',
  'chess-assistant': 'Chess Assistant',
  ggf: 'GGF',
  gib: 'GIB',
  jsonl: 'JSON lines',
  ngf: 'NGF',
  'othello-text': 'Othello text',
  pgn: 'PGN',
  sgf: 'SGF',
  ugf: 'UGF',
  wei7: 'wei7',
  wthor: 'WTHOR',
  xqf: 'XQF',
}
