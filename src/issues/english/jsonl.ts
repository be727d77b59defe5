/** Issues of jsonl. */
export const jsonl = {
  'jsonl/long-line': 'the line is longer than {most} bytes',
  'jsonl/bad-utf8': 'bytes that are not UTF-8 are read as U+FFFD',
  'jsonl/bad-json': 'the line is not JSON: {detail}',
  'jsonl/more-issues': '{count:more issue of this line is|more issues of this line are} not listed',
  'jsonl/wrong-type': 'wrong type, expected: {expected}',
  'jsonl/unknown-property': 'a property that records do not have',
  'jsonl/missing-property': '{property} is missing',
  'jsonl/bad-tree': 'node {node} does not fit into the tree; it and all after it are dropped',
  'jsonl/bad-move': 'the number {move} is not a move',
  'jsonl/too-large': 'the record is too large for a line',
  'jsonl/off-board': 'the move {move} is off the board',
  'jsonl/other-move': 'the move {move} is a move of another game',
} as const
