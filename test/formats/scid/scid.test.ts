/** Scid itself opens what we write: the same games, and searches that find as many of them as in its own databases. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { scid } from '../../../src/formats/scid/format.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'
import { corpusPath } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { needsScid, recordsOf, runScid, writeScidDatabase } from '../../support/scid.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-scid-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Opens a database, searches for positions, then prints its games with sorted tags. */
const SCRIPT = `
proc ::progressCallBack {args} {}
set id [sc_base open [lindex $argv 0]]
set count [sc_base numGames $id]
puts "games $count"
foreach line {{e4 c5 Nf3} {d4 Nf6 c4 e6} {e4 e5 Nf3 Nc6 Bb5 a6} {c4}} {
  sc_game new
  foreach move $line { sc_move addSan $move }
  sc_search board 0 E false 0
  puts "search $line: [sc_filter count]"
}
for {set game 1} {$game <= $count} {incr game} {
  if {[catch {sc_game load $game} fault]} { puts "game $game: $fault"; continue }
  set lines [split [sc_game pgn -tags 1 -comments 1 -var 1 -width 99999] "\\n"]
  puts [join [lsort [lsearch -all -inline -glob $lines "\\\\\\[*"]] "\\n"]
  puts [join [lsearch -all -inline -not -glob $lines "\\\\\\[*"] "\\n"]
}
exit
`

describe.each(['res_database', 'real', 'book4000'])('%s', (base) => {
  it('is to Scid what its own database is', { ...needsCorpus(`scid/${base}.si4`), ...needsScid() }, async () => {
    const script = join(folder, 'show.tcl')
    writeFileSync(script, SCRIPT)
    for (const kind of ['i', 'g', 'n'])
      copyFileSync(corpusPath(`scid/${base}.s${kind}4`), join(folder, `own.s${kind}4`))
    const collection = await scid.open(new DiskFileSet(corpusPath(`scid/${base}.si4`)))
    const { files } = await writeScidDatabase(recordsOf(collection), 'copy.si4')
    for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
    const [own, copy] = ['own', 'copy'].map((name) => runScid(script, join(folder, name)).split('\n'))
    expect(own!.filter((line) => line.startsWith('search')).length).toBe(4)
    expect(copy!.slice(0, 5)).toEqual(own!.slice(0, 5))
    expect(copy!.filter((line) => line.startsWith('game '))).toEqual([])
    // Names in Latin-1 are written as UTF-8, and empty names as unknown ones.
    const usual = (line: string) => line.replaceAll('"?"', '""').replaceAll(/[^\x20-\x7e]+/g, '~')
    expect(copy!.map(usual)).toEqual(own!.map(usual))
  })
})
