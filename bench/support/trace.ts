/** The tasks of a page's main thread, from a trace of Chromium with the categories `toplevel` and `__metadata`. */

/** A task of a thread: times in microseconds, `tdur` that of the processor. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** What the main threads of the pages did. */
export function mainTasks(trace: Buffer): TraceEvent[] {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] }
  const isMain = ({ ph, args }: TraceEvent) => ph === 'M' && args?.name === 'CrRendererMain'
  const mains = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`))
  return traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid} ${tid}`))
}
