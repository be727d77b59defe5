/** Issues of jsonl. */
export const jsonl = {
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
} as const
