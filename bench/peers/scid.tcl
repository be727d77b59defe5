# Scid beside Ludograph: imports a PGN file and searches material. Prints a JSON object a line, processor time in ms.
#
#   tkscid scid.tcl GAMES.pgn FOLDER_FOR_ITS_DATABASE RUNS

lassign $argv pgn folder runs

proc cpu {} {
    set file [open /proc/self/schedstat]
    set spent [lindex [read $file] 0]
    close $file
    return [expr {$spent / 1e6}]
}

set start [cpu]
set base [sc_base create SCID4 [file join $folder scid]]
sc_base import $base $pgn
puts "{\"games\": [sc_base numGames $base], \"cpu\": [expr {[cpu] - $start}]}"
flush stdout
while {[gets stdin line] >= 0} {
    # The clock of the system is too coarse for a single search.
    set best -1
    for {set run 0} {$run < 3} {incr run} {
        set start [cpu]
        for {set count 0} {$count < $runs} {incr count} {
            sc_filter reset $base dbfilter full
            sc_search material {*}$line
        }
        set spent [expr {([cpu] - $start) / $runs}]
        if {$best < 0 || $spent < $best} { set best $spent }
    }
    puts "{\"ms\": $best, \"games\": [sc_filter count $base dbfilter]}"
    flush stdout
}
exit
