/** Milliseconds of processor time of this thread: a busy machine does not change what they buy. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
