/**
 * The board of a game of usual chess from the initial position: both sides have one king, and every move that is played
 * was found legal. The rules are those of src/rules/chess (attacks.ts, legality.ts, position.ts).
 */
import {
  BETWEEN,
  BOARD,
  BOARD_SETS,
  BOARD_SIZE,
  BOARD_SQUARES,
  CASTLING_KEYS,
  DIRECTIONS,
  EN_PASSANT_KEYS,
  ENDED_RIGHTS,
  PAWN_REACH,
  PIECE_KEYS,
  REACH,
  START,
  TURN_KEY,
} from './memory'

/** Kinds of pieces. A piece is `colour << 3 | kind`; an empty square is 0. */
export const PAWN: u32 = 1
export const KNIGHT: u32 = 2
export const BISHOP: u32 = 3
export const ROOK: u32 = 4
export const QUEEN: u32 = 5
export const KING: u32 = 6

/** No square. */
export const NOWHERE: u32 = 64

const ALL_RIGHTS: u32 = 15

/** The side to move, 1 or 2. */
export let turn: u32 = 1
/** The key of the position. */
export let key: u64 = 0
/** The pieces that give check to the side to move, and its pieces that are pinned to the king. */
export let checkers: u64 = 0
let pinned: u64 = 0
/** Castling rights that are left, as bits: White's king side and queen side, Black's. */
let rights: u32 = ALL_RIGHTS
/** The square on which an en passant capture is legal now. */
let enPassant: u32 = NOWHERE

/** Sets up the initial position. */
export function setUp(): void {
  memory.copy(BOARD, START, BOARD_SIZE)
  turn = 1
  key = load<u64>(BOARD)
  checkers = 0
  pinned = 0
  rights = ALL_RIGHTS
  enPassant = NOWHERE
}

export function bit(square: u32): u64 {
  return (<u64>1) << square
}

/** The piece on a square. */
export function pieceOn(square: u32): u32 {
  return load<u8>(BOARD + square, BOARD_SQUARES)
}

/** The squares of a piece, or of a colour: `colour << 3`. */
export function setOf(piece: u32): u64 {
  return load<u64>(BOARD + (piece << 3), BOARD_SETS)
}

export function reachOf(kind: u32, square: u32): u64 {
  return load<u64>(REACH + (kind << 9) + (square << 3))
}

export function pawnReach(colour: u32, square: u32): u64 {
  return load<u64>(PAWN_REACH + (colour << 9) + (square << 3))
}

export function between(from: u32, to: u32): u64 {
  return load<u64>(BETWEEN + (from << 9) + (to << 3))
}

export function occupied(): u64 {
  return setOf(1 << 3) | setOf(2 << 3)
}

export function kingOf(colour: u32): u32 {
  return <u32>ctz(setOf((colour << 3) | KING))
}

export function isFreeBetween(from: u32, to: u32): bool {
  return (between(from, to) & occupied()) == 0
}

/**
 * Whether a colour attacks a square.
 * @param occupied the occupied squares, of a position that may be about to change
 * @param gone pieces that are no longer there
 */
export function isAttacked(square: u32, by: u32, occupied: u64, gone: u64): bool {
  const own = by << 3
  const steppers =
    (reachOf(KNIGHT, square) & setOf(own | KNIGHT)) |
    (reachOf(KING, square) & setOf(own | KING)) |
    // A pawn attacks a square from where a pawn of the other colour on it would capture.
    (pawnReach(3 - by, square) & setOf(own | PAWN))
  if ((steppers & ~gone) != 0) return true
  for (let sliders = slidersTowards(square, by); sliders != 0; sliders &= sliders - 1) {
    if ((between(square, <u32>ctz(sliders)) & occupied) == 0) return true
  }
  return false
}

/** The sliders that would attack a square on an empty board. */
function slidersTowards(square: u32, by: u32): u64 {
  const own = by << 3
  const queens = setOf(own | QUEEN)
  return (
    (reachOf(BISHOP, square) & (setOf(own | BISHOP) | queens)) | (reachOf(ROOK, square) & (setOf(own | ROOK) | queens))
  )
}

