/** Long lists of postings that were asked for last, so that conditions changed at one position need not read them again. */
import type { PostingList } from '../segment/postings.ts'

/** Postings kept at most, six bytes each. */
const MOST_POSTINGS = 1 << 22

export class KeptPostings<List extends PostingList = PostingList> {
  /** By key, the one asked for last at the end. */
  private readonly lists = new Map<string, List>()
  private count = 0
  private readonly most: number

  /** @param most how many postings are kept at most */
  constructor(most: number = MOST_POSTINGS) {
    this.most = most
  }

  /** The list of a key, if it is kept. It is shared and must not be changed. */
  get(key: string): List | undefined {
    const list = this.lists.get(key)
    if (!list) return undefined
    this.lists.delete(key)
    this.lists.set(key, list)
    return list
  }

  /** Keeps a list in the place of those that were not asked for the longest. */
  keep(key: string, list: List): void {
    if (list.games.length > this.most) return
    this.lists.set(key, list)
    this.count += list.games.length
    for (const [oldest, { games }] of this.lists) {
      if (this.count <= this.most) return
      this.lists.delete(oldest)
      this.count -= games.length
    }
  }
}
