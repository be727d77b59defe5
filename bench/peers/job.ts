/** What is done by Ludograph and its peers on the same input. */

/** What was done and how long it took. */
export interface Run {
  amount: number
  /** Of processor time. */
  seconds: number
}

export interface Contender {
  name: string
  run(): Run | Promise<Run>
}

/** A job that Ludograph and its peers do on the same input. */
export interface Job {
  name: string
  /** What is counted. */
  unit: string
  own: Contender['run']
  peers: Contender[]
}
