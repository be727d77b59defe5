/**
 * Positions as pictures: SVG of a board of any of the four games.
 * @module ludograph/diagrams
 */
export { drawDiagram, type DiagramOptions } from './diagram.ts'
