# Scid beside Ludograph: imports a PGN file, then answers questions, a line each:
#
#   material ARGUMENTS     games with a material, as sc_search takes it
#   position FEN           games that reached a position, listed by date
#
# Prints a JSON object a line, processor time in ms.
#
#   tkscid scid.tcl GAMES.pgn FOLDER_FOR_ITS_DATABASE RUNS

lassign $argv pgn folder runs

# Importing takes two threads, whose time the system counts in hundredths of a second.
proc cpuOfAll {} {
    set file [open /proc/self/stat]
    set fields [lrange [read $file] 13 14]
    close $file
    return [expr {10.0 * ([lindex $fields 0] + [lindex $fields 1])}]
}

# That clock is too coarse for a single search.
proc cpu {} {
    set file [open /proc/self/schedstat]
    set spent [lindex [read $file] 0]
    close $file
    return [expr {$spent / 1e6}]
}

proc progressCallBack {args} {}

# The least time that a script takes, of three times RUNS runs.
proc leastTime {script} {
    global runs
    set best -1
    for {set turn 0} {$turn < 3} {incr turn} {
        set start [cpu]
        for {set count 0} {$count < $runs} {incr count} { uplevel #0 $script }
        set spent [expr {([cpu] - $start) / $runs}]
        if {$best < 0 || $spent < $best} { set best $spent }
    }
    return $best
}

set start [cpuOfAll]
set base [sc_base create SCID4 [file join $folder scid]]
sc_base import $base $pgn
puts "{\"games\": [sc_base numGames $base], \"cpu\": [expr {[cpuOfAll] - $start}]}"
flush stdout
sc_base switch $base
while {[gets stdin line] >= 0} {
    set rest [lrange $line 1 end]
    if {[lindex $line 0] eq "material"} {
        set ms [leastTime {
            sc_filter reset $base dbfilter full
            sc_search material {*}$rest
        }]
    } else {
        sc_game startBoard $rest
        set ms [leastTime {
            sc_search board RESET Exact false false
            sc_base gameslist $base 0 50 dbfilter d+
        }]
    }
    puts "{\"ms\": $ms, \"games\": [sc_filter count $base dbfilter]}"
    flush stdout
}
exit
