/** Issues of cbf. */
export const cbf = {
  'cbf/record': 'the record of the game is not in the file',
  'cbf/index-size': 'the index counts {stated:game|games} and has places for {count}',
  'cbf/end': 'the index ends at {stated}, the file has {size:byte|bytes}',
  'cbf/checksum': 'the checksum of the header is wrong',
  'cbf/record-size': 'the parts of the record and its size differ by {count:byte|bytes}',
  'cbf/start-position': 'the start position is invalid: {reason}',
  'cbf/moves': 'the moves cannot be read on: {reason}',
  'cbf/trailing': '{count:byte follows|bytes follow} the end of the moves',
  'cbf/annotations': '{count:annotation has|annotations have} no move, and {bytes:byte follows|bytes follow} them',
  'cbf/hyphen': 'the names cannot be told apart with certainty: {text}',
  'cbf/order': 'the record begins after the one behind it',
  'cbf/move-count': 'the header counts {stated:move|moves}, the game has {count}',
} as const
