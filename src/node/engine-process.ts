/** Engines as child processes. */
import { spawn } from 'node:child_process'
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

/** Characters of standard error that are kept, to say why an engine died. */
const MAX_COMPLAINT = 500

/** Starts a program as an engine. What it prints is handed on as it comes; it never outlives this program. */
export function connectProcess({ command, arguments: words = [], folder }: EngineCommand): Connect {
  return (listener) => {
    const home = folder ?? (isAbsolute(command) ? dirname(command) : undefined)
    const child = spawn(command, [...words], {
      stdio: 'pipe',
      windowsHide: true,
      ...(home !== undefined && { cwd: home }),
    })
    const { pid } = child
    if (pid !== undefined) noteChild(pid, true)
    let complaint = ''
    let failure: string | undefined
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (piece: string) => listener.text(piece))
    child.stderr.setEncoding('utf8')
    child.stderr.on('data', (piece: string) => {
      complaint = (complaint + piece).slice(-MAX_COMPLAINT)
    })
    // A dead engine reads no more; that it has ended is reported below.
    child.stdin.on('error', () => undefined)
    child.on('error', (error) => {
      failure = error.message
    })
    child.on('close', (code, signal) => {
      if (pid !== undefined) noteChild(pid, false)
      const end = signal === null ? `exit code ${code}` : `signal ${signal}`
      const said = complaint.trim()
      listener.ended(failure ?? (said === '' ? end : `${end}: ${said}`))
    })
    return {
      send: (text) => {
        child.stdin.write(text)
      },
      end: () => {
        child.kill('SIGKILL')
      },
    }
  }
}
