/**
 * The rules of xiangqi.
 *
 * {@link xiangqi} is the contract that all games share. A reader of real files asks {@link moveFault} why a
 * move is not legal. Openings and searches that take a position and its mirror image for one use `canonicalKey`,
 * {@link mirrorPosition}, and `transformMove` for moves.
 */
export { START_FEN as XIANGQI_START_FEN } from './position-text.ts'
export { moveFault, type MoveFault } from './legality.ts'
export { perft as xiangqiPerft } from './perft.ts'
export { XiangqiPosition, type XiangqiSetup } from './position.ts'
export { exchangeColours, mirrorPosition } from './symmetry.ts'
export { xiangqi } from './rules.ts'
