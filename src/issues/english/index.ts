/** The sentences of issues in English. They define which issues exist, and the parameters of each. */
import { chess } from './chess.ts'
import { goOthello } from './go-othello.ts'
import { xiangqi } from './xiangqi.ts'

/** Issues of records, servers and databases. */
export const records = {
  // Records, in any format.
  'text/encoding-guessed': 'nothing says how the text is encoded; read as {encoding} ({percent} % sure)',
  'text/control-characters': 'control characters in the name {name}: the text may be in another encoding',
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
  'rules/variant': 'there are no rules of the variant {variant} here: its moves are not checked',
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
  // JSON lines.
  'jsonl/long-line': 'the line is longer than {most} bytes',
  'jsonl/bad-utf8': 'bytes that are not UTF-8 were read as U+FFFD',
  'jsonl/bad-json': 'the line is not JSON: {reason}',
  'jsonl/more-issues': '{count:more issue of this line is|more issues of this line are} not listed',
  'jsonl/wrong-type': 'wrong type; expected {what}',
  'jsonl/unknown-property': 'unknown property',
  'jsonl/missing-property': '{property} is missing',
  'jsonl/bad-tree': 'node {node} does not fit into the tree; it and all nodes after it are dropped',
  'jsonl/bad-move': 'the number {move} is not a move',
  'jsonl/too-large': 'the record is too large for one line',
  'jsonl/off-board': 'the move {move} is off the board',
  'jsonl/other-move': 'the move {move} belongs to another kind of game',
  // Servers.
  'text/left-out': 'part of no game, and left out: {text}',
  'epd/bad-line': 'not a position: {text}',
  'epd/unread': 'not understood behind a position: {text}',
  'epd/unread-move': 'not a move here: {text}',
  'servers/bad-json': 'not valid JSON: {reason}',
  'servers/bad-line': 'not a puzzle: {text}',
  'servers/bad-moves': 'some moves could not be read',
  'servers/cut': 'the file ends within a game, which is left out',
  'servers/no-game': 'an object that is not a game with moves',
  'gib/unread-move': 'not a move: {line}',
  'ngf/bad-size': '“{size}” is not a board size; 19 is used',
  'ngf/unread-move': 'not a move on this board: {line}',
  'ugf/bad-size': 'Size={size} is not a board size; 19 is used',
  'ugf/unread-move': 'not a move on this board: {line}',
  'ugf/unknown-line': 'a line of [Data] is not a move: {line}',
  'ugf/unknown-figure-line': 'a line of [Figure] is not a move: {line}',
  'ugf/unknown-review-line': 'a line of [ReviewNode] is not a node: {line}',
  'ugf/review-differs': 'the review has a different move from the game: {line}',
  'ugf/lost-comment': 'a comment on node {number}, which does not exist: {text}',
  'ugf/lost-text': 'a text on move {move}, which does not exist',
  // Databases.
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

/** All of them. Put together when one is needed: what has no issues, as most small files, does not wait for it. */
export const allSentences = () => ({
  ...records,
  ...chess,
  ...goOthello,
  ...xiangqi,
})
