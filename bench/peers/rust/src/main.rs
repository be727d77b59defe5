//! Peers in Rust: `ludograph-peers JOB FILE...` does a job once and prints an amount and the seconds of processor
//! time it took, reading the files not included (of ChessBase, included).
//!
//!     pgn-legal FILE       games of which every move of the main line is legal
//!     pgn-keys FILE        the same with a Zobrist key for every position
//!     sgf FILE...          games read into trees
//!     cbh-lines BASE       main lines with a key for every position
//!     cbh-pgn BASE         games written as PGN, to memory
//!     cbh-file BASE FILE   games written as PGN, to a file
//!     perft DEPTH          lines of moves of chess from the usual start

use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::Path;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

struct Lines {
    keys: bool,
    plies: u64,
    sum: u64,
}

impl Visitor for Lines {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = bool;

    fn begin_tags(&mut self) -> ControlFlow<bool, Option<Chess>> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, tags: &mut Option<Chess>, name: &[u8], value: RawTag<'_>) -> ControlFlow<bool> {
        if name == b"FEN" {
            let start = Fen::from_ascii(value.as_bytes())
                .ok()
                .and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
            match start {
                Some(position) => *tags = Some(position),
                None => return ControlFlow::Break(false),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Option<Chess>) -> ControlFlow<bool, Chess> {
        ControlFlow::Continue(tags.unwrap_or_default())
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<bool, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, position: &mut Chess, word: SanPlus) -> ControlFlow<bool> {
        match word.san.to_move(position) {
            Ok(played) => {
                position.play_unchecked(played);
                self.plies += 1;
                if self.keys {
                    let key: Zobrist64 = position.zobrist_hash(EnPassantMode::Legal);
                    self.sum ^= key.0;
                }
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(false),
        }
    }

    fn end_game(&mut self, _: Chess) -> bool {
        true
    }
}

struct Count(u64, u64);

impl cbvault::bridge::GameSink for Count {
    fn game(&mut self, game: cbvault::bridge::GameRef<'_>) {
        self.0 += 1;
        self.1 ^= game.keys.iter().fold(0, |sum, key| sum ^ key);
    }

    fn wants_keys(&self) -> bool {
        true
    }
}

fn cpu() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let job = words[0].as_str();
    let files: Vec<Vec<u8>> = match job {
        "pgn-legal" | "pgn-keys" | "sgf" => {
            words[1..].iter().map(|path| std::fs::read(path).expect("a file")).collect()
        }
        _ => Vec::new(),
    };
    let start = cpu();
    let amount = match job {
        "pgn-legal" | "pgn-keys" => {
            let mut lines = Lines { keys: job == "pgn-keys", plies: 0, sum: 0 };
            let mut games = 0;
            for file in &files {
                let mut reader = Reader::new(std::io::Cursor::new(file));
                while reader.read_game(&mut lines).expect("readable").is_some() {
                    games += 1;
                }
            }
            black_box(lines.sum);
            games
        }
        "sgf" => {
            let mut games = 0;
            for file in &files {
                if let Ok(trees) = sgf_parse::parse(&String::from_utf8_lossy(file)) {
                    games += black_box(trees).len() as u64;
                }
            }
            games
        }
        "cbh-lines" => {
            let base = cbvault::bridge::Database::open(Path::new(&words[1])).expect("a database");
            let mut count = Count(0, 0);
            cbvault::bridge::for_each_game(&base, &mut count).expect("readable");
            black_box(count.1);
            count.0
        }
        "cbh-pgn" => {
            let mut out: Vec<u8> = Vec::new();
            let stats =
                cbvault::pgn::export_parallel(Path::new(&words[1]), &mut out, 1, 8192, 8).expect("readable");
            black_box(out);
            stats.games
        }
        "cbh-file" => {
            let file = std::fs::File::create(&words[2]).expect("a file");
            let mut out = std::io::BufWriter::with_capacity(1 << 16, file);
            let stats =
                cbvault::pgn::export_parallel(Path::new(&words[1]), &mut out, 1, 8192, 8).expect("readable");
            std::io::Write::flush(&mut out).expect("written");
            stats.games
        }
        "perft" => shakmaty::perft(&Chess::default(), words[1].parse().expect("a depth")),
        _ => std::process::exit(2),
    };
    println!("{amount} {:.6}", cpu() - start);
}
