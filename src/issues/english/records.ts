/** Issues of records. */
export const records = {
  'loss/game': '{format} cannot store {game} games',
  'loss/unreadable': 'the entry could not be read',
  'loss/native': '{format} cannot store data that only {source} knows: {names}',
  'loss/unread-parts': 'files nobody can read were not converted: {names}',
  'files/unfinished-change':
    'a change was cut short: this is the state before it, which the next change restores on the disk',
  'files/foreign-journal': 'an undo journal is ignored: {reason}',
  'rules/illegal-move': 'move {ply} ({move}) is illegal',
  'rules/null-move': 'move {ply} ({move}) passes',
  'rules/bad-start': 'the start position is invalid: {reason}',
  'rules/result': 'the final position is won by {winner}, but the recorded result differs',
  'rules/result-draw': 'the final position is a draw, but the recorded result differs',
  'rules/go-ko': '{move} retakes a ko at once',
  'rules/go-superko': '{move} repeats an earlier whole-board position',
  'rules/go-suicide': '{move} captures {count:stone|stones} of its own colour',
  'rules/go-turns': '{move} is the second move in a row by {side}',
  'record/date': 'there is no such day: {date}',
} as const
