/** Puts tokens of movetext on lines of less than 80 columns, as the PGN standard's export format does. */
import type { TextWriter } from '../../bytes/text-writer.ts'
import { fitsBraces, leadingWidth, LINE_WIDTH, wrap } from './comment-text.ts'

/** Columns kept free behind a comment: for its brace and a parenthesis. */
const CLOSING = 2

export class LineWriter {
  private readonly out: TextWriter
  private column = 0
  /** A token held back because a parenthesis may follow it at once. */
  private held = ''
  /** Parentheses that open right before the next token. */
  private opening = ''
  /** Whether the line so far ends with a comment that goes on to its end. */
  private endsInLineComment = false

  constructor(out: TextWriter) {
    this.out = out
  }

  /** Writes a token. */
  token(text: string): void {
    this.release()
    this.held = this.opening + text
    this.opening = ''
  }

  open(): void {
    this.release()
    this.opening += '('
  }

  close(): void {
    if (this.held !== '' && this.held.length < LINE_WIDTH - 1) {
      this.held += ')'
      return
    }
    this.release()
    if (this.column >= LINE_WIDTH) this.breakLine()
    this.out.write(')')
    this.column++
    this.endsInLineComment = false
  }

  /** Writes a comment: between braces, or behind `;` line by line where its text does not fit there. */
  comment(text: string): void {
    this.release()
    if (fitsBraces(text)) this.braces(text)
    else this.lines(text)
  }

  /** Ends the line. */
  finish(): void {
    this.release()
    if (this.column > 0) this.breakLine()
    this.endsInLineComment = false
  }

  private braces(text: string): void {
    const opening = `${this.opening}{`
    this.opening = ''
    // Room for the brace and a parenthesis behind it.
    const room = LINE_WIDTH - (this.column + 1 + opening.length + CLOSING)
    if (this.column > 0 && text.length > room && leadingWidth(text) > room) this.breakLine()
    const start = this.column === 0 ? 0 : this.column + 1
    const body = wrap(text, start + opening.length, CLOSING)
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

  private release(): void {
    if (this.held === '') return
    this.put(this.held)
    this.held = ''
    this.endsInLineComment = false
  }

  private put(text: string): void {
    if (this.column > 0 && this.column + 1 + text.length > LINE_WIDTH) this.breakLine()
    if (this.column > 0) {
      this.out.write(' ')
      this.column++
    }
    this.out.write(text)
    this.column += text.length
  }

  private breakLine(): void {
    this.out.write('\n')
    this.column = 0
  }
}
