/** Issues of ccbridge. */
import type { Translated } from '../catalogue.ts'
import type { ccbridge as english } from '../english/ccbridge.ts'

export const ccbridge: Translated<typeof english> = {
  'ccbridge/record-version': '记录版本 {version} 比已知的新，按版本 2 读取',
  'ccbridge/flags': '着法有未知的标志（{flags}），其后的着法未读取',
  'ccbridge/missing-record': '索引列出的记录不在文件中',
  'ccbridge/moved-record': '记录不在索引所说的位置，按 GUID 找到',
  'ccbridge/index-cut': '索引声称有 {stated} 项，文件只容得下 {found} 项',
  'ccbridge/unknown-state': '未知的条目状态 {state}',
  'ccbridge/guid': '索引与记录的 GUID 不同，象棋桥不接受这样的记录',
  'ccbridge/inflated-size': '文件声称有 {stated} 字节的棋谱，实有 {found} 字节',
  'ccbridge/damaged-games': '压缩的棋谱已损坏，损坏之前的已读取',
}
