/** The position as a table for screen readers, which read it square by square. */
import { columnNames, rowName, type Geometry } from '../../board/geometry.ts'
import { pieceName } from '../../state/replay/spoken.ts'
import { words } from '../../words/index.ts'

export function BoardTable({ geometry, pieces }: { geometry: Geometry; pieces: readonly string[] }) {
  const { game, columns, rows } = geometry
  // Rows are counted from the first player's side in chess and xiangqi, and read from the top.
  const isUpward = game === 'chess' || game === 'xiangqi'
  const order = Array.from({ length: rows }, (_, place) => (isUpward ? rows - 1 - place : place))
  return (
    // A table cannot be made small, but its container can.
    <div class="unseen">
      <table aria-label={words.positionTable}>
        <thead>
          <tr>
            <td />
            {Array.from({ length: columns }, (_, column) => (
              <th key={column} scope="col">
                {game === 'xiangqi' ? 'abcdefghi'[column] : columnNames(geometry, column).bottom}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.map((row) => (
            <tr key={row}>
              <th scope="row">{game === 'xiangqi' ? row : rowName(geometry, row)}</th>
              {Array.from({ length: columns }, (_, column) => {
                const piece = pieces[row * columns + column]!
                return <td key={column}>{piece === '' ? '' : pieceName(game, piece)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
