/** Issues of 2cbh. */
import type { Translated } from '../catalogue.ts'
import type { twoCbh as english } from '../english/2cbh.ts'

export const twoCbh: Translated<typeof english> = {
  '2cbh/head': '文件头中没有数字 {number}',
  '2cbh/trailer': '记录末尾的长度不对',
  '2cbh/checksum': '记录的校验和不对',
  '2cbh/unknown-tag': '记录的类型 {tag} 未知',
  '2cbh/move-from-nowhere': '{count} 着从空格出发，不改变局面',
  '2cbh/annotations-rest': '未知类型 {type} 的注释及其后的内容（{count} 字节）按字节保留',
  '2cbh/annotation-order': '注释没有按着法顺序排列',
  '2cbh/entity-head': '棋手和赛事列表的文件头无法使用',
  '2cbh/type-twice': '记录中的两个类型字节不一致',
  '2cbh/gap': '记录没有紧接在前一条记录之后',
  '2cbh/file-end': '最后一条记录之后还有 {count} 字节',
  '2cbh/material': '棋局头中的子力与终局不符',
  '2cbh/lists-head': '文件不是按棋手和赛事排列的对局列表',
  '2cbh/lists': '{count} 个对局列表与棋局头不符',
  '2cbh/order-tree': '排序“{name}”已损坏',
  '2cbh/castling-rooks': 'ChessBase 17 无法保存并非最外侧的车参与易位的权利',
  '2cbh/rest-lost': '无法读取的注释没有写入',
  '2cbh/player-details': 'ChessBase 17 只能保存棋手的姓名和 FIDE 编号',
  '2cbh/rating-kind': 'ChessBase 17 无法保存等级分的种类（{ratingType}）',
  '2cbh/quotation-start': 'ChessBase 17 无法保存引用对局的变着或起始局面',
  '2cbh/question-language': 'ChessBase 17 无法保存训练题文字的语言',
  '2cbh/media': 'ChessBase 17 无法保存文章所用的文件',
  '2cbh/plain-text': 'ChessBase 17 以 HTML 保存文章；纯文本及其对象已转换',
  '2cbh/body-language': 'ChessBase 17 每种语言只有一篇文章，其余没有写入',
}
