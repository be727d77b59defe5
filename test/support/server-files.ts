/** Files of Go servers, written by hand after docs/formats/gib.md, ngf.md and ugf.md. */

export const GIB = `\\HS
\\[GIBOKIND=Global\\]
\\[GAMECONDITION=3 Handicap\\]
\\[GAMETIME=Time limit 10minute : 30 second countdown 3 time\\]
\\[GAMERESULT=white 59.5 win\\]
\\[GAMENAME=Rank\\]
\\[GAMEDATE=2014- 1-27-17-54-54\\]
\\[GAMEPLACE=Tygem Baduk\\]
\\[GAMEWHITENAME=White One (2K)\\]
\\[GAMEBLACKNAME=검은돌 (2급)\\]
\\[GAMECOMMENT=two
lines\\]
\\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GCDT:0,GTIME:600-30-3,GRLT:1,ZIPSU:595,DUM:0,GONGJE:65,TCNT:4,AUSZ:0\\]
\\HE
\\GS
2 1 0
5 0 &4
INI 0 1 3 &4
STO 0 2 2 15 15
STO 0 3 1 3 2
SKI 0 4 2
STO 0 5 1 19 0
REM 0 6
\\GE
`

export const NGF = `Rated game
19
ace550      7D*
p81587      5D*
www.cyberoro.com
2
0
0
20170316 [09:51]
5
White wins by  resign!
4
PMABWQRRQ
PMACBEEEE
PMADWAAAA
PMAEBZBBZ
`

export const OLD_NGF = `GI韩国十段战
GI朴承华 初段
GI李载雄 五段
GI
GI
GI2006-9-5
GI13
GI0
GI0
GI6
GI2
PMABBDDDD
PMACWEEEE
GI1
IDB[2] 黑中盘胜
(现场消息)[EndTxt]
IDB[9] nowhere[EndTxt]
`

export const UGF = `# a comment
[Header]
Ver=UGF3,200
Lang=SJIS
Title=第40期,名人戦,第2局
Place=東京
Date=2019/03/08,22:09:00,2019/03/09,07:16:59
Rule=JPN
Size=9
Hdcp=2,0.50
Ptime=N;480;60;10,N;0
Winner=W,C
Writer=someone
CoordinateType=IGS
PlayerB=黒,7d,,
PlayerB2=黒二,6d
PlayerW=白,8d,,
[Data]
GC,B1,0,0
CG,B1,0,0
EE,W1,1,12
DD,B1,2,5 '00:01:05
YA,W1,3,0
ZZ,B1,4,0
RR,W1,5,0
[Figure]
.Text,2
good move
and more
.#,5,5,E
.EndText
.Fig,2,1,1,9,9,参考図,1,0
GC,B1,0,0
EE,W1,0,0
FF,B1,1,0
.Text
a try
.EndText
FG,W1,2,0
.EndFig
[Remote]
Key=value
`

export const UGI = `[Header]
Ver=REVIEW1,200
Size=19
CoordinateType=IGS
PlayerB=b,2k,,
PlayerW=w,2k?,,
[Data]
QP,B1,1,0
DQ,W1,2,0
PC,B1,3,0
[ReviewNode]
NODE,1,0,0,0
NODE,2,1,17,16
  VARIATION,
    NODE,5,2,4,4
    NODE,6,1,4,16
      VARIATION,
        NODE,7,2,10,10
      VARIATIONEND,
    NODE,8,2,16,16
  VARIATIONEND,
NODE,3,2,4,17
NODE,4,1,16,4
NODE,9,0,0,0
[ReviewComment]
.Comment,1
hello
.Comment,7
 nested
two lines
.Comment,99
lost
`
