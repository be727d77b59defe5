/** Issues of cbf. */
import type { Translated } from '../catalogue.ts'
import type { cbf as english } from '../english/cbf.ts'

export const cbf: Translated<typeof english> = {
  'cbf/record': '文件中没有该局的记录',
  'cbf/index-size': '索引记有 {stated} 局，实有 {count} 局的位置',
  'cbf/end': '索引终于 {stated}，文件有 {size} 字节',
  'cbf/checksum': '文件头的校验和不对',
  'cbf/record-size': '记录各部分与其长度相差 {count} 字节',
  'cbf/start-position': '起始局面无效：{reason}',
  'cbf/moves': '着法无法继续读取：{reason}',
  'cbf/trailing': '着法结束后还有 {count} 字节',
  'cbf/annotations': '{count} 条注释没有对应的着法，其后还有 {bytes} 字节',
  'cbf/hyphen': '无法确定如何拆分姓名：{text}',
  'cbf/order': '记录的起点在下一条记录之后',
  'cbf/move-count': '棋局头记有 {stated} 回合，实有 {count} 回合',
}
