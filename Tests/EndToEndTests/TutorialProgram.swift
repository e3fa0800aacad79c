/// The program of the original tutorial, as far as a server and other programs can see, in Python.
///
/// It knows the Match's four members and no modes. It inserts a Player under a random key. It looks
/// for an opponent when it starts, when its opponent leaves and when its match is deleted, and
/// deletes a Match that names it while it is busy. Its arguments are the server's address and the
/// number of matches to play. It prints its piece and the result of each.
enum TutorialProgram {
    static let text = #"""
        import asyncio, json, sys, urllib.parse, uuid, websockets

        TOKEN = "82d1ba4935326590feb72cd24aea9f61"
        LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6),
                 (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
        CROSS, CIRCLE = 1, 2

        class Bucket:
            def __init__(self, channel, name):
                self.channel, self.name = channel, name
                self.objects, self.versions, self.is_here = {}, {}, False

        class Tutorial:
            def __init__(self, socket, matches):
                self.socket, self.left = socket, matches
                self.me = str(uuid.uuid4())
                self.players, self.matches = Bucket(0, "Player"), Bucket(1, "Match")
                self.match = None
                self.counted = None

            async def run(self):
                for bucket in (self.players, self.matches):
                    await self.say(bucket, "init:" + json.dumps({
                        "clientid": self.me, "api": "1.1", "token": TOKEN, "app_id": "tictactoe",
                        "name": bucket.name, "library": "simperium-ios", "version": "0.7"}))
                async for frame in self.socket:
                    channel, command, payload = (frame.split(":", 2) + ["", ""])[:3]
                    if channel == "h":
                        continue
                    bucket = (self.players, self.matches)[int(channel)]
                    await self.hear(bucket, command, payload)
                    if self.left == 0:
                        return

            async def say(self, bucket, text):
                await self.socket.send(f"{bucket.channel}:{text}")

            async def hear(self, bucket, command, payload):
                if command == "auth":
                    await self.say(bucket, "i:1:::500")
                elif command == "i":
                    for entry in json.loads(payload)["index"]:
                        bucket.objects[entry["id"]] = entry["d"]
                        bucket.versions[entry["id"]] = entry["v"]
                    bucket.is_here = True
                    if self.players.is_here and self.matches.is_here:
                        print("here", flush=True)
                        await self.insert(self.players, {"playerID": self.me})
                        await self.start()
                elif command == "c":
                    for change in json.loads(payload):
                        await self.follow(bucket, change)

            async def insert(self, bucket, object):
                steps = {name: {"o": "+", "v": value} for name, value in object.items()}
                await self.change(bucket, uuid.uuid4().hex, {"o": "M", "v": steps})

            async def change(self, bucket, key, change):
                change = dict(change, id=key, ccid=uuid.uuid4().hex)
                await self.say(bucket, "c:" + json.dumps(change))

            def edited(self, text, delta):
                place, result = 0, ""
                for part in delta.split("\t"):
                    if part[0] == "+":
                        result += urllib.parse.unquote(part[1:])
                        continue
                    count = int(part[1:])
                    if part[0] == "=": result += text[place:place + count]
                    place += count
                return result

            async def follow(self, bucket, change):
                if "error" in change:
                    sys.exit(f"refused: {change}")
                key = change["id"]
                if change["o"] == "-":
                    gone = bucket.objects.pop(key, {})
                    return await self.deleted(bucket, key, gone)
                is_new = key not in bucket.objects
                object = bucket.objects.setdefault(key, {})
                for name, step in change["v"].items():
                    if step["o"] == "-":
                        object.pop(name, None)
                    elif step["o"] in "+r":
                        object[name] = step["v"]
                    elif step["o"] == "d":
                        object[name] = self.edited(object[name], step["v"])
                    else:
                        sys.exit(f"a tutorial's program does not know {step}")
                bucket.versions[key] = change["ev"]
                if bucket is self.matches:
                    await (self.inserted if is_new else self.updated)(key, object)

            def is_mine(self, match):
                return self.me in (match["circlePlayerID"], match["crossPlayerID"])

            async def start(self):
                taken = {id for match in self.matches.objects.values()
                         for id in (match["circlePlayerID"], match["crossPlayerID"])}
                for player in self.players.objects.values():
                    if player["playerID"] != self.me and player["playerID"] not in taken:
                        return await self.insert(self.matches, {
                            "circlePlayerID": self.me, "crossPlayerID": player["playerID"],
                            "matrix": [0] * 9, "nextPieceKind": CIRCLE})

            async def inserted(self, key, match):
                if not self.is_mine(match):
                    return
                if self.match is not None:
                    return await self.change(self.matches, key, {"o": "-"})
                self.match = key
                await self.updated(key, match)

            async def updated(self, key, match):
                if key != self.match:
                    return
                board = match["matrix"]
                mine = CIRCLE if match["circlePlayerID"] == self.me else CROSS
                winner = next(
                    (board[a] for a, b, c in LINES if board[a] == board[b] == board[c] != 0), 0)
                if winner or 0 not in board:
                    if self.counted != key:
                        self.counted, self.left = key, self.left - 1
                        piece = "circle" if mine == CIRCLE else "cross"
                        print(piece, board.count(0), winner, flush=True)
                    return
                if match["nextPieceKind"] != mine:
                    return
                board = list(board)
                board[board.index(0)] = mine
                await self.change(self.matches, key, {
                    "o": "M", "sv": self.matches.versions[key],
                    "v": {"matrix": {"o": "r", "v": board},
                          "nextPieceKind": {"o": "r", "v": CIRCLE + CROSS - mine}}})

            async def deleted(self, bucket, key, gone):
                if bucket is self.matches and key == self.match:
                    self.match = None
                    await self.start()
                elif bucket is self.players and self.match is not None:
                    match = self.matches.objects.get(self.match, {})
                    if gone.get("playerID") in match.values():
                        self.match = None
                        await self.start()

        async def main(server, matches):
            async with websockets.connect(server + "/sock/1/tictactoe/websocket") as socket:
                await Tutorial(socket, matches).run()

        asyncio.run(main(sys.argv[1], int(sys.argv[2])))
        """#
}
