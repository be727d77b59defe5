/** Issues of database. */
import type { Translated } from '../catalogue.ts'
import type { database as english } from '../english/database.ts'

export const database: Translated<typeof english> = {
  'database/about': '数据库无处存放关于整个文件的文字',
  'database/source-count': '{path} 有 {count} 局，导入时计为 {stated} 局',
  'database/game-number': '两局的编号相同',
  'database/segment': '{reason}；用 ludograph reindex 重建索引',
  'files/unreadable': '文件无法读取：{reason}',
  'files/damaged-within': '文件有一部分无法解压：{reason}',
  'database/source-number': '两个来源的编号相同',
  'database/source-range': '{path} 的对局编号与另一来源重复',
  'database/alias-twice': '{name} 两次登记为别名',
  'database/tombstone-file': '存在针对 {name} 的删除标记，但索引没有这个文件',
  'database/segment-row': '目录文件中 {name} 的数目与该文件不符；用 ludograph reindex 重建索引',
  'database/stray-positions':
    '索引含有 {count} 局不存在的对局的局面，第一局编号 {first}；用 ludograph reindex 重建索引',
  'database/unlisted-files': '索引文件夹中有 {count} 个不再使用的文件；下次更改时会删除',
  'database/manifest': 'positions.json 列出的文件与实际不符；下次更改时会改正',
  'database/catalogue': '目录文件无法读取：{detail}',
  'database/game-source': '对局 {id}：编号与来源不符',
  'database/game-record': '对局 {id}：记录无法读取：{detail}',
  'database/game-column': '对局 {id}：列 {column} 与记录不符',
  'database/game-positions': '对局 {id}：索引中的局面与着法不符；用 ludograph reindex 重建索引',
  'database/game-facts': '对局 {id}：索引中的结果、等级分或年份与记录不符；用 ludograph reindex 重建索引',
  'database/index-column': '对局 {id}：索引中的列 {column} 与目录不符；用 ludograph reindex 重建索引',
  'database/more': '另有 {count} 个 {id} 类问题',
}
