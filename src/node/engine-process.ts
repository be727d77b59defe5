/** Engines as child processes. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import type { Connect } from '../engines/index.ts'
import { noteChild } from './unfinished.ts'

/** A program to start, without a shell. */
export interface EngineCommand {
  command: string
  arguments?: readonly string[]
  /** The folder to start it in; by default its own, where its nets and books are. */
  folder?: string
}

/** Lines that a program printed last, on both of its outputs: they say what it is at, or why it died. */
export class LastLines {
  private readonly lines: string[] = []
  private begun = ''

  /** The last line that has anything on it. */
  get last(): string {
    return this.lines.at(-1) ?? ''
  }

  /** The last ten lines, the oldest first. */
  get all(): readonly string[] {
    const begun = this.begun.trim()
    return begun === '' ? this.lines : [...this.lines, begun].slice(-MOST_LINES)
  }

  /** Takes what was printed, in pieces of any length. */
  take(piece: string): void {
    const lines = (this.begun + piece).split(/[\r\n]+/)
    this.begun = lines.pop()!.slice(-MOST_LINE)
    this.lines.push(...lines.map((line) => line.trimEnd().slice(0, MOST_LINE)).filter((line) => line !== ''))
    this.lines.splice(0, this.lines.length - MOST_LINES)
  }
}

/** Lines of a program that are kept, and characters of each. */
const MOST_LINES = 10
const MOST_LINE = 500

/** Who looks on while a program runs. */
export interface EngineWatch {
  /** Takes what it prints. */
  printed?: LastLines
  /** Ends the program until it has ended by itself. */
  signal?: AbortSignal
}

/** Starts a program as an engine. What it prints is passed on as it comes; it never outlives this program. */
export function connectProcess(
  { command, arguments: words = [], folder }: EngineCommand,
  { printed, signal }: EngineWatch = {},
): Connect {
  return (listener) => {
    const home = folder ?? (isAbsolute(command) ? dirname(command) : undefined)
    const child = spawn(command, [...words], {
      stdio: 'pipe',
      windowsHide: true,
      ...(home !== undefined && { cwd: home }),
    })
    const { pid } = child
    if (pid !== undefined) noteChild(pid, true)
    const complaints = new LastLines()
    let failure: string | undefined
    let worked = 0
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (piece: string) => {
      printed?.take(piece)
      listener.text(piece)
    })
    child.stderr.setEncoding('utf8')
    child.stderr.on('data', (piece: string) => {
      complaints.take(piece)
      printed?.take(piece)
      listener.aside?.(piece)
    })
    // A dead engine reads no more; that it has ended is reported below.
    child.stdin.on('error', () => undefined)
    child.on('error', (error) => {
      failure = error.message
    })
    const end = () => child.kill('SIGKILL')
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
    child.on('close', (code, killed) => {
      signal?.removeEventListener('abort', end)
      if (pid !== undefined) noteChild(pid, false)
      const how = killed === null ? `exit code ${code}` : `signal ${killed}`
      const said = complaints.all.join(' ').slice(-MOST_LINE)
      listener.ended(failure ?? (said === '' ? how : `${how}: ${said}`))
    })
    return {
      send: (text) => {
        child.stdin.write(text)
      },
      isBusy: () => {
        const before = worked
        worked = processorTime(pid)
        return worked > before
      },
      end,
    }
  }
}

/** Hundredths of a second that tell work from waking up now and then. */
const TICKS_OF_WORK = 20

/**
 * The processor time of a process in fifths of a second, from the fields utime and stime of `/proc/PID/stat` (proc(5)), which
 * count ticks of a hundredth of a second; 0 where the system has no such file.
 */
function processorTime(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program, in parentheses, may hold spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return Math.floor((Number(fields[11]) + Number(fields[12])) / TICKS_OF_WORK)
  } catch {
    return 0
  }
}
