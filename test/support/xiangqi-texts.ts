/** Texts with xiangqi games as sites and programs print them: docs/formats/xiangqi-text.md. All play the same four moves. */

export const DPXQ = `标题: 甲先胜乙
赛事: 全国赛
日期: 2011-08-29
红方: 甲
黑方: 乙
结果: 红方胜
　 1. 炮二平五　　马８进７
　 2. 马二进三　　车９平８

棋谱由 http://www.dpxq.com/ 生成
`

export const CCBRIDGE = `标题：五七炮
分类：
红方：甲
红等级分：1500
解说：丙(Email:a@b.c)
ECCO：C66 五七炮对屏风马
棋谱类型：摆谱全局/开局
结果：未知
FEN ：rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1


最新弈法


  1. 炮二平五 马８进７
  2. 马二进三 车９平８
`

export const OURGAME = `
中 国 象 棋 对 局 记 录
-------------------------------------------------
对局名称：红方[689] - 黑方[811]
比赛日期：2016年12月27日20时  比赛地点：
红    方：甲(0535)  耗时：  2分 24秒
黑    方：乙(jyq0811)  耗时：  4分  1秒
比赛结果：    裁判员：
-------------------------------------------------
棋谱   红方           黑方
  1.  炮二平五       马８进７
  2.  马二进三       车９平８
`

export const PLAYOK = `FORMAT  WXF
GAME    1
RED     ann ; 1500 ;;
BLACK   bob ; 1320 ;;
RESULT  1-0
DATE    2012-03-04
EVENT   casual
START{
 1. C2.5 h8+7
 2. H2+3 r9.8
}END
`

export const RUN_TOGETHER = '1.炮二平五马8进72.马二进三车9平8'

export const MOVE_LIST = `rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w
炮二平五
马８进７
马二进三
车９平８
`

export const COORDINATES = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w, h2e2 h9g7 h0g2 i9h9, 1-0'

export const POSITIONS = `[FEN_INDEX "001"]
[EVENT "开局"]
[FEN "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"]

[FEN_INDEX "002"]
[EVENT "例2"]
[FEN "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1"]
`

export const XIANGQI_TEXTS = [DPXQ, CCBRIDGE, OURGAME, PLAYOK, RUN_TOGETHER, MOVE_LIST, COORDINATES, POSITIONS]