/** Looks around the king of the side to move. */
function findThreats(): void {
  const king = kingOf(turn)
  const enemy = 3 - turn
  let found =
    (reachOf(KNIGHT, king) & setOf((enemy << 3) | KNIGHT)) | (pawnReach(turn, king) & setOf((enemy << 3) | PAWN))
  let held: u64 = 0
  let sliders = slidersTowards(king, enemy)
  if (sliders != 0) {
    const all = occupied()
    const own = setOf(turn << 3)
    for (; sliders != 0; sliders &= sliders - 1) {
      const men = between(king, <u32>ctz(sliders)) & all
      if (men == 0) found |= sliders & (0 - sliders)
      else if ((men & (men - 1)) == 0) held |= men & own
    }
  }
  checkers = found
  pinned = held
}

/** Whether the mover's king is safe after a move that is otherwise legal. Not for castling. */
export function keepsKingSafe(kind: u32, from: u32, to: u32): bool {
  if (kind == KING) return !isAttacked(to, 3 - turn, occupied() & ~bit(from), 0)
  if (kind == PAWN && to == enPassant && ((from ^ to) & 7) != 0) return isSafeEnPassant(from, to)
  if (checkers != 0 && !answersCheck(to)) return false
  return (pinned & bit(from)) == 0 || staysOnLine(kingOf(turn), from, to)
}

function staysOnLine(king: u32, from: u32, to: u32): bool {
  return load<u8>(DIRECTIONS + (king << 6) + from) == load<u8>(DIRECTIONS + (king << 6) + to)
}

/** Whether a piece other than the king ends the check by going to a square: it captures the checker or interposes. */
function answersCheck(to: u32): bool {
  if ((checkers & (checkers - 1)) != 0) return false
  return (answers() & bit(to)) != 0
}

/** The squares that answer the check of a single piece. */
function answers(): u64 {
  return between(kingOf(turn), <u32>ctz(checkers)) | checkers
}

/** Whether the king of the side to move is safe after a pawn has captured en passant. */
function isSafeEnPassant(from: u32, to: u32): bool {
  const victim = bit((from & 56) | (to & 7))
  return !isAttacked(kingOf(turn), 3 - turn, occupied() ^ bit(from) ^ bit(to) ^ victim, victim)
}

/** Whether some pawn of the side to move may legally capture on the square that an enemy pawn passed. */
function canCaptureEnPassant(passed: u32): bool {
  // The pawns that attack the square are where a pawn of the other colour on it could capture.
  let capturers = pawnReach(3 - turn, passed) & setOf((turn << 3) | PAWN)
  for (; capturers != 0; capturers &= capturers - 1) {
    if (isSafeEnPassant(<u32>ctz(capturers), passed)) return true
  }
  return false
}

/** Whether a piece other than a pawn may go where it attacks: no own piece is there, nor the enemy's king. */
export function mayEnter(to: u32): bool {
  const target = pieceOn(to)
  return target >> 3 != turn && (target & 7) != KING
}

/** Whether a pawn of the side to move may make this step, capture or promotion, its king's safety aside. */
export function canPawnMove(from: u32, to: u32, promotion: u32): bool {
  const isLastRow = to >> 3 == (turn == 1 ? 7 : 0)
  if (isLastRow ? promotion < 1 || promotion > 4 : promotion != 0) return false
  if ((pawnReach(turn, from) & bit(to)) != 0) {
    const target = pieceOn(to)
    return to == enPassant || (target >> 3 == 3 - turn && (target & 7) != KING)
  }
  if (pieceOn(to) != 0) return false
  const forward = turn == 1 ? from + 8 : from - 8
  if (to == forward) return true
  const isSecondRow = from >> 3 == (turn == 1 ? 1 : 6)
  return isSecondRow && to == forward + forward - from && pieceOn(forward) == 0
}

/** Whether a move is legal; castling is not examined here. */
export function isLegal(from: u32, to: u32, promotion: u32): bool {
  const piece = pieceOn(from)
  const kind = piece & 7
  if (piece >> 3 != turn) return false
  if (kind == PAWN) return canPawnMove(from, to, promotion) && keepsKingSafe(PAWN, from, to)
  return (
    promotion == 0 &&
    (reachOf(kind, from) & bit(to)) != 0 &&
    mayEnter(to) &&
    isFreeBetween(from, to) &&
    keepsKingSafe(kind, from, to)
  )
}

/** Whether the side to move may castle. */
export function canCastle(isShort: bool): bool {
  const right = ((turn - 1) << 1) | (isShort ? 0 : 1)
  if ((rights & (1 << right)) == 0 || checkers != 0) return false
  const king = kingOf(turn)
  if (!isFreeBetween(king, isShort ? king + 3 : king - 4)) return false
  const all = occupied() & ~bit(king)
  const enemy = 3 - turn
  if (isShort) return !isAttacked(king + 1, enemy, all, 0) && !isAttacked(king + 2, enemy, all, 0)
  return !isAttacked(king - 1, enemy, all, 0) && !isAttacked(king - 2, enemy, all, 0)
}

