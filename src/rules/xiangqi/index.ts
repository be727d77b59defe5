/**
 * The rules of xiangqi.
 *
 * {@link xiangqi} is the interface that all games share. {@link moveFault} tells readers of real files why a move is
 * not legal. Openings and searches that treat a position and its mirror image as one use `canonicalKey`, {@link
 * mirrorPosition}, and `transformMove` for moves.
 */
export { START_FEN as XIANGQI_START_FEN } from './position-text.ts'
export { moveFault, type MoveFault } from './legality.ts'
export { perft as xiangqiPerft } from './perft.ts'
export { XiangqiPosition, type XiangqiSetup } from './position.ts'
export { exchangeColours, mirrorPosition } from './symmetry.ts'
export { xiangqi } from './rules.ts'
