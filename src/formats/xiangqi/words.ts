/** The words for results and kinds of records in texts of Chinese programs and sites, in both scripts. */

/** Words for results by the code of CCBridge (codes.ts); those that are written. */
export const RESULT_WORDS = ['未知', '红胜', '黑胜', '和局', '多种结果'] as const

/** Words for kinds by the code of CCBridge; those that are written. */
export const KIND_WORDS = ['', '实战全局/开局', '摆谱全局/开局', '实战中局/残局', '摆谱中局/残局'] as const

/** The code of a result in words, undefined for words that say none. Letters speak of Red: W, L, D. */
export function resultCodeOf(words: string): number | undefined {
  const text = words.normalize('NFKC').replaceAll(/\s+/g, '')
  if (text === '' || /^(?:未知|不详|\*|结果不明)$/.test(text)) return 0
  if (/^(?:红方?|紅方?|先)(?:先?胜|先?勝|赢)$|^(?:红先|紅先)(?:胜|勝)$|^(?:W|1-0)$/i.test(text)) return 1
  if (/^(?:黑方?|后|後)(?:先?胜|先?勝|赢)$|^(?:红|紅)?(?:方|先)?(?:负|負)$|^(?:L|0-1)$/i.test(text)) return 2
  if (/^(?:双方)?(?:先?和|和局|和棋|平局|红先和|言和|议和)$|^(?:D|1\/2-1\/2)$/i.test(text)) return 3
  return /^(?:多种结果|多種結果)$/.test(text) ? 4 : undefined
}

/** The code of a kind in words, undefined for words that say none. */
export function kindCodeOf(words: string): number | undefined {
  const isPlayed = /实战|實戰/.test(words)
  const isShown = /摆谱|擺譜|排局/.test(words)
  if (isPlayed === isShown) return undefined
  const isFromStart = /全局|开局|開局/.test(words)
  return (isPlayed ? 1 : 2) + (isFromStart ? 0 : 2)
}
