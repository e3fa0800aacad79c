import TestKit
import Testing

/// Sessions, used by third-party programs over real sockets.
@Suite("A session on a real server", .serialized, .waits)
struct ServedSeatTests {
    @Test("P2, P3, P17, P18, P19: Paused, resumed, taken over and killed, it is the same session")
    func life() throws {
        let server = try ServedProgram()
        let first = try server.python(Self.helpers + Self.beforeTheKill)
        let lines = first.split(separator: "\n").map(String.init)
        #expect(
            lines.dropLast() == [
                #"0:o:{"rules": 3}"#, "['c1'] paused True", "back ['c1']", "seat 1", "4001",
                "seat 2",
            ])
        let secret = try #require(lines.last)
        server.crash()
        try server.start()
        #expect(
            try server.python(Self.helpers + Self.afterTheKill, [secret])
                == "auth code 4001\n4001\nseat 2\n")
    }

    private static let helpers = """
        URL = f"ws://127.0.0.1:{PORT}/sock/websocket"
        async def enter(**more):
            peer = await websockets.connect(URL)
            await peer.send(init(0, "Player", more.pop("client", "c1"), **more))
            return peer
        async def notice(peer, member):
            while True:
                frame = await peer.recv()
                if frame.startswith("0:o:") and member in json.loads(frame[4:]):
                    return json.loads(frame[4:])
        async def ended(peer):
            try:
                while True: await peer.recv()
            except websockets.ConnectionClosed as end:
                return end.rcvd.code

        """

    private static let beforeTheKill = """
        async def main():
            other = await enter(client="c2", extensions=["away"])
            await other.send("0:cv:")
            me = await enter(extensions=["resume", "rules"])
            print("0:o:" + json.dumps(await notice(me, "rules")))
            secret = (await notice(me, "resume"))["resume"]
            await me.send('0:c:{"id":"c1","o":"M","ccid":"abc1","v":' + json.dumps(
                {k: {"o": "+", "v": v} for k, v in
                 {"playerID": "c1", "name": "kim", "mode": "auto"}.items()}) + '}')
            await me.send("0:cv:")
            while "abc1" not in await other.recv(): pass
            await me.close(4002)
            away = await notice(other, "away")
            print(away["away"], away["why"], 58 <= away["until"] <= 60)
            known = {"extensions": ["resume", "rules"], "resume": secret}
            me = await enter(seat=1, **known)
            print("back", (await notice(other, "back"))["back"])
            print("seat", (await notice(me, "resume"))["seat"])
            again = await enter(take=True, **known)
            print(await ended(me))
            print("seat", (await notice(again, "resume"))["seat"])
            print(secret)
        asyncio.run(main())
        """

    private static let afterTheKill = """
        async def main():
            known = {"extensions": ["resume", "rules"], "resume": sys.argv[-1]}
            late = await enter(seat=1, **known)
            print("auth code", json.loads((await late.recv())[7:])["code"])
            print(await ended(late))
            again = await enter(seat=2, **known)
            print("seat", (await notice(again, "resume"))["seat"])
        asyncio.run(main())
        """
}
