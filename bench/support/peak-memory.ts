/** The peak memory of the process, including its threads. */
export class PeakMemory {
  private most = 0

  note(): void {
    this.most = Math.max(this.most, process.memoryUsage.rss())
  }

  /** The peak in megabytes since the last call. */
  take(): number {
    this.note()
    const megabytes = Math.round(this.most / 1e6)
    this.most = 0
    return megabytes
  }
}
