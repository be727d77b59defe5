/** Shapes in the database behind the page: the games that the list shows are those that are searched. */
import type { GameRecord } from '../../../../src/model/record.ts'
import { words } from '../../words/index.ts'
import { ApiError, linesOf, request, requestJson } from '../database/server.ts'
import { changeFilter, type Filter } from '../database/filter.ts'
import { showGameOfDatabase } from '../database/view.ts'
import type { ShapeAnswer, ShapeSource } from './shape-source.ts'

const headers = { Accept: 'application/x-ndjson' }

/** @param filter which games are searched; a position or a kind of game in it is ignored */
export function servedShapes(filter: Filter): ShapeSource {
  const { fen: _, game: __, ...conditions } = filter
  return {
    async search({ game, pattern, max }, signal, onPart) {
      const parameters = { ...refined(conditions, pattern), game, pattern, max }
      const response = await request('patterns', parameters, { headers, signal })
      for await (const line of linesOf(response)) {
        const { share, ...answer } = JSON.parse(line) as ShapeAnswer & { share: number }
        if (share === 1) return answer
        onPart(answer, share)
      }
      throw new ApiError(() => words.databaseSilent)
    },
    list: ({ game, pattern }) => changeFilter({ game, pattern }),
    record: async ({ id }, signal) => await requestJson<GameRecord>(`games/${id}`, {}, signal),
    show: ({ id }, node) => showGameOfDatabase(id, node),
  }
}

/** Conditions that hold beside a pattern: another one, whose games are listed, is a condition of an expression. */
function refined({ pattern: listed, where, ...conditions }: Filter, pattern: string): Filter {
  const terms = [where && `(${where})`, listed !== undefined && listed !== pattern && `pattern:"${listed}"`]
  const text = terms.filter(Boolean).join(' ')
  return { ...conditions, ...(text !== '' && { where: text }) }
}
