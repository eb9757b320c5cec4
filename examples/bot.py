"""A program that plays: it accepts every challenge and chooses any legal action.

On the page /programs of a server, mark the account as a program and create a token with the scopes read, play
and challenge. Then:
WHISTLESTOP_TOKEN=wst_... python examples/bot.py http://127.0.0.1:8000
"""

import json
import os
import random
import sys
import uuid
from urllib.request import Request, urlopen

SERVER, TOKEN = sys.argv[1].rstrip("/"), os.environ["WHISTLESTOP_TOKEN"]


def ask(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    return urlopen(Request(SERVER + path, data, headers, method=method), timeout=60)  # noqa: S310


print("playing as", json.load(ask("GET", "/api/me"))["name"], flush=True)
for line in ask("GET", "/api/stream"):
    if not line.strip():
        continue  # a heartbeat
    told = json.loads(line)
    if told["type"] == "challenge" and told["challenge"]["state"] == "waiting":
        ask("POST", f"/api/challenges/{told['challenge']['id']}/accept", {})
    if told["type"] == "your_turn":
        table = f"/api/tables/{told['table']}"
        view = json.load(ask("GET", f"{table}/view"))["view"]
        if view["legal"]:
            command = {
                "id": str(uuid.uuid4()),
                "version": view["version"],
                "action": random.choice(view["legal"]),
            }
            ask("POST", f"{table}/commands", command)
    print(told["type"], told.get("table", ""), flush=True)
