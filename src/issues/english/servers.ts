/** Issues of servers. */
export const servers = {
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
} as const
