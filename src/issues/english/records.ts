/** Issues of records. */
export const records = {
  'loss/game': '{format} cannot store {game} games',
  'loss/unreadable': 'the entry could not be read',
  'loss/native': '{format} cannot store data specific to {source}: {names}',
  'loss/about': '{format} has no room for the text about the whole file',
  'loss/unread-parts': 'unreadable files were not converted: {names}',
  'files/unfinished-change':
    'a change was interrupted; the state before it is shown, and the next change will restore it on disk',
  'files/foreign-journal': 'an undo journal is ignored: {reason}',
  'rules/illegal-move': 'illegal move {move} at ply {ply}',
  'rules/null-move': 'null move {move} at ply {ply}',
  'rules/bad-start': 'the start position is invalid: {reason}',
  'rules/result': '{winner} wins in the final position, but the recorded result differs',
  'rules/result-draw': 'the final position is a draw, but the recorded result differs',
  'rules/go-ko': '{move} retakes a ko immediately',
  'rules/go-superko': '{move} repeats an earlier whole-board position',
  'rules/go-suicide': '{move} captures {count:stone|stones} of its own colour',
  'rules/go-turns': '{move} is the second move in a row by {side}',
  'record/date': 'not a real date: {date}',
  'book/size': '{rest:byte follows|bytes follow} the last whole entry of the book',
  'table/characters': '{count:character|characters} missing in {encoding}, written as “?”: {characters}',
} as const
