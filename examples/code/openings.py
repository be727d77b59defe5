"""Counts the first moves of each kind of game, and how they did: `python openings.py tables`.

The tables come from `ludograph export games.db --parquet tables --plies`; docs/data.md tells of their columns.
"""

import sys

import pandas as pd

tables = sys.argv[1] if len(sys.argv) > 1 else "tables"
games = pd.read_parquet(f"{tables}/games", columns=["id", "game", "result"])
plies = pd.read_parquet(f"{tables}/plies", columns=["id", "ply", "move"], filters=[("ply", "==", 1)])
first = plies.merge(games, on="id")
first["won"] = first.result == "1-0"  # by the player who moves first, in all four games
print(first.groupby(["game", "move"], observed=True).won.agg(["count", "mean"]).sort_values("count", ascending=False))
