/** Issues of database. */
import type { Translated } from '../catalogue.ts'
import type { database as english } from '../english/database.ts'

export const database: Translated<typeof english> = {
  'database/source-count': '{path} 有 {count} 局，导入时计为 {stated} 局',
  'database/game-number': '两局的编号相同',
  'database/segment': '{reason}；用 ludograph reindex 重建索引',
  'database/index-count': '局面索引有 {indexed} 局（{game}），目录文件有 {count} 局',
  'files/unreadable': '文件无法读取：{reason}',
}
