/**
 * Results of Go in the words of people and servers, in English, Chinese, Japanese, Korean, French and Russian:
 * `White wins by 3.5`, `黑中盘胜`, `黒中押し勝ち`, `백 불계승`, `白胜1又3/4子`. A colour alone is no winner: what stands in the place
 * of a result is often the title of a problem (`黑先活`, `Black to play`) or the komi (`黑贴6.5目`).
 */
import { otherColour, type Colour } from '../model/move.ts'
import type { Result } from '../model/result.ts'
import { findAmount, plainText } from './go-amount.ts'

type Way = NonNullable<Result['by']>

const COLOURS =
  /\b(?<black>black|noirs?)\b|(?<black2>黑|黒|흑|ч[её]рн[а-я]*)|\b(?<white>white|blancs?)\b|(?<white2>白|백|бел[а-я]*)/giu

/** Words that say that the colour before them won; 승부 and 胜负 are the game and its outcome. */
const WINS =
  /\bw[io]ns?\b|\bwinner\b|\bbeats?\b|\bdefeats\b|胜(?![负率])|勝(?![負敗率])|贏|赢|승(?![부률])|\bgagn|\bvictoire|выигр|побе[дж]/iu
/** Words that say that it lost. */
const LOSES = /\bloses?\b|\blost\b|(?<!胜)负|(?<!勝)負|败|(?<!勝)敗|输|輸|패|\bperd|проигр/iu
/** What the loser does. */
const GIVES_UP =
  /\bresign(?:s|ed)?\b|认输|認輸|投了|投子|\babandonne|сда[лё]|сдаю?тся|\btimes? out\b|\btimed out\b|\bran out of time\b|超时|超時|時間切れ|시간패|\bforfeit(?:s|ed)?\b|弃权|棄権|棄權|기권(?!승)/iu
/** How the winner won: the words name the winner too. */
const GETS = /中盘|中盤|中押|불계/u

const WAYS: readonly (readonly [words: RegExp, by: Way])[] = [
  [/resign|中盘|中盤|中押|불계|认输|認輸|投了|投子|abandon|сда[лёю]|сдач/iu, 'resignation'],
  [/\btime|超时|超時|时间|時間|시간|\btemps\b|врем/iu, 'time'],
  [/forfeit|기권|棄権|弃权|棄權|不戦|不戰|неявк/iu, 'forfeit'],
]

const DRAWS = /\bdraws?\b|\bdrawn\b|\bjigo\b|\btie\b|和棋|和局|平局|持碁|引き?分け?|무승부|빅|\bnulle?\b|ничья/iu
const BOTH_LOSE =
  /\bboth(?:\s+(?:players|sides))?\s+lo[so]e?\b|両負|両者負|双方负|双负|两败|雙方負|쌍방\s*패|양패|\bles deux perdent|оба проигр/iu
const NO_RESULT = /\bno\s+result\b|無勝負|无胜负|無勝敗|무효|\bvoid\b|\bsans résultat|без результата/iu

/** What a problem asks for, what might be, and what was not: no result. */
const NO_VERDICT =
  /\bto\s+(?:play|move|kill|live|win|capture|escape|connect)\b|\bplays?\s+and\b|\bfirst\b|\bmoves?\s+next\b|[黑黒白]先(?!番)|先手|手番|[흑백]\s*선|\bà jouer|\bjouent? et\b|начинают|ход\s+(?:ч|б)|\bnot\b|n't\b|\bwould\b|\bcould\b|\bcan\b|\bif\b|\bне\b/iu

/** Reads a result in words, and keeps the words; undefined if they say neither who won nor that nobody did. */
export function parseResultWords(text: string): Result | undefined {
  const words = plainText(text)
  if (BOTH_LOSE.test(words)) return { outcome: 'both-lose', text }
  if (NO_RESULT.test(words)) return { outcome: 'void', text }
  const found = findWinner(words)
  if (!found) return DRAWS.test(words) && !NO_VERDICT.test(words) ? { outcome: 'draw', text } : undefined
  const result: Result = { outcome: 'win', winner: found.winner, text }
  const clause = words.slice(found.from)
  if (found.isPlus) {
    const { isAll: _isAll, ...detail } = parseResultDetail(clause)
    return { ...result, ...detail }
  }
  const by = WAYS.find(([way]) => way.test(clause))?.[1]
  const margin = by === undefined ? findAmount(clause)?.points : undefined
  if (by !== undefined) result.by = by
  if (margin !== undefined && isMargin(margin)) result.margin = margin
  return result
}

/** Reads what follows the winner and a plus: `3.5`, `R`, `2 (moves beyond 250 not known)`. */
export function parseResultDetail(detail: string): Pick<Result, 'by' | 'margin'> & { isAll: boolean } {
  const words = plainText(detail).trim()
  const way = /^(?:(?<r>r|res\.?|resign(?:s|ed|ation)?)|(?<t>t|time|timeout)|(?<f>f|forfeit))(?![a-z])/i.exec(words)
  if (way) {
    const by: Way =
      way.groups!['r'] === undefined ? (way.groups!['t'] === undefined ? 'forfeit' : 'time') : 'resignation'
    return { by, isAll: way[0].length === words.length }
  }
  const amount = findAmount(words)
  if (amount?.start === 0 && /^(?![\p{L}0-9.,/+-])/u.test(words.slice(amount.end)) && isMargin(amount.points)) {
    return { margin: amount.points, isAll: amount.end === words.length }
  }
  const by = WAYS.find(([named]) => named.test(words))?.[1]
  return by === undefined ? { isAll: words === '' } : { by, isAll: false }
}

/** Whether points can be a margin: Fox writes codes such as 0.02 where it has none. */
function isMargin(points: number): boolean {
  return points === 0 || points >= 0.5
}

/** The winner, and where the words begin that say so. */
function findWinner(words: string): { winner: Colour; from: number; isPlus?: boolean } | undefined {
  const plus = /^\s*(?:(?<black>black|黑|黒|흑)|white|白|백)\s*\+\s*/iu.exec(words)
  if (plus) return { winner: plus.groups!['black'] === undefined ? 2 : 1, from: plus[0].length, isPlus: true }
  if (NO_VERDICT.test(words)) return undefined
  const colours = [...words.matchAll(COLOURS)].map(({ index, groups }) => ({
    index,
    colour: (groups!['black'] ?? groups!['black2']) === undefined ? (2 as const) : (1 as const),
  }))
  const wins = words.search(WINS)
  const loses = words.search(LOSES)
  const gets = words.search(GETS)
  const givesUp = words.search(GIVES_UP)
  const verb = [loses, wins, gets, givesUp].find((at) => at >= 0)
  if (verb === undefined || colours.length === 0) return undefined
  const named = colours.findLast(({ index }) => index < verb) ?? colours[0]!
  const isLoser = loses >= 0 || (wins < 0 && gets < 0)
  return { winner: isLoser ? otherColour(named.colour) : named.colour, from: named.index }
}
