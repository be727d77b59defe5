"""
Kombilo beside Ludograph: reads a file of games, one a line, and then queries from the standard input, a JSON object
a line. Prints processor time in milliseconds, all threads together, and what it found.

    kombilo.py FOLDER_OF_KOMBILO GAMES FOLDER_FOR_ITS_DATABASE
"""

import json, os, sys, time, resource
sys.path.insert(0, os.path.join(sys.argv[1], 'kombilo'))
import libkombilo as lk

def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return (usage.ru_utime + usage.ru_stime) * 1000

path, folder = sys.argv[2:4]
options = lk.ProcessOptions()
options.processVariations = False
options.sgfInDB = False
options.rootNodeTags = 'PB,PW,RE,DT'
options.algos = lk.ALGO_FINALPOS | lk.ALGO_MOVELIST | lk.ALGO_HASH_FULL | lk.ALGO_HASH_CORNER
database = os.path.join(folder, 'kombilo.db')
start = cpu()
games = lk.GameList(database, '', '', options, 19, 5000)
games.start_processing()
count = 0
none = lk.vectorGL()
for line in open(path):
    games.process(line, '.', str(count), none, '', 0)
    count += 1
games.finalize_processing()
files = sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder) if name.startswith('kombilo'))
print(json.dumps({'games': count, 'cpu': cpu() - start, 'bytes': files}), flush=True)
del games
games = lk.GameList(database, '', '', None, 19, 5000)
for line in sys.stdin:
    query = json.loads(line)
    pattern = lk.Pattern(*query['anchors'], 19, query['columns'], query['rows'], query['text'])
    best = None
    for run in range(query.get('runs', 3)):
        games.reset()
        start = cpu()
        games.search(pattern, lk.SearchOptions(0, 0))
        spent = cpu() - start
        best = spent if best is None or spent < best else best
    print(json.dumps({'ms': best, 'games': games.size(), 'hits': games.numHits()}), flush=True)