/** Plays a legal move. Castling is the king capturing its own rook. */
export function play(from: u32, to: u32, promotion: u32): void {
  const piece = pieceOn(from)
  const kind = piece & 7
  const target = pieceOn(to)
  let passed = NOWHERE
  key ^= load<u64>(TURN_KEY) ^ load<u64>(EN_PASSANT_KEYS + (enPassant << 3))
  if (target != 0 && target >> 3 == turn) {
    toggle(target, to, 0)
    toggle(piece, from, 0)
    toggle(piece, (from & 56) + (to > from ? 6 : 2), piece)
    toggle(target, (from & 56) + (to > from ? 5 : 3), target)
  } else {
    if (target != 0) toggle(target, to, 0)
    toggle(piece, from, 0)
    const placed = promotion == 0 ? piece : (turn << 3) | (promotion + 1)
    toggle(placed, to, placed)
    if (kind == PAWN) {
      if (to == enPassant && ((from ^ to) & 7) != 0) toggle(((3 - turn) << 3) | PAWN, (from & 56) | (to & 7), 0)
      else if ((from ^ to) == 16) passed = (from + to) >> 1
    }
  }
  if (rights != 0) endRights(load<u8>(ENDED_RIGHTS + from) | load<u8>(ENDED_RIGHTS + to))
  turn = 3 - turn
  enPassant = NOWHERE
  if (passed != NOWHERE && canCaptureEnPassant(passed)) {
    enPassant = passed
    key ^= load<u64>(EN_PASSANT_KEYS + (passed << 3))
  }
  findThreats()
}

function endRights(ended: u32): void {
  const left = rights & ~ended
  if (left == rights) return
  key ^= load<u64>(CASTLING_KEYS + (rights << 3)) ^ load<u64>(CASTLING_KEYS + (left << 3))
  rights = left
}

/** Adds a piece to the sets and the key, or removes it. @param onBoard what is on the square then */
function toggle(piece: u32, square: u32, onBoard: u32): void {
  store<u8>(BOARD + square, onBoard, BOARD_SQUARES)
  flip(piece, square)
  flip(piece & 24, square)
  key ^= load<u64>(PIECE_KEYS + (piece << 9) + (square << 3))
}

function flip(set: u32, square: u32): void {
  store<u64>(BOARD + (set << 3), setOf(set) ^ bit(square), BOARD_SETS)
}

/** Whether the side to move, which is in check, has a legal move. */
export function canAnswerCheck(): bool {
  const king = kingOf(turn)
  const enemy = 3 - turn
  const own = setOf(turn << 3)
  const all = occupied()
  for (let steps = reachOf(KING, king) & ~own; steps != 0; steps &= steps - 1) {
    if (!isAttacked(<u32>ctz(steps), enemy, all & ~bit(king), 0)) return true
  }
  if ((checkers & (checkers - 1)) != 0) return false
  if (enPassant != NOWHERE) return true
  const targets = answers()
  // A pinned piece never answers a check from elsewhere.
  const men = own & ~pinned & ~bit(king)
  for (let movers = men & ~setOf((turn << 3) | PAWN); movers != 0; movers &= movers - 1) {
    const from = <u32>ctz(movers)
    for (let found = reachOf(pieceOn(from) & 7, from) & targets; found != 0; found &= found - 1) {
      if ((between(from, <u32>ctz(found)) & all) == 0) return true
    }
  }
  return canPawnAnswer(men & setOf((turn << 3) | PAWN), targets, all)
}

function canPawnAnswer(pawns: u64, targets: u64, all: u64): bool {
  const secondRow: u64 = turn == 1 ? 0xff00 : 0xff_0000_0000_0000
  const single = (turn == 1 ? pawns << 8 : pawns >> 8) & ~all
  const stepped = pawns & secondRow
  const passed = (turn == 1 ? stepped << 8 : stepped >> 8) & ~all
  const double = (turn == 1 ? passed << 8 : passed >> 8) & ~all
  if (((single | double) & targets) != 0) return true
  return (pawnReach(3 - turn, <u32>ctz(checkers)) & pawns) != 0
}
