/** Writes tokens of movetext on lines of less than 80 columns, as in the PGN standard's export format. */
import type { TextWriter } from '../../../bytes/text-writer.ts'
import { NEWLINE, OPEN_PAREN, SPACE } from '../text/characters.ts'
import { fitsBraces, leadingWidth, LINE_WIDTH, wrap } from '../text/comment-text.ts'

/** Columns kept free after a comment, for its brace and a parenthesis. */
const CLOSING = 2

/** Columns beside the text of a comment: a space and its brace before it, or its two braces. */
const SURROUNDINGS = 2

/** The largest number of bytes per character. */
const MAX_CHARACTER = 4

/** Bytes that may surround a token: a separator from the previous one, and parentheses up to a whole line. */
const ROOM = LINE_WIDTH + 1

export class LineWriter {
  private readonly out: TextWriter
  private readonly width: number
  private column = 0
  /** Where the last token begins in the chunk, and its columns; 0 if no parenthesis may directly follow it. */
  private tokenAt = 0
  private tokenWidth = 0
  /** Parentheses that open right before the next token. */
  private opening = ''
  /** Whether the line ends with a comment that extends to the end of the line. */
  private endsInLineComment = false
  /** Writes an empty comment before the next one: a sign that it belongs to the move to come. */
  markComments = false

  /** @param width columns of a line; Infinity for one line per game, but for the line breaks of comments */
  constructor(out: TextWriter, width = LINE_WIDTH) {
    this.out = out
    this.width = width
  }

  /** The bytes in which {@link begin} lets a token be written. */
  get bytes(): Uint8Array {
    return this.out.chunk
  }

  /** Writes a token. */
  token(text: string): void {
    const { out } = this
    const token = this.opening === '' ? text : this.opening + text
    out.reserve(Math.min(token.length, LINE_WIDTH) * MAX_CHARACTER + ROOM)
    this.separate(token.length)
    this.tokenAt = out.end
    out.write(token)
    this.take(token.length)
  }

  /**
   * Begins a token of ASCII that the caller writes itself from the returned offset on, at most {@link LINE_WIDTH}
   * bytes.
   */
  begin(): number {
    const { opening, out } = this
    out.reserve(opening.length + LINE_WIDTH + ROOM)
    // One byte is kept free for the separator from the previous token.
    let at = out.end + (this.column > 0 ? 1 : 0)
    this.tokenAt = at
    for (let index = 0; index < opening.length; index++) out.chunk[at++] = OPEN_PAREN
    return at
  }

  /** Ends the token that was begun, before the byte at an offset. */
  end(at: number): void {
    const width = at - this.tokenAt
    this.separate(width)
    this.out.end = at
    this.take(width)
  }

  /**
   * Ends a comment of commands that was begun as a token is, with its braces, before the byte at an offset. A command
   * cannot begin a line, so the comment is not broken; but it stays on the line if its first command fits there.
   * @param leading columns of the first command
   */
  endCommands(at: number, leading: number): void {
    const { out, column } = this
    const width = at - this.tokenAt
    const room = this.width - (column + SURROUNDINGS + CLOSING)
    if (column > 0) {
      const breaks = width - SURROUNDINGS > room && leading > room
      out.chunk[out.end] = breaks ? NEWLINE : SPACE
      this.column = breaks ? 0 : column + 1
    }
    out.end = at
    this.column += width
    this.tokenWidth = 0
    this.endsInLineComment = false
  }

  /** Writes the first tokens of a game, ASCII with a space between them. */
  tokens(text: Uint8Array): void {
    const { out, width } = this
    out.writeAscii(text)
    const { chunk, end } = out
    let start = end - text.length
    while (end - start > width) {
      // The last space at which the line may end.
      let at = start + width
      while (chunk[at] !== SPACE) at--
      chunk[at] = NEWLINE
      start = at + 1
    }
    this.column = end - start
    this.tokenWidth = 0
  }

  open(): void {
    this.tokenWidth = 0
    this.opening += '('
  }

  close(): void {
    const { out } = this
    const isFull = this.column >= this.width
    if (this.tokenWidth > 0 && this.tokenWidth < LINE_WIDTH - 1) {
      // The parenthesis moves to the next line together with the token.
      if (isFull && this.column > this.tokenWidth) {
        out.chunk[this.tokenAt - 1] = NEWLINE
        this.column = this.tokenWidth
      }
      this.tokenWidth++
    } else {
      this.tokenWidth = 0
      if (isFull) this.breakLine()
    }
    out.write(')')
    this.column++
    this.endsInLineComment = false
  }

  /** Writes a glyph by its number. */
  glyph(number: number): void {
    this.token(`$${number}`)
  }

  /** Whether comments can be marked: after `;`, an empty comment only separates two of them. */
  get takesMark(): boolean {
    return !this.endsInLineComment
  }

  /** Writes a comment: between braces, or after `;` line by line if its text cannot be in braces. */
  comment(text: string): void {
    this.tokenWidth = 0
    if (this.markComments) this.braces('')
    this.markComments = false
    if (fitsBraces(text)) this.braces(text)
    else this.lines(text)
  }

  /** Ends the line. */
  finish(): void {
    this.tokenWidth = 0
    if (this.column > 0) this.breakLine()
    this.endsInLineComment = false
  }

  private braces(text: string): void {
    const opening = `${this.opening}{`
    this.opening = ''
    // Room for the brace and a parenthesis after it.
    const room = this.width - (this.column + 1 + opening.length + CLOSING)
    if (this.column > 0 && text.length > room && leadingWidth(text) > room) this.breakLine()
    const start = this.column === 0 ? 0 : this.column + 1
    const body = wrap(text, start + opening.length, CLOSING, this.width)
    this.out.write(`${this.column === 0 ? '' : ' '}${opening}${body}}`)
    const lastBreak = body.lastIndexOf('\n')
    this.column = (lastBreak < 0 ? start + opening.length + body.length : body.length - lastBreak - 1) + 1
    this.endsInLineComment = false
  }

  private lines(text: string): void {
    if (this.opening !== '') {
      this.put(this.opening)
      this.opening = ''
    }
    // Two such comments in a row would be read as one.
    if (this.endsInLineComment) this.put('{}')
    if (this.column > 0) this.breakLine()
    for (const line of text.split('\n')) this.out.write(`; ${line}\n`)
    this.column = 0
    this.endsInLineComment = true
  }

  /** Separates a token of this many columns from what is already on the line. */
  private separate(width: number): void {
    if (this.column === 0) return
    const { out } = this
    const breaks = this.column + 1 + width > this.width
    this.column = breaks ? 0 : this.column + 1
    out.chunk[out.end++] = breaks ? NEWLINE : SPACE
  }

  /** Makes what was just written the last token of the line. */
  private take(width: number): void {
    this.column += width
    this.tokenWidth = width
    this.opening = ''
    this.endsInLineComment = false
  }

  private put(text: string): void {
    this.out.reserve(1)
    this.separate(text.length)
    this.out.write(text)
    this.column += text.length
  }

  private breakLine(): void {
    this.out.write('\n')
    this.column = 0
  }
}
