/** Errors of engines, by their code. */
export const engineErrors = {
  'engine/ended': 'the engine ended: {detail}',
  'engine/closed': 'the engine was ended',
  'engine/silent': 'the engine did not answer for {seconds:second|seconds}',
  'engine/flood': 'the engine printed more than {most:character|characters} without an answer',
  'engine/long-line': 'the engine printed a line of more than {most:character|characters}',
  'engine/control': 'a command for an engine must be one line without control characters',
  'engine/refused': 'the engine refused “{command}”: {text}',
  'engine/game': '{name} does not play this game ({game})',
  'engine/illegal-move': 'the engine answered with an impossible move: {move}',
  'engine/position': 'engines cannot take this position: {reason}',
  'engine/unread': 'a move before this position could not be read',
  'engine/option': 'the engine has no option {name}',
  'engine/option-value': 'the option {name} of the engine cannot be {value}',
  'engine/settings': 'the list of engines {path} cannot be read: {detail}',
} as const
