/** Games as servers give them in JSON, made up after docs/formats: every field that a reader knows. */

export const CHESS_COM = {
  games: [
    {
      url: 'https://www.chess.com/game/live/100000000002',
      pgn: '[Event "Live Chess"]\n[Site "Chess.com"]\n[Date "2026.05.03"]\n[White "ann"]\n[Black "bob"]\n[Result "1/2-1/2"]\n[TimeControl "180+2"]\n\n1. d4 {[%clk 0:03:01.9]} 1... d5 {[%clk 0:03:00]} 1/2-1/2\n',
      time_control: '180+2',
      end_time: 1_777_838_520,
      rated: true,
      accuracies: { white: 91.5, black: 88.2 },
      tcn: 'lBZJ',
      uuid: '893e98a9-0000-0000-0000-6cfe544c0428',
      initial_setup: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      time_class: 'blitz',
      rules: 'chess',
      white: { rating: 1976, result: 'agreed', username: 'ann', uuid: '04c062ce' },
      black: { rating: 1803, result: 'agreed', username: 'bob' },
      eco: 'https://www.chess.com/openings/Queens-Pawn-Opening-1...d5-2.Nf3',
    },
    {
      url: 'https://www.chess.com/game/daily/100000000003',
      time_control: '1/86400',
      start_time: 1_777_000_000,
      rated: false,
      // d2d4 d7d5 and a pawn that becomes a queen on the way: a code without PGN.
      tcn: 'lBZJ',
      time_class: 'daily',
      rules: 'chess',
      white: { rating: 1300, result: 'timeout', username: 'ann' },
      black: { rating: 1310, result: 'win', username: 'bob' },
    },
  ],
}

export const LICHESS = {
  id: 'AbCdEf02',
  rated: true,
  variant: 'fromPosition',
  speed: 'rapid',
  perf: 'rapid',
  createdAt: 1_777_658_462_123,
  lastMoveAt: 1_777_658_862_000,
  status: 'resign',
  players: {
    white: {
      user: { name: 'Ann', title: 'WFM', id: 'ann' },
      rating: 2100,
      ratingDiff: 4,
      analysis: { acpl: 20, accuracy: 95 },
    },
    black: { aiLevel: 3 },
  },
  initialFen: '4k3/8/8/8/8/8/4P3/4K3 b - - 0 30',
  winner: 'white',
  opening: { eco: 'A00', name: 'Made Up', ply: 1 },
  moves: 'Kd7 e4 Kd6',
  clocks: [60_000, 59_950, 5_999],
  analysis: [
    { eval: 120 },
    { eval: -35, best: 'e1d2', variation: 'Kd2 Ke6', judgment: { name: 'Mistake', comment: 'Mistake. Kd2 was best.' } },
    { mate: 12 },
  ],
  clock: { initial: 600, increment: 5, totalTime: 800 },
}

export const OGS = {
  id: 5,
  started: '2026-05-01T10:00:00Z',
  black_lost: false,
  white_lost: true,
  gamedata: {
    game_id: 5,
    game_name: 'Handicap',
    width: 13,
    height: 9,
    rules: 'aga',
    komi: 0.5,
    handicap: 2,
    initial_player: 'white',
    initial_state: { black: 'cckg', white: '' },
    start_time: 1_777_000_000,
    outcome: '12.5 points',
    phase: 'finished',
    winner: 11,
    time_control: { system: 'byoyomi', main_time: 600, period_time: 30, periods: 5 },
    players: { black: { id: 11, username: 'Ann', rank: 31.4 }, white: { id: 12, username: 'Bob', rank: 20 } },
    moves: [
      [4, 4, 1500],
      [0, 8, 20],
      [-1, -1, 3000],
      [12, 0, 1],
    ],
  },
}

export const FOX = {
  result: 0,
  chessid: '1700000000000000001',
  blacknick: '黑棋',
  whitenick: '白棋',
  blackdan: 24,
  movenum: 2,
  chess: '(;GM[1]FF[4]SZ[19]KM[375]RE[B+R]DT[2026-05-01]PB[黑棋]PW[白棋]BR[7段]WR[6段];B[pd];W[dp])',
}

export const FOX_LIST = { result: 0, resultstr: '', chesslist: [FOX, { ...FOX, chessid: 2 }] }

export const PUZZLES = `PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
x0001,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,80,83,72,mate mateIn2,https://lichess.org/xxxxxxxx/black#34,Italian_Game Italian_Game_Classical
x0002,r3r1k1/p4ppp/2p2n2/1p6/3P1qb1/2NQR3/PPB2PP1/R1B3K1 w - - 5 18,e3g3 e8e1,2671,105,87,325,,https://lichess.org/yyyyyyyy#35,
`

export const EPD = `# a suite
1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01"; c0 "a check";
3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - bm d5 g5; am f5; pv d5 c5 Nd2; ce 80; hmvc 3; fmvn 40;
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
`
