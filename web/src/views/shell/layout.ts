/** Windows too narrow for the panel beside the board; the style sheets say the same. */
export const NARROW = '(max-width: 60rem) and (orientation: portrait), (max-width: 40rem)'

/** Windows in which the list of games folds. */
export const FOLDED_LIST = '(max-width: 60rem)'

/** Windows in which the list of games is a table. */
export const WIDE = '(min-width: 80rem)'
