/** Scid beside Ludograph: a PGN file is imported, the games with a position and those with a material are listed. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Database, countGames, importSources, searchGames } from '../../src/database/index.ts'
import { parseMaterial } from '../../src/patterns/index.ts'
import { parsePosition } from '../../src/query/index.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { LinePeer } from '../support/line-peer.ts'
import { runProgram } from '../support/native-peer.ts'
import type { Job, Run } from './job.ts'

const SCRIPT = join(import.meta.dirname, 'scid.tcl')

/** Times that a question is asked again, since one is answered in a moment. */
const REPEATS = 20

/** Positions by how many of the games have them. */
const POSITIONS = {
  common: 'e4 c5',
  rare: 'e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Be7 Qf3 Qc7',
}

/** Rook and pawn on either side, as Scid is asked for it. */
const MATERIAL = 'KRPkrp'
const SCID_MATERIAL = ['w', 'b']
  .flatMap((colour) => [...'qrbnmp'].map((man) => `-${colour}${man} {${'rp'.includes(man) ? '1 1' : '0 0'}}`))
  .join(' ')

/** Jobs for a file and what is asked about it; the databases of both lie in the folder. */
export class ScidJobs {
  private readonly scid: string
  private readonly path: string
  private readonly folder: string
  private database!: Database
  private peer!: LinePeer
  private games = 0

  private constructor(scid: string, path: string, folder: string) {
    this.scid = scid
    this.path = path
    this.folder = folder
  }

  /** @param command the built command of Ludograph, if it is here */
  static async start(scid: string, path: string, folder: string, command: string | undefined): Promise<ScidJobs> {
    const jobs = new ScidJobs(scid, path, folder)
    jobs.peer = jobs.startPeer(join(folder, 'scid'))
    jobs.games = (await jobs.peer.next()).games
    jobs.database = await Database.open(join(folder, 'scid.db'))
    await importSources(jobs.database, [{ path }])
    if (command !== undefined) jobs.list.push(jobs.importing(command))
    for (const [name, moves] of Object.entries(POSITIONS)) jobs.list.push(jobs.listing(name, moves))
    jobs.list.push(jobs.material())
    return jobs
  }

  readonly list: Job[] = []

  close(): void {
    this.peer.close()
    this.database.close()
  }

  private startPeer(folder: string): LinePeer {
    mkdirSync(folder)
    return new LinePeer(this.scid, [SCRIPT, this.path, folder, String(REPEATS)])
  }

  /** The import of a whole command, with the position index that Scid does not have. */
  private importing(command: string): Job {
    const once = async (task: (folder: string) => number | Promise<number>): Promise<Run> => {
      const folder = mkdtempSync(join(this.folder, 'import-'))
      const seconds = await task(folder)
      rmSync(folder, { recursive: true })
      return { amount: this.games, seconds }
    }
    return {
      name: 'Import of PGN; ours with position index',
      unit: 'game',
      own: async () =>
        once((folder) => runProgram(process.execPath, [command, 'import', join(folder, 'games.db'), this.path])),
      peers: [
        {
          name: 'Scid',
          run: async () =>
            once(async (folder) => {
              const peer = this.startPeer(join(folder, 'scid'))
              const { cpu } = await peer.next()
              peer.close()
              return cpu / 1000
            }),
        },
      ],
    }
  }

  private listing(name: string, moves: string): Job {
    const position = parsePosition('chess', '', moves)
    const query = { position: { game: 'chess' as const, position } }
    return {
      name: `50 games of a ${name} position, by date`,
      unit: 'list',
      own: async () => repeat(async () => searchGames(this.database, query, { limit: 50, order: 'date' })),
      peers: [{ name: 'Scid', run: async () => this.ask(`position ${rulesOf('chess').format(position)}`) }],
    }
  }

  private material(): Job {
    const query = { material: parseMaterial('chess', MATERIAL) }
    return {
      name: `games with ${MATERIAL} counted`,
      unit: 'search',
      own: async () => repeat(async () => countGames(this.database, query)),
      peers: [
        {
          name: 'Scid',
          run: async () =>
            this.ask(`material ${SCID_MATERIAL} -flip 0 -filter 0 -range {0 999} -length 1 -bishops {} -diff {-40 40}`),
        },
      ],
    }
  }

  private async ask(line: string): Promise<Run> {
    const { ms } = await this.peer.ask(line)
    return { amount: 1, seconds: ms / 1000 }
  }
}

async function repeat(task: () => Promise<unknown>): Promise<Run> {
  const start = process.cpuUsage()
  for (let count = 0; count < REPEATS; count++) await task()
  const { user, system } = process.cpuUsage(start)
  return { amount: REPEATS, seconds: (user + system) / 1e6 }
}
