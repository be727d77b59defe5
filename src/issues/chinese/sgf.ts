/** Issues of sgf. */
import type { Translated } from '../catalogue.ts'
import type { sgf as english } from '../english/sgf.ts'

export const sgf: Translated<typeof english> = {
  'sgf/undecodable': '有些字节不是 {encoding} 文字',
  'sgf/undecodable-value': '{property} 中的字节不是 {encoding} 文字',
  'sgf/unclosed-tree': '缺少对局的最后一个括号',
  'sgf/text-between': '对局之后的文字被略过：{text}',
  'sgf/small-identifier': '属性 {property} 没有大写字母',
  'sgf/unclosed-value': '{property} 的一个值没有结束',
  'sgf/bracket-in-text': '{property} 中有未转义的括号',
  'sgf/stray-text': '值以外的文字被略过：{text}',
  'sgf/unread-move': '{property}[{value}] 不是此棋盘上的着法',
  'sgf/unread-value': '{property} 的值未知，原样保留：{value}',
  'sgf/game-info': '根节点之后的对局信息留在原处，不在对局信息中',
  'sgf/stale-private': '{property} 保存的内容与其余部分不符，另行保留',
  'sgf/implied-handicap': 'HA 指明的 {stones} 颗让子没有摆出，放在通常的位置',
  'sgf/encoding-guessed': '棋谱没有说明文字编码，按 {encoding} 读取',
  'sgf/encoding-other': '文字不是 CA 所说的编码，按 {encoding} 读取',
  'sgf/board-too-large': '{columns}×{rows} 的棋盘过大',
  'sgf/bad-board': '棋盘不成立：{reason}',
  'sgf/unknown-game': 'GM[{number}] 不是已知的棋类；可读取围棋（1）和黑白棋（2）的 SGF',
  'sgf/other-game': '这是 {game}（GM[{number}]）的对局；可读取围棋（1）和黑白棋（2）的 SGF',
  'sgf/bad-size': 'SZ[{value}] 不是棋盘大小，采用常用大小',
  'sgf/bad-start': '起始局面无法写入：{reason}',
  'sgf/board-size': 'SGF 的棋盘每边最多 {side} 点，不能是 {columns}×{rows}',
  'sgf/no-private': '有些内容 SGF 没有对应属性，又不要私有属性，故被略去',
  'sgf/root-property': '根节点之后的节点中单独的 FF 或 GM 被略去',
  'sgf/unwritable-move': '走到棋盘外的着法被略去',
  'sgf/closed-text': '文字末尾缺少的括号已补上',
  'sgf/bytes-as-text': '{property} 中不是文字的字节已按文字写出',
  'sgf/characters': '{encoding} 中没有的 {count} 个字符写成“?”：{characters}',
}
